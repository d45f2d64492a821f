package vfs

import (
	"context"
	"slices"
)

const (
	// packMax is how large the blobs are that small contents are packed into: who
	// reads one file reads its whole pack.
	packMax = 256 << 10
	// raggedExtents is how many pieces make a content worth rewriting whole.
	raggedExtents = 32
)

// packer moves contents out of memory, out of blobs that are mostly unused, and
// out of many pieces into packs. It plans first, since the name of a blob tells
// its size.
type packer struct {
	project *project
	sparse  map[string]struct{}
	packs   []pack
	placed  map[packKey]placed
	blobs   []Blob
}

type pack struct {
	pieces []extent
	size   int64
}

type placed struct {
	pack   int
	offset int64
}

// packKey tells pieces apart: by the memory they are in, or the blob.
type packKey struct {
	data   *byte
	blob   string
	offset int64
	length int64
}

func keyOf(x extent) packKey {
	key := packKey{blob: x.blob, offset: x.offset, length: x.length}
	if x.blob == "" {
		key.data = &x.data[0]
	}
	return key
}

// tree returns a tree whose contents are all in blobs; t itself if they were.
func (k *packer) tree(ctx context.Context, t *tree) (*tree, error) {
	k.sparse, k.placed = sparseBlobs(t), map[packKey]placed{}
	var moving []*node
	for n := range t.nodes.all {
		if k.plan(n) {
			moving = append(moving, n)
		}
	}
	if len(moving) == 0 {
		return t, nil
	}
	if err := k.fill(ctx); err != nil {
		return nil, err
	}
	next := *t
	owner := new(token)
	for _, n := range moving {
		own := next.own(owner, n.ino)
		own.content = k.moved(n.content)
		own.history = slices.Clone(n.history)
		for i := range own.history {
			own.history[i].content = k.moved(n.history[i].content)
		}
	}
	return &next, nil
}

// plan gives every piece of a file that has to move a place.
func (k *packer) plan(n *node) (moves bool) {
	n.contents(func(c content) {
		for _, x := range c.extents {
			if x.length > 0 && k.moves(c, x) {
				k.place(x)
				moves = true
			}
		}
	})
	return moves
}

func (k *packer) moves(c content, x extent) bool {
	_, sparse := k.sparse[x.blob]
	return x.blob == "" || sparse || len(c.extents) > raggedExtents
}

func (k *packer) place(x extent) {
	key := keyOf(x)
	if _, ok := k.placed[key]; ok {
		return
	}
	last := len(k.packs) - 1
	if last < 0 || k.packs[last].size > 0 && k.packs[last].size+x.length > packMax {
		k.packs = append(k.packs, pack{})
		last++
	}
	k.placed[key] = placed{last, k.packs[last].size}
	k.packs[last].pieces = append(k.packs[last].pieces, x)
	k.packs[last].size += x.length
}

// fill makes the blobs.
func (k *packer) fill(ctx context.Context) error {
	var names blobNames
	for _, p := range k.packs {
		data := make([]byte, 0, p.size)
		for _, x := range p.pieces {
			piece, err := k.project.extent(ctx, x)
			if err != nil {
				return err
			}
			data = append(data, piece...)
		}
		k.blobs = append(k.blobs, Blob{ID: names.next(len(data)), Data: sealBlob(data)})
	}
	return nil
}

// moved is a content with its pieces where they were placed.
func (k *packer) moved(c content) content {
	out := make([]extent, 0, len(c.extents))
	for _, x := range c.extents {
		if x.length == 0 {
			continue
		}
		if k.moves(c, x) {
			at := k.placed[keyOf(x)]
			x = extent{blob: k.blobs[at.pack].ID, offset: at.offset, length: x.length}
		}
		if last := len(out) - 1; last >= 0 && out[last].blob == x.blob && out[last].offset+out[last].length == x.offset {
			out[last].length += x.length
			continue
		}
		out = append(out, x)
	}
	return contentOf(out)
}

// sparseBlobs finds blobs of which less than half is in use.
func sparseBlobs(t *tree) map[string]struct{} {
	ranges := map[packKey]struct{}{}
	used := map[string]int64{}
	for n := range t.nodes.all {
		n.contents(func(c content) {
			for _, x := range c.extents {
				if x.blob == "" {
					continue
				}
				key := keyOf(x)
				if _, seen := ranges[key]; !seen {
					ranges[key] = struct{}{}
					used[x.blob] += x.length
				}
			}
		})
	}
	sparse := map[string]struct{}{}
	for id, n := range used {
		if n < blobSize(id)/2 {
			sparse[id] = struct{}{}
		}
	}
	return sparse
}
