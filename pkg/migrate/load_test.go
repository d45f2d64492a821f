package migrate_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/migrate"
)

// shelf is a storage that counts what it saves.
type shelf struct {
	documents map[string]string
	saved     []string
	full      bool
}

func (s *shelf) Projects(context.Context) ([]string, error) {
	if s.documents == nil {
		return nil, errors.New("no shelf")
	}
	return slices.Sorted(maps.Keys(s.documents)), nil
}

func (s *shelf) Load(_ context.Context, id string) ([]byte, error) {
	document, ok := s.documents[id]
	if !ok {
		return nil, errors.New("not there")
	}
	return []byte(document), nil
}

func (s *shelf) Save(_ context.Context, id string, document []byte) error {
	if s.full {
		return errors.New("no space left")
	}
	s.saved = append(s.saved, id)
	s.documents[id] = string(document)
	return nil
}

func TestLoadAll(t *testing.T) {
	s := &shelf{documents: map[string]string{
		"a": `{"memoryEnabled":true}`, "b": `{ "enabledTools": ["web"] }`, "c": `{"memoryEnabled":"yes"}`,
		"d": `{"schemaVersion":9,"memoryEnabled":true}`, "e": `{"fsToolEnabled":true,"x":1.50}`, "f": `{`,
	}}
	before := maps.Clone(s.documents)
	loaded, err := migrate.LoadAll(t.Context(), s)
	require.NoError(t, err)
	require.Len(t, loaded, 6)
	assert.Equal(t, []string{"a", "e"}, s.saved, "only what changed is saved")
	assert.Equal(t, `{"enabledTools":["memory"]}`, string(loaded[0].Document))
	assert.Equal(t, []string{"memoryEnabled: true → enabledTools: memory"}, loaded[0].Changes)
	assert.Equal(t, `{"enabledTools":["filesystem"],"x":1.50}`, s.documents["e"])
	for i, want := range map[int]string{2: "memoryEnabled: want true or false", 3: "written by a newer release", 5: "not valid JSON"} {
		assert.ErrorContains(t, loaded[i].Err, want)
		assert.Equal(t, before[loaded[i].ID], string(loaded[i].Document), "given as it is stored")
		assert.Equal(t, before[loaded[i].ID], s.documents[loaded[i].ID], "left as it was")
	}
	s.saved = nil
	again, err := migrate.LoadAll(t.Context(), s)
	require.NoError(t, err)
	assert.Empty(t, s.saved, "twice is once")
	assert.Equal(t, `{"enabledTools":["memory"]}`, string(again[0].Document))

	_, err = migrate.LoadAll(t.Context(), &shelf{})
	assert.EqualError(t, err, "no shelf")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = migrate.LoadAll(ctx, s)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestLoad(t *testing.T) {
	s := &shelf{documents: map[string]string{"a": `{"memoryEnabled":true}`}, full: true}
	result, err := migrate.Load(t.Context(), s, "a")
	assert.EqualError(t, err, `project "a" was migrated and cannot be saved: no space left`)
	assert.Equal(t, `{"memoryEnabled":true}`, string(result.Document), "as it is stored")
	s.full = false
	result, err = migrate.Load(t.Context(), s, "a")
	require.NoError(t, err)
	assert.True(t, result.Migrated)
	_, err = migrate.Load(t.Context(), s, "z")
	assert.EqualError(t, err, `project "z": not there`)
}
