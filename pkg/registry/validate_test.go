package registry_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/clienttools/clienttools/pkg/registry"
)

func decoded(t require.TestingT, text string) any {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	require.NoError(t, decoder.Decode(&value), text)
	return value
}

// accepts asks the reference library.
func accepts(t require.TestingT, schema, value string) bool {
	var reference jsonschema.Schema
	require.NoError(t, json.Unmarshal([]byte(schema), &reference), schema)
	resolved, err := reference.Resolve(nil)
	require.NoError(t, err, schema)
	var instance any
	require.NoError(t, json.Unmarshal([]byte(value), &instance))
	return resolved.Validate(instance) == nil
}

// verdicts are schemas with values of which some satisfy them.
var verdicts = map[string][]string{
	`{"type":"string","minLength":2,"maxLength":3,"pattern":"^ä"}`:                                                   {`"äb"`, `"ä"`, `"äbcd"`, `"ab"`, `1`, `null`},
	`{"type":["integer","null"],"minimum":1,"maximum":10}`:                                                           {`1`, `0`, `11`, `1.0`, `1.5`, `null`, `"1"`, `1e1`},
	`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1,"multipleOf":0.25}`:                                  {`0`, `1`, `0.25`, `0.3`, `0.5`},
	`{"enum":["a",1,null,[1,{"b":2}]]}`:                                                                              {`"a"`, `1`, `1.0`, `null`, `[1,{"b":2}]`, `[1,{"b":3}]`, `"b"`, `true`},
	`{"const":{"a":[1,2]}}`:                                                                                          {`{"a":[1,2]}`, `{"a":[2,1]}`, `{}`},
	`{"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":2,"uniqueItems":true}`:                       {`[]`, `[1]`, `[1,1]`, `[1,1.0]`, `[1,2]`, `[1,2,3]`, `["a"]`, `{}`},
	`{"prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}`:                                           {`["a",1]`, `["a"]`, `[1]`, `["a",1,2]`, `[]`},
	`{"contains":{"const":1},"minContains":2,"maxContains":3}`:                                                       {`[1]`, `[1,1]`, `[1,1,1,1]`, `[2,1,1]`, `5`},
	`{"contains":{"type":"string"}}`:                                                                                 {`[]`, `[1]`, `[1,"a"]`},
	`{"type":"object","properties":{"a":{"type":"string"}},"required":["a","b"]}`:                                    {`{"a":"x","b":1}`, `{"a":"x"}`, `{"a":1,"b":1}`, `[]`},
	`{"properties":{"a":{}},"additionalProperties":false}`:                                                           {`{"a":1}`, `{"b":1}`, `{}`, `5`},
	`{"properties":{"a":{}},"patternProperties":{"^x":{"type":"integer"}},"additionalProperties":{"type":"string"}}`: {`{"a":null,"x1":1,"b":"s"}`, `{"x1":"s"}`, `{"b":1}`},
	`{"propertyNames":{"maxLength":2}}`:                                                                              {`{"ab":1}`, `{"abc":1}`},
	`{"minProperties":1,"maxProperties":2}`:                                                                          {`{}`, `{"a":1}`, `{"a":1,"b":1,"c":1}`},
	`{"dependentRequired":{"a":["b"]}}`:                                                                              {`{"a":1}`, `{"a":1,"b":1}`, `{"b":1}`},
	`{"anyOf":[{"type":"string"},{"type":"integer","minimum":5}]}`:                                                   {`"a"`, `5`, `4`, `null`},
	`{"oneOf":[{"type":"integer"},{"minimum":5}]}`:                                                                   {`1`, `5`, `5.5`, `"a"`, `1.5`},
	`{"allOf":[{"minimum":1},{"maximum":3}],"not":{"const":2}}`:                                                      {`1`, `2`, `0`, `"a"`},
	`{"if":{"properties":{"k":{"const":"a"}},"required":["k"]},"then":{"required":["x"]},"else":{"required":["y"]}}`: {`{"k":"a","x":1}`, `{"k":"a","y":1}`, `{"y":1}`, `{}`},
	`{"$defs":{"node":{"type":"object","properties":{"next":{"$ref":"#/$defs/node"},"v":{"type":"integer"}},"additionalProperties":false}},"$ref":"#/$defs/node"}`: {`{"next":{"next":{"v":1}}}`, `{"next":{"next":{"v":"1"}}}`, `{"w":1}`},
	`{"properties":{"a/b":{"type":"string"},"c":{"$ref":"#/properties/a~1b"}}}`:                                                                                    {`{"c":"x"}`, `{"c":1}`},
	`{"properties":{"tree":{"$ref":"#"}},"required":["tree"],"maxProperties":1}`:                                                                                   {`{"tree":{}}`, `{}`},
	`{"anyOf":[{"$ref":"#/anyOf/1"},{"type":"string"}]}`:                                                                                                           {`"a"`, `1`},
	`true`:                        {`1`},
	`{"not":true}`:                {`1`},
	`{"properties":{"a":false}}`:  {`{"a":1}`, `{}`},
	`{"type":"boolean"}`:          {`true`, `"true"`, `0`},
	`{"enum":[9007199254740993]}`: {`9007199254740993`},
	`{"type":"integer"}`:          {`1e300`, `-0`, `-0.0`, `0.5`},
	`{"uniqueItems":true}`:        {`[{"a":1,"b":2},{"b":2,"a":1}]`, `[1,true]`, `["1",1]`, `[[],{}]`, `[null,false,0,""]`},
}

