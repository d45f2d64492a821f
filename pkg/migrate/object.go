package migrate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// object is a JSON object whose members keep their order and their bytes.
type object struct {
	members []member
}

type member struct {
	name  string
	key   []byte // the name as it was written
	value json.RawMessage
}

// parseObject reads an object; its error says what the document is instead.
func parseObject(data []byte) (*object, error) {
	if !json.Valid(data) {
		return nil, errors.New("not valid JSON")
	}
	if trimmed := bytes.TrimSpace(data); trimmed[0] != '{' {
		return nil, errors.New("not a JSON object")
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	o := &object{}
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	for decoder.More() {
		start := decoder.InputOffset()
		token, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		m := member{key: bytes.Trim(data[start:decoder.InputOffset()], ", \t\r\n")}
		m.name, _ = token.(string)
		if err := decoder.Decode(&m.value); err != nil {
			return nil, err
		}
		o.members = append(o.members, m)
	}
	return o, nil
}

// parseList reads an array into its elements.
func parseList(data []byte) ([]json.RawMessage, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil || list == nil {
		return nil, errors.New("not a JSON list")
	}
	return list, nil
}

func (o *object) json() json.RawMessage {
	dst := []byte{'{'}
	for i, m := range o.members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, m.key...), ':'), m.value...)
	}
	return append(dst, '}')
}

// index is the place of a member. Of a name that is there twice the last one
// counts, as it does in JavaScript.
func (o *object) index(name string) int {
	for i := len(o.members) - 1; i >= 0; i-- {
		if o.members[i].name == name {
			return i
		}
	}
	return -1
}

// get is the value of a member; null counts as absent.
func (o *object) get(name string) (json.RawMessage, bool) {
	i := o.index(name)
	if i < 0 || string(o.members[i].value) == "null" {
		return nil, false
	}
	return o.members[i].value, true
}

// set replaces a member in its place, or adds it at the given place.
func (o *object) set(name string, value json.RawMessage, place int) {
	if i := o.index(name); i >= 0 {
		o.members[i].value = value
		return
	}
	key, _ := json.Marshal(name) // a name of ours
	place = max(0, min(place, len(o.members)))
	o.members = append(o.members, member{})
	copy(o.members[place+1:], o.members[place:])
	o.members[place] = member{name, key, value}
}

// remove drops a member, however often it is there.
func (o *object) remove(name string) {
	kept := o.members[:0]
	for _, m := range o.members {
		if m.name != name {
			kept = append(kept, m)
		}
	}
	o.members = kept
}

// text is a member's string, or "".
func (o *object) text(name string) string {
	value, _ := o.get(name)
	var text string
	_ = json.Unmarshal(value, &text)
	return text
}

// flag is a member's boolean; absent and null are false and not given.
func (o *object) flag(name string) (value, given bool, err error) {
	raw, given := o.get(name)
	if !given {
		return false, false, nil
	}
	if err := json.Unmarshal(raw, &value); err != nil {
		return false, true, fmt.Errorf("%s: want true or false, got %s", name, raw)
	}
	return value, true, nil
}
