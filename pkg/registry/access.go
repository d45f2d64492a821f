package registry

import "strings"

// Access says what a call touches, so that calls of one turn that do not meet
// run side by side. Paths cover everything below them; "/" is all files. What
// is not a file may have a name of its own, such as "agents:".
//
// The zero value touches nothing: it runs beside everything.
type Access struct {
	Read  []string
	Write []string
}

// ReadAll reads files anywhere.
func ReadAll() Access { return Access{Read: []string{"/"}} }

// WriteAll may change files anywhere.
func WriteAll() Access { return Access{Write: []string{"/"}} }

// Meets tells whether two calls have to run one after the other.
func (a Access) Meets(b Access) bool {
	return meet(a.Write, b.Write) || meet(a.Write, b.Read) || meet(a.Read, b.Write)
}

func meet(a, b []string) bool {
	for _, p := range a {
		for _, q := range b {
			if covers(p, q) || covers(q, p) {
				return true
			}
		}
	}
	return false
}

func covers(directory, path string) bool {
	directory, path = strings.TrimSuffix(directory, "/"), strings.TrimSuffix(path, "/")
	if directory == "" { // the root covers absolute paths, not other names
		return path == "" || path[0] == '/'
	}
	return path == directory || strings.HasPrefix(path, directory+"/")
}