func TestValidateAgreesWithTheReference(t *testing.T) {
	for schema, values := range verdicts {
		own, err := registry.ParseSchema([]byte(schema))
		require.NoError(t, err, schema)
		for _, value := range values {
			problems := own.Validate(decoded(t, value))
			assert.Equal(t, accepts(t, schema, value), len(problems) == 0, "%s of %s: %v", value, schema, problems)
		}
	}
}

// schemas draws small schemas and values in which types, names and texts meet often.
func schemas(depth int) *rapid.Generator[map[string]any] {
	return rapid.Custom(func(t *rapid.T) map[string]any {
		schema := map[string]any{}
		set := func(keyword string, draw func() any) {
			if rapid.IntRange(0, 4).Draw(t, keyword) == 0 {
				schema[keyword] = draw()
			}
		}
		small := func() any { return rapid.IntRange(0, 3).Draw(t, "n") }
		names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 2, rapid.ID[string])
		set("type", func() any {
			return rapid.SampledFrom([]any{"string", "integer", "number", "boolean", "null", "array", "object", []string{"integer", "string"}}).Draw(t, "type name")
		})
		set("minimum", small)
		set("maximum", small)
		set("multipleOf", func() any { return rapid.SampledFrom([]float64{1, 2, 0.5}).Draw(t, "multiple") })
		set("minLength", small)
		set("maxLength", small)
		set("pattern", func() any { return rapid.SampledFrom([]string{"a", "^b", "c$", "."}).Draw(t, "pattern text") })
		set("minItems", small)
		set("maxItems", small)
		set("uniqueItems", func() any { return rapid.Bool().Draw(t, "unique") })
		set("required", func() any { return names.Draw(t, "required names") })
		set("enum", func() any { return rapid.SliceOfN(values(1), 1, 3).Draw(t, "enum values") })
		set("const", func() any { return values(1).Draw(t, "const value") })
		set("additionalProperties", func() any { return rapid.Bool().Draw(t, "open") })
		if depth > 0 {
			inner := func() any { return schemas(depth-1).Draw(t, "inner") }
			several := func() any { return rapid.SliceOfN(schemas(depth-1), 1, 2).Draw(t, "several") }
			set("properties", func() any { return map[string]any{"a": inner(), "b": inner()} })
			set("patternProperties", func() any { return map[string]any{"^c": inner()} })
			set("items", inner)
			set("prefixItems", several)
			set("contains", inner)
			set("anyOf", several)
			set("oneOf", several)
			set("allOf", several)
			set("not", inner)
			set("if", inner)
			set("then", inner)
			set("else", inner)
		}
		return schema
	})
}

