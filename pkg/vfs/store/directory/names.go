package directory

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// maxFolder is the longest folder name that is made of a project's id itself.
const maxFolder = 200

// folder is the name of a project's folder. It is safe on every file system, also
// where upper and lower case are the same.
func folder(projectID string) string {
	name := escape(projectID)
	if len(name) <= maxFolder {
		return name
	}
	sum := sha256.Sum256([]byte(projectID))
	return "~" + hex.EncodeToString(sum[:])
}

const hexDigits = "0123456789abcdef"

// escape keeps lower case letters, digits, "-" and "_", and writes the other
// bytes as "%" and two digits.
func escape(id string) string {
	var b strings.Builder
	for i := 0; i < len(id); i++ {
		if plain(id[i]) {
			b.WriteByte(id[i])
			continue
		}
		b.WriteString("%" + hexDigits[id[i]>>4:id[i]>>4+1] + hexDigits[id[i]&15:id[i]&15+1])
	}
	return b.String()
}

func plain(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

func unescape(name string) (id string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		switch {
		case plain(name[i]):
			b.WriteByte(name[i])
		case name[i] == '%' && i+2 < len(name):
			raw, err := hex.DecodeString(name[i+1 : i+3])
			if err != nil {
				return "", false
			}
			b.WriteByte(raw[0])
			i += 2
		default:
			return "", false
		}
	}
	return b.String(), escape(b.String()) == name
}
