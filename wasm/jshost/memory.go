package jshost

// copiedMemory is the fallback where addresses cannot be reserved.
type copiedMemory struct{ bytes []byte }

// Reallocate implements experimental.LinearMemory.
func (m *copiedMemory) Reallocate(size uint64) []byte {
	if more := int(size) - len(m.bytes); more > 0 {
		m.bytes = append(m.bytes, make([]byte, more)...)
	}
	return m.bytes[:size]
}

// Free implements experimental.LinearMemory.
func (m *copiedMemory) Free() { m.bytes = nil }
