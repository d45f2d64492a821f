package migrate

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// step brings a document from the version before it to its own. It tells what
// it changed; a document it does not concern it leaves as it is.
type step struct {
	version int
	apply   func(*object) (changes []string, err error)
}

const versionField = "schemaVersion"

// run applies the steps that a document has not had. A document that carries a
// version is raised to the newest one; one that carries none gets none, since
// it is the application's: its steps see by themselves what is left to do.
func run(document []byte, steps []step) (Result, error) {
	o, err := parseObject(document)
	if err != nil {
		return Result{}, err
	}
	newest := steps[len(steps)-1].version
	version := 0
	if raw, carried := o.get(versionField); carried {
		if err := json.Unmarshal(raw, &version); err != nil || version < 0 {
			return Result{}, fmt.Errorf("%s: want a whole number, got %s", versionField, raw)
		}
		if version > newest {
			return Result{}, fmt.Errorf("%s is %d and this release knows versions up to %d: it was written by a newer release and is left alone", versionField, version, newest)
		}
	}
	var changes []string
	for _, step := range steps {
		if step.version <= version {
			continue
		}
		made, err := step.apply(o)
		if err != nil {
			return Result{}, err
		}
		changes = append(changes, made...)
	}
	if _, carried := o.get(versionField); carried && version < newest {
		o.set(versionField, strconv.AppendInt(nil, int64(newest), 10), 0)
		changes = append(changes, fmt.Sprintf("%s: %d → %d", versionField, version, newest))
	}
	if len(changes) == 0 {
		return Result{Document: document}, nil
	}
	return Result{Document: o.json(), Migrated: true, Changes: changes}, nil
}
