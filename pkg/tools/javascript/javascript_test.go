package javascript_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/javascript"
	"github.com/clienttools/clienttools/pkg/tools/javascript/gojavm"
	"github.com/clienttools/clienttools/pkg/tools/javascript/lower"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

// desk is the tool with one project.
type desk struct {
	t       *testing.T
	files   *vfs.Projects
	tool    registry.Tool
	options registry.Options
}

func newDesk(t *testing.T, engine javascript.Engine, limits javascript.Limits, files map[string]string) *desk {
	t.Helper()
	projects := vfs.NewProjects(memory.New(), vfs.Config{})
	t.Cleanup(func() { assert.NoError(t, projects.Close()) })
	d := &desk{t: t, files: projects, tool: javascript.New(projects, engine, javascript.Options{Limits: limits}), options: registry.Options{"loadLib": true}}
	d.update(func(fs afero.Fs) error {
		for name, text := range files {
			require.NoError(t, fs.MkdirAll("/lib", 0o755))
			require.NoError(t, afero.WriteFile(fs, name, []byte(text), 0o644))
		}
		return nil
	})
	return d
}

func (d *desk) update(change func(fs afero.Fs) error) {
	d.t.Helper()
	require.NoError(d.t, d.files.Update(d.t.Context(), "p", change))
}

func (d *desk) call(ctx context.Context, code string) registry.Result {
	d.t.Helper()
	input, err := json.Marshal(map[string]string{"code": code})
	require.NoError(d.t, err)
	result, err := d.tool.Execute(ctx, registry.Call{ID: "1", Tool: "javascript", Input: input, Options: d.options,
		Context: registry.CallContext{ProjectID: "p"}})
	require.NoError(d.t, err)
	return result
}

// read is a file's text, or "-" where there is none.
func (d *desk) read(name string) string {
	d.t.Helper()
	text := "-"
	require.NoError(d.t, d.files.View(d.t.Context(), "p", func(fs afero.Fs) error {
		if data, err := afero.ReadFile(fs, name); err == nil {
			text = string(data)
		}
		return nil
	}))
	return text
}

func TestWhatTheModelReads(t *testing.T) {
	for _, e := range []struct {
		name, code, want string
		fails            bool
	}{
		{"value alone", `return 42`, "42", false},
		{"nothing", `const x = 1`, "(no output)", false},
		{"null", `return null`, "null", false},
		{"empty text", `return ''`, "(empty string)", false},
		{"console and value", `console.log('rows', 3); console.warn('two empty cells'); return { total: 42, names: ['a', 'b'] }`,
			"=== Console output ===\n[LOG] rows 3\n[WARN] two empty cells\n=== Result ===\n{ total: 42, names: [ 'a', 'b' ] }", false},
		{"console alone", `console.error('a\nb');`, "=== Console output ===\n[ERROR] a\nb", false},
		{"error alone", `null.x`, "TypeError: Cannot read property 'x' of undefined\n    at script.js:1:6", true},
		{"error after output", `console.log('a'); throw new Error('b')`, "=== Console output ===\n[LOG] a\n=== Error ===\nError: b\n    at script.js:1:25", true},
		{"halt", `console.log('a'); halt('enough')`, "=== Console output ===\n[LOG] a\n=== Error ===\nHalted: enough", true},
		{"files", `fs.writeFileSync('/b.json', 'x'.repeat(2150)); fs.mkdirSync('/d'); fs.writeFileSync('/d/e', ''); fs.unlinkSync('/a.txt')`,
			"Files written: /a.txt (deleted), /b.json (2.1K), /d/, /d/e (0B)", false},
		{"value and files", `fs.writeFileSync('/n', 'abc'); return 1`, "1\nFiles written: /n (3B)", false},
		{"error and files", `fs.writeFileSync('/n', 'abc'); throw new Error('late')`,
			"Error: late\n    at script.js:1:38\nFiles written: /n (3B)", true},
	} {
		t.Run(e.name, func(t *testing.T) {
			d := newDesk(t, gojavm.New(), javascript.Limits{}, map[string]string{"/a.txt": "a"})
			got := d.call(t.Context(), e.code)
			assert.Equal(t, e.want, got.Content)
			assert.Equal(t, e.fails, got.IsError)
		})
	}
}

