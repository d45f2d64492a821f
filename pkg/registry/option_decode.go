package registry

import (
	"encoding/json"
	"fmt"
	"maps"
	"sync"
)

// decodedOptions are the options of one tool as its own type. One call asks for
// them several times, and most calls have the options of the last one, so these
// are kept, with what was made of them.
type decodedOptions[Opt any] struct {
	mu     sync.Mutex
	known  bool
	raw    Options
	value  Opt
	schema *Schema // nil until it is asked for
}

func (d *decodedOptions[Opt]) decode(options Options) (Opt, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.remember(options)
	return d.value, err
}

func (d *decodedOptions[Opt]) call(call Call) (TypedCall[Opt], error) {
	value, err := d.decode(call.Options)
	return TypedCall[Opt]{Call: call, Options: value}, err
}

// hook is a hook of a tool's declaration as the tool itself has it.
func (d *decodedOptions[Opt]) hook(hook func(map[string]any, Opt) []Problem) func(map[string]any, Options) []Problem {
	if hook == nil {
		return nil
	}
	return func(input map[string]any, options Options) []Problem {
		value, err := d.decode(options)
		if err != nil {
			return []Problem{{Message: err.Error()}}
		}
		return hook(input, value)
	}
}

// refined is base as refine changes it for these options. It is shared: see
// [Tool.InputSchema].
func (d *decodedOptions[Opt]) refined(options Options, base *Schema, refine func(schema *Schema, options Opt)) (*Schema, error) {
	if refine == nil {
		return base, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.remember(options); err != nil {
		return nil, err
	}
	if d.schema == nil {
		schema := base.Clone()
		refine(schema, d.value)
		d.schema = schema
	}
	return d.schema, nil
}

func (d *decodedOptions[Opt]) remember(options Options) error {
	if d.known && sameOptions(d.raw, options) {
		return nil
	}
	var value Opt
	data, err := json.Marshal(options)
	if err == nil {
		err = json.Unmarshal(data, &value)
	}
	d.known, d.raw, d.value, d.schema = err == nil, maps.Clone(options), value, nil
	if err != nil {
		return fmt.Errorf("options: %w", err)
	}
	return nil
}

// sameOptions compares values of the types that options have; others differ.
func sameOptions(a, b Options) bool {
	return maps.EqualFunc(a, b, func(a, b any) bool {
		switch a := a.(type) {
		case bool:
			b, ok := b.(bool)
			return ok && a == b
		case float64:
			b, ok := b.(float64)
			return ok && a == b
		case string:
			b, ok := b.(string)
			return ok && a == b
		}
		return false
	})
}
