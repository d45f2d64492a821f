package registry_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
)

func TestSchemaWritesWhatItRead(t *testing.T) {
	for name, text := range map[string]string{
		"booleans":       `{"properties":{"b":true,"a":false},"items":true,"additionalProperties":false}`,
		"order":          `{"required":["z"],"description":"d","type":"object","properties":{"z":{"maximum":9,"type":"integer","minimum":-1.5},"a":{}}}`,
		"types":          `{"type":["string","null"],"minLength":1,"maxLength":2,"pattern":"^a<b>&","format":"date"}`,
		"values":         `{"enum":["a",1,null,{"b":[1,2.50]}],"const":{"z":1,"a":2},"default":[],"examples":[1]}`,
		"combinations":   `{"anyOf":[{"type":"null"}],"oneOf":[true],"allOf":[{}],"not":{"type":"string"},"if":{},"then":{},"else":false}`,
		"references":     `{"$defs":{"b":{},"a":{"$ref":"#/$defs/b"}},"$ref":"#/$defs/a","definitions":{"x":{}}}`,
		"unknown":        `{"x-later":{"z":1,"a":[true]},"type":"object","$schema":"s","unevaluatedProperties":false}`,
		"arrays":         `{"type":"array","prefixItems":[{"type":"string"}],"contains":{"const":1},"minContains":0,"maxContains":2,"minItems":1,"maxItems":3,"uniqueItems":false}`,
		"objects":        `{"minProperties":1,"maxProperties":2,"patternProperties":{"^a":{}},"propertyNames":{"maxLength":3},"dependentRequired":{"b":["a"],"a":[]}}`,
		"empty keywords": `{"description":"","title":"","required":[],"properties":{},"enum":[],"anyOf":[],"type":[]}`,
		"numbers":        `{"exclusiveMinimum":0.001,"exclusiveMaximum":12345678901,"multipleOf":0.1}`,
		"unicode":        `{"description":"ä \u0001 \" \\ \n 😀"}`,
	} {
		t.Run(name, func(t *testing.T) {
			schema, err := registry.ParseSchema([]byte(text))
			require.NoError(t, err)
			assert.Equal(t, text, string(schema.AppendJSON(nil)))
			assert.Equal(t, text, string(schema.Clone().AppendJSON(nil)), "a clone")
		})
	}
}

func TestSchemaSaysWhichKeywordIsWrong(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"no schema":       {`5`, "a JSON Schema is an object, true or false"},
		"type":            {`{"type":"text"}`, `type: unknown type "text"`},
		"type of a type":  {`{"type":5}`, "type: want a type name or a list of them"},
		"nested":          {`{"properties":{"a":{"items":{"minLength":-1}}}}`, "properties: a: items: minLength: want a whole number that is not negative"},
		"properties":      {`{"properties":[]}`, "properties: want an object"},
		"dependencies":    {`{"dependentRequired":{"a":5}}`, "dependentRequired: a: json"},
		"branches":        {`{"anyOf":{}}`, "anyOf: json"},
		"branch":          {`{"anyOf":[3]}`, "anyOf: a JSON Schema"},
		"number":          {`{"minimum":"1"}`, "minimum: json"},
		"broken JSON":     {`{"type":`, "unexpected"},
		"text after":      {`{} {}`, "after"},
		"nested too deep": {strings.Repeat(`{"not":`, 300) + "{}" + strings.Repeat("}", 300), "nested deeper than 200 levels"},
		"count too large": {`{"maxItems":1e300}`, "maxItems: want"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := registry.ParseSchema([]byte(test.text))
			assert.ErrorContains(t, err, test.want)
		})
	}
}

func TestSchemaCloneIsIndependent(t *testing.T) {
	schema := registry.SchemaFor[struct {
		A string `json:"a" enum:"x,y"`
		B struct {
			C int `json:"c"`
		} `json:"b"`
	}]()
	before := string(schema.AppendJSON(nil))
	clone := schema.Clone()
	clone.Property("a").SetEnum("z")
	clone.Property("b").KeepProperties(func(string) bool { return false })
	clone.KeepProperties(func(name string) bool { return name == "b" })
	assert.Equal(t, before, string(schema.AppendJSON(nil)))
	assert.Equal(t, `{"type":"object","additionalProperties":false,"required":["b"],"properties":{"b":{"type":"object","additionalProperties":false,"properties":{}}}}`, string(clone.AppendJSON(nil)))
}

type base struct {
	ID string `json:"id" minLength:"1" maxLength:"8" pattern:"^[a-z]+$"`
}

type everything struct {
	base
	Zone     string             `json:"zone" description:"comes \"second\"" default:"x" format:"date"`
	Count    *int               `json:"count" minimum:"0" maximum:"10" default:"3"`
	Size     float64            `json:"size,omitempty" enum:"1,2.5"`
	Tags     []string           `json:"tags,omitempty" enum:"a,b" uniqueItems:"true" minItems:"1" maxItems:"3" description:"list"`
	Labels   map[string]int     `json:"labels,omitempty"`
	Anything any                `json:"anything,omitempty" description:"free"`
	Raw      json.RawMessage    `json:"raw,omitempty"`
	At       time.Time          `json:"at,omitzero"`
	Bytes    []byte             `json:"bytes,omitempty"`
	Nested   []struct{ B bool } `json:"nested,omitempty"`
	Hidden   string             `json:"-"`
	private  string
}

func TestSchemaForReadsTypesAndTags(t *testing.T) {
	assert.Equal(t, `{"type":"object","additionalProperties":false,"required":["id","zone"],"properties":{`+
		`"id":{"type":"string","minLength":1,"maxLength":8,"pattern":"^[a-z]+$"},`+
		`"zone":{"type":"string","format":"date","description":"comes \"second\"","default":"x"},`+
		`"count":{"type":"integer","minimum":0,"maximum":10,"default":3},`+
		`"size":{"type":"number","enum":[1,2.5]},`+
		`"tags":{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":1,"maxItems":3,"uniqueItems":true,"description":"list"},`+
		`"labels":{"type":"object","additionalProperties":{"type":"integer"}},`+
		`"anything":{"description":"free"},`+
		`"raw":{},`+
		`"at":{"type":"string","format":"date-time"},`+
		`"bytes":{"type":"string"},`+
		`"nested":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["B"],"properties":{"B":{"type":"boolean"}}}}}}`,
		string(registry.SchemaFor[everything]().AppendJSON(nil)))
	_ = everything{}.private
}

func TestSchemaForRefusesWhatHasNoSchema(t *testing.T) {
	type loop struct{ Next []loop }
	assert.PanicsWithValue(t, "registry: registry_test.loop contains itself and has no schema", func() { registry.SchemaFor[loop]() })
	assert.Panics(t, func() { registry.SchemaFor[struct{ C chan int }]() })
	assert.Panics(t, func() { registry.SchemaFor[struct{ M map[int]string }]() })
	assert.Panics(t, func() {
		registry.SchemaFor[struct {
			N int `minimum:"low"`
		}]()
	})
	assert.Panics(t, func() {
		registry.SchemaFor[struct {
			S string `maxLength:"long"`
		}]()
	})
}