func TestLibraryOutput(t *testing.T) {
	d := newDesk(t, gojavm.New(), javascript.Limits{}, map[string]string{
		"/lib/a.js": "console.log('ready'); var a = 1", "/lib/b.js": "console.log('x');\nnull.y", "/lib/quiet.js": "var q = 1",
	})
	assert.Equal(t, "=== Output of library a.js ===\n[LOG] ready\n=== Output of library b.js ===\n[LOG] x\n"+
		"TypeError: Cannot read property 'y' of undefined\n    at /lib/b.js:2:6\n=== Result ===\n2", d.call(t.Context(), `return a + q`).Content)
	d.options = registry.Options{"loadLib": false}
	assert.Equal(t, "undefined", d.call(t.Context(), `return typeof a`).Content)
}

func TestData(t *testing.T) {
	d := newDesk(t, gojavm.New(), javascript.Limits{}, nil)
	for code, want := range map[string]string{
		`return { a: [1, 'x', null, true] }`: `{"a":[1,"x",null,true]}`,
		`return new Date(0)`:                 `"1970-01-01T00:00:00.000Z"`,
		`return '<b>'`:                       `"<b>"`,
		`return 1.5`:                         `1.5`,
		`return { a: undefined }`:            `{}`,
		`return null`:                        `null`,
		`return new Map()`:                   ``,
		`return { f() {} }`:                  ``,
		`return 10n`:                         ``,
		`return NaN`:                         ``,
		`return new Uint8Array(2)`:           ``,
		`const o = {}; o.o = o; return o`:    ``,
		`const a = []; a[4e9] = 1; return a`: ``,
		`return undefined`:                   ``,
	} {
		value, _ := d.call(t.Context(), code).Data["value"].(json.RawMessage)
		assert.Equal(t, want, string(value), code)
	}
	result := d.call(t.Context(), `fs.writeFileSync('/a', 'x')`)
	assert.Equal(t, []javascript.Change{{Path: "/a", Size: 1}}, result.Data["files"])
}

func TestAllOrNothing(t *testing.T) {
	limits := javascript.Limits{TimeMs: 100}
	t.Run("kept when it throws", func(t *testing.T) {
		d := newDesk(t, gojavm.New(), limits, nil)
		d.call(t.Context(), `fs.writeFileSync('/a', 'x'); throw new Error('y')`)
		assert.Equal(t, "x", d.read("/a"))
	})
	t.Run("kept when it halts", func(t *testing.T) {
		d := newDesk(t, gojavm.New(), limits, nil)
		d.call(t.Context(), `fs.writeFileSync('/a', 'x'); halt('y')`)
		assert.Equal(t, "x", d.read("/a"))
	})
	t.Run("nothing when its time is over", func(t *testing.T) {
		needsWatchdog(t)
		d := newDesk(t, gojavm.New(), limits, map[string]string{"/a": "old"})
		result := d.call(t.Context(), `console.log('begun'); fs.writeFileSync('/a', 'x'); for (;;) {}`)
		assert.True(t, result.IsError)
		assert.Equal(t, "=== Console output ===\n[LOG] begun\n=== Error ===\nError: time limit of 0.1 s passed; do less per call, or look for a loop that never ends. "+
			"The script was ended, and nothing it wrote was kept: the files are as they were before.", result.Content)
		assert.Equal(t, "old", d.read("/a"))
		assert.Equal(t, "2", d.call(t.Context(), `return 1 + 1`).Content)
	})
	t.Run("nothing when it is cancelled", func(t *testing.T) {
		needsWatchdog(t)
		d := newDesk(t, gojavm.New(), javascript.Limits{}, map[string]string{"/a": "old"})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(30*time.Millisecond, cancel)
		result := d.call(ctx, `fs.writeFileSync('/a', 'x'); for (;;) {}`)
		assert.True(t, result.IsError)
		assert.Contains(t, result.Content, "The call was cancelled. The script was ended, and nothing it wrote was kept")
		assert.Equal(t, "old", d.read("/a"))
	})
	t.Run("nothing on a conflict", func(t *testing.T) {
		d := newDesk(t, nil, javascript.Limits{}, map[string]string{"/a": "old"})
		engine := meanwhile{Engine: gojavm.New(), do: func() {
			d.update(func(fs afero.Fs) error { return afero.WriteFile(fs, "/a", []byte("theirs"), 0o644) })
		}}
		d.tool = javascript.New(d.files, engine, javascript.Options{})
		result := d.call(t.Context(), `fs.writeFileSync('/a', 'mine'); fs.writeFileSync('/b', 'mine'); return 'done'`)
		assert.True(t, result.IsError)
		assert.Equal(t, "Error: nothing the script wrote was kept: a file it wrote was changed meanwhile by somebody else; run it again.", result.Content)
		assert.Equal(t, "theirs", d.read("/a"))
		assert.Equal(t, "-", d.read("/b"))
	})
	t.Run("other files may change meanwhile", func(t *testing.T) {
		d := newDesk(t, nil, javascript.Limits{}, map[string]string{"/a": "old"})
		engine := meanwhile{Engine: gojavm.New(), do: func() {
			d.update(func(fs afero.Fs) error { return afero.WriteFile(fs, "/c", []byte("theirs"), 0o644) })
		}}
		d.tool = javascript.New(d.files, engine, javascript.Options{})
		result := d.call(t.Context(), `fs.writeFileSync('/a', 'mine')`)
		assert.Equal(t, "Files written: /a (4B)", result.Content)
		assert.Equal(t, "theirs", d.read("/c"))
	})
	t.Run("nothing when the engine fails", func(t *testing.T) {
		d := newDesk(t, broken{}, javascript.Limits{}, nil)
		result := d.call(t.Context(), `1`)
		assert.True(t, result.IsError)
		assert.Equal(t, "=== Console output ===\n[LOG] last words\n=== Error ===\nError: the sandbox failed: worker died. "+
			"The script was ended, and nothing it wrote was kept: the files are as they were before.", result.Content)
		assert.Equal(t, "-", d.read("/a"))
	})
}