func values(depth int) *rapid.Generator[any] {
	return rapid.Custom(func(t *rapid.T) any {
		kinds := 5
		if depth > 0 {
			kinds = 7
		}
		switch rapid.IntRange(1, kinds).Draw(t, "kind") {
		case 1:
			return nil
		case 2:
			return rapid.Bool().Draw(t, "bool")
		case 3:
			return rapid.StringOfN(rapid.SampledFrom([]rune("abcä")), 0, 4, -1).Draw(t, "text")
		case 4:
			return rapid.IntRange(-1, 4).Draw(t, "int")
		case 5:
			return rapid.SampledFrom([]float64{0.5, 1.5, 1e20}).Draw(t, "float")
		case 6:
			return rapid.SliceOfN(values(depth-1), 0, 3).Draw(t, "array")
		default:
			return rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c"}), values(depth-1), 0, 3).Draw(t, "object")
		}
	})
}

func TestValidateAgreesWithTheReferenceOnDrawnSchemas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		schema, err := json.Marshal(schemas(2).Draw(t, "schema"))
		require.NoError(t, err)
		own, err := registry.ParseSchema(schema)
		require.NoError(t, err, string(schema))
		for range 5 {
			value, err := json.Marshal(values(2).Draw(t, "value"))
			require.NoError(t, err)
			problems := own.Validate(decoded(t, string(value)))
			if accepts(t, string(schema), string(value)) != (len(problems) == 0) {
				t.Fatalf("%s of %s: %v", value, schema, problems)
			}
		}
	})
}

func FuzzValidateNeverPanics(f *testing.F) {
	for schema, values := range verdicts {
		for _, value := range values {
			f.Add([]byte(schema), []byte(value))
		}
	}
	f.Add([]byte(`{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}`), []byte(`1`))
	f.Fuzz(func(t *testing.T, schema, value []byte) {
		own, err := registry.ParseSchema(schema)
		if err != nil {
			return
		}
		again, err := registry.ParseSchema(own.AppendJSON(nil))
		require.NoError(t, err)
		require.Equal(t, string(own.AppendJSON(nil)), string(again.AppendJSON(nil)))
		decoder := json.NewDecoder(bytes.NewReader(value))
		decoder.UseNumber()
		var instance any
		if decoder.Decode(&instance) == nil {
			own.Validate(instance)
		}
	})
}

func TestValidateTellsEveryProblem(t *testing.T) {
	schema, err := registry.ParseSchema([]byte(`{"type":"object","additionalProperties":false,"required":["path","mode"],"properties":{
		"path":{"type":"string","minLength":1},"mode":{"type":"string","enum":["fast","slow"]},"limit":{"type":"integer","minimum":1},
		"edits":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["old"],"properties":{"old":{"type":"string"}}}}}}`))
	require.NoError(t, err)
	problems := schema.Validate(decoded(t, `{"mode":"fats","limit":0,"edits":[{"old":"a"},{"odl":5}],"pth":"/a"}`))
	var told []string
	for _, problem := range problems {
		told = append(told, problem.Path+" "+problem.Message+" ~"+problem.Nearest)
	}
	assert.Equal(t, []string{
		`path is required ~`,
		`mode must be one of fast, slow, got "fats" ~fast`,
		`limit must be at least 1, got 0 ~`,
		`edits[1].old is required ~`,
		`edits[1].odl is not a field of edits[1] ~old`,
		`pth is not a parameter ~path`,
	}, told)
}

func TestValidateEndsOnSchemasThatGoRoundInCircles(t *testing.T) {
	for _, text := range []string{
		`{"$ref":"#"}`,
		`{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}`,
		`{"oneOf":[{"allOf":[{"$ref":"#"}]},{"not":{"$ref":"#"}}]}`,
	} {
		schema, err := registry.ParseSchema([]byte(text))
		require.NoError(t, err)
		assert.NotPanics(t, func() { schema.Validate("x") })
	}
}

func TestValidateToleratesReferencesThatLeadNowhere(t *testing.T) {
	for _, ref := range []string{"#/$defs/none", "#/$defs", "#/anyOf/9", "#/anyOf/x", "other.json", "#anchor", "#/nothing/here", "#/items", "#/%41"} {
		schema, err := registry.ParseSchema([]byte(`{"$ref":` + string(mustJSON(ref)) + `}`))
		require.NoError(t, err)
		assert.Empty(t, schema.Validate("x"), ref)
	}
}

func mustJSON(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return data
}
