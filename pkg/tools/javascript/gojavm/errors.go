package gojavm

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// scriptError is how a script failed, as text for the model.
type scriptError struct{ text string }

func (e *scriptError) Error() string { return e.text }

// uncaught is the error of a script that threw a value.
func (w *world) uncaught(thrown goja.Value) error {
	text := ""
	err := w.guard(func() {
		if w.try(func() { text = w.errorText(thrown) }) != nil {
			text = "Uncaught value that cannot be shown"
		}
	})
	if err != nil {
		return w.fault(err)
	}
	return &scriptError{text: shorten(text, w.limits.OutputChars)}
}

// errorText is the name, message and stack of an error with its causes; of any
// other value, what it is.
func (w *world) errorText(v goja.Value) string {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Error" {
		return "Uncaught " + w.inspect(nonNil(v))
	}
	text := w.stackText(o)
	for depth := 0; depth < 5; depth++ {
		cause, ok := nonNil(o.Get("cause")).(*goja.Object)
		if !ok || cause.ClassName() != "Error" {
			break
		}
		text += "\n  [cause]: " + strings.ReplaceAll(w.stackText(cause), "\n", "\n  ")
		o = cause
	}
	return text
}

// stackText is the stack of an error, beginning with its name and message.
func (w *world) stackText(o *goja.Object) string {
	stack, ok := text(nonNil(o.Get("stack")))
	if !ok || stack == "" {
		return nonNil(o.Get("name")).String() + ": " + nonNil(o.Get("message")).String()
	}
	return shortStack(w.cleanStack(stack))
}

// frame is one line of a stack as goja writes it: place and program counter.
var frame = regexp.MustCompile(`^\tat (?:(.*) \()?(.*):(\d+):(\d+)\(\d+\)\)?$`)

// shownFrames is how many lines of a stack are shown, which tell enough of a
// recursion too.
const shownFrames = 20

// cleanStack rewrites a stack as Node would show it: only what is the user's own,
// with the columns of the first line put right.
func (w *world) cleanStack(stack string) string {
	var out []string
	for _, line := range strings.Split(strings.TrimRight(stack, "\n"), "\n") {
		if !strings.HasPrefix(line, "\tat ") {
			out = append(out, line)
			continue
		}
		m, mapped := frame.FindStringSubmatch(line), false
		if m != nil {
			mapped = strings.HasPrefix(m[2], loweredFolder)
			m[2] = shownName(m[2])
		}
		if m == nil || strings.HasPrefix(m[2], internalPrefix) {
			continue // a builtin of goja's or of ours
		}
		place := m[2] + ":" + m[3] + ":"
		column, _ := strconv.Atoi(m[4])
		if mapped {
			column++ // source maps count from 0
		}
		if shift := w.shifts[m[2]]; m[3] == "1" && shift > 0 {
			if column <= shift {
				continue
			}
			column -= shift
		}
		place += strconv.Itoa(column)
		if m[1] != "" {
			place = m[1] + " (" + place + ")"
		}
		out = append(out, "    at "+place)
	}
	return strings.Join(out, "\n")
}

// shortStack leaves out what of a stack is of no use to a reader.
func shortStack(stack string) string {
	lines := strings.Split(stack, "\n")
	frames := 0
	for i, line := range lines {
		if !strings.HasPrefix(line, "    at ") {
			continue
		}
		if frames++; frames > shownFrames {
			return strings.Join(lines[:i], "\n") + fmt.Sprintf("\n    … %d more", len(lines)-i)
		}
	}
	return stack
}

// callerStack is where the script is now.
func (w *world) callerStack() string {
	_, frames, _ := strings.Cut(w.cleanStack(nonNil(w.newError("Error", "").Get("stack")).String()), "\n")
	return frames
}

// stackExceeded begins the message of every error of too deep a recursion.
const stackExceeded = "Maximum call stack size exceeded: "

// overflowText describes a stack overflow, which goja lets no script catch.
func (w *world) overflowText(err *goja.StackOverflowError) string {
	text := "RangeError: " + stackExceeded + script.NewLimitError(script.LimitStack, w.limits).Message
	frames := strings.Split(w.cleanStack(strings.TrimPrefix(err.String(), "StackOverflowError\n")), "\n")
	for i, f := range frames {
		if i < 8 && strings.HasPrefix(f, "    at ") {
			text += "\n" + f
		}
	}
	return text
}

// errorShape shows an error as its stack; other properties follow it.
func (in *inspector) errorShape(o *goja.Object, level int) shape {
	base := in.w.stackText(o)
	if !strings.Contains(base, "\n    at ") {
		base = "[" + base + "]"
	}
	base = strings.ReplaceAll(base, "\n", "\n"+strings.Repeat(" ", in.indent))
	s := shape{base: base, open: "{", close: "}", skip: map[string]bool{"stack": true, "message": true, "name": true}}
	in.indent += 2
	for _, hidden := range []string{"cause", "errors"} {
		d, err := in.w.prims.descriptor(goja.Undefined(), o, in.w.rt.ToValue(hidden))
		if err != nil {
			panic(err)
		}
		if d, ok := d.(*goja.Object); ok && !d.Get("enumerable").ToBoolean() {
			s.parts = append(s.parts, "["+hidden+"]: "+in.property(o, in.w.rt.ToValue(hidden), level))
		}
	}
	in.indent -= 2
	return s
}