// needsWatchdog skips where nothing preempts the engine.
func needsWatchdog(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("ended from outside")
	}
}

// meanwhile does something between the end of a script and its commit.
type meanwhile struct {
	javascript.Engine
	do func()
}

func (m meanwhile) Run(ctx context.Context, job javascript.Job, host javascript.Host) (javascript.Outcome, error) {
	out, err := m.Engine.Run(ctx, job, host)
	m.do()
	if out.Value == "done" {
		out.HasValue = false
	}
	return out, err
}

// broken is an engine that dies after it wrote a file.
type broken struct{}

func (broken) Run(ctx context.Context, _ javascript.Job, host javascript.Host) (javascript.Outcome, error) {
	if err := host.Files().WriteFile(ctx, "/a", []byte("x"), false); err != nil {
		return javascript.Outcome{}, err
	}
	host.Console(javascript.Line{Level: "log", Text: "last words"})
	return javascript.Outcome{}, errors.New("worker died")
}

func TestNoEngine(t *testing.T) {
	projects := vfs.NewProjects(memory.New(), vfs.Config{})
	defer projects.Close()
	_, err := javascript.New(projects, nil, javascript.Options{}).Execute(t.Context(), registry.Call{Input: json.RawMessage(`{"code":"1"}`)})
	assert.ErrorContains(t, err, "no sandbox")
}

func TestDefinition(t *testing.T) {
	tool := javascript.New(nil, nil, javascript.Options{})
	schema, err := tool.InputSchema(t.Context(), nil)
	require.NoError(t, err)
	text, err := json.Marshal(schema)
	require.NoError(t, err)
	assert.JSONEq(t, `{"type":"object","additionalProperties":false,"required":["code"],"properties":{
		"code":{"type":"string","description":"Body of an async function: await works; return gives the result, or else the value of the last expression."},
		"language":{"type":"string","enum":["javascript","typescript"],"description":"Default javascript."}}}`, string(text))
	with, err := tool.Description(t.Context(), registry.Options{"loadLib": true})
	require.NoError(t, err)
	without, err := tool.Description(t.Context(), registry.Options{"loadLib": false})
	require.NoError(t, err)
	assert.Contains(t, with, "/lib")
	assert.NotContains(t, without, "/lib")
	assert.NotContains(t, with, "TypeScript")
	both, err := javascript.New(nil, gojavm.NewWith(gojavm.Options{Lower: lower.Lower}), javascript.Options{}).Description(t.Context(), nil)
	require.NoError(t, err)
	assert.Contains(t, both, "JavaScript or TypeScript")
	assert.Equal(t, 60*time.Second, tool.Timeout)
}
