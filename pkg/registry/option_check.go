package registry

import (
	"errors"
	"fmt"
	"slices"
)

// checkOptions finds mistakes in the declaration of options.
func checkOptions(definitions []OptionDefinition) error {
	for i, definition := range definitions {
		if definition.ID == "" {
			return errors.New("an option without an id")
		}
		if slices.ContainsFunc(definitions[:i], func(d OptionDefinition) bool { return d.ID == definition.ID }) {
			return fmt.Errorf("option %q is declared twice", definition.ID)
		}
		switch definition.kind() {
		case OptionBoolean, OptionNumber, OptionText, OptionLongText:
		case OptionSelect:
			if len(definition.Choices) == 0 {
				return fmt.Errorf("option %q: a select option needs choices", definition.ID)
			}
		default:
			return fmt.Errorf("option %q: unknown type %q", definition.ID, definition.Type)
		}
		if _, err := definition.value(definition.Default); err != nil {
			return fmt.Errorf("option %q: default %w", definition.ID, err)
		}
		if when := definition.VisibleWhen; when != nil {
			other := slices.IndexFunc(definitions, func(d OptionDefinition) bool { return d.ID == when.OptionID })
			if other < 0 {
				return fmt.Errorf("option %q: visibleWhen names no option %q", definition.ID, when.OptionID)
			}
			if _, err := definitions[other].value(when.Value); err != nil {
				return fmt.Errorf("option %q: visibleWhen value for %q %w", definition.ID, when.OptionID, err)
			}
		}
	}
	return nil
}

func (d OptionDefinition) kind() OptionType {
	if d.Type == "" {
		return OptionBoolean
	}
	return d.Type
}

// value is v as the option holds it: bool, float64 or string. The error reads
// on from the option's name and says what is allowed.
func (d OptionDefinition) value(v any) (any, error) {
	switch d.kind() {
	case OptionNumber:
		n, ok := asNumber(v)
		switch {
		case !ok:
			return nil, fmt.Errorf("must be a number, got %s", kindOf(v))
		case n != n || d.Min != nil && n < *d.Min || d.Max != nil && n > *d.Max:
			return nil, fmt.Errorf("must be %s, got %s", d.limits(), appendNumber(nil, n))
		}
		return n, nil
	case OptionText, OptionLongText:
		if text, ok := v.(string); ok {
			return text, nil
		}
		return nil, fmt.Errorf("must be a text, got %s", kindOf(v))
	case OptionSelect:
		text, _ := v.(string)
		values := make([]string, 0, len(d.Choices))
		for _, choice := range d.Choices {
			values = append(values, choice.Value)
		}
		if !slices.Contains(values, text) {
			return nil, fmt.Errorf("must be one of %q, got %s", values, shortJSON(v))
		}
		return text, nil
	default:
		if b, ok := v.(bool); ok {
			return b, nil
		}
		return nil, fmt.Errorf("must be true or false, got %s", kindOf(v))
	}
}

func (d OptionDefinition) limits() string {
	switch {
	case d.Min != nil && d.Max != nil:
		return fmt.Sprintf("from %s to %s", appendNumber(nil, *d.Min), appendNumber(nil, *d.Max))
	case d.Min != nil:
		return fmt.Sprintf("at least %s", appendNumber(nil, *d.Min))
	case d.Max != nil:
		return fmt.Sprintf("at most %s", appendNumber(nil, *d.Max))
	}
	return "a number"
}
