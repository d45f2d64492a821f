package filesystem

import (
	"encoding/binary"
	"encoding/hex"
	"math/bits"
)

// sha256 computes the SHA-256 of what is written to it (FIPS 180-4). It is here
// because crypto/sha256 links the whole FIPS module with its self-tests, AES and
// random generators: 31 KB of the core at brotli 11. The standard library is the
// oracle in the tests. Only contents of files go through it, nothing secret.
type sha256 struct {
	state  [8]uint32
	block  [64]byte
	filled int
	length uint64
}

func newSHA256() *sha256 {
	return &sha256{state: [8]uint32{
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	}}
}

// hashOf is the SHA-256 of data in hexadecimal.
func hashOf(data []byte) string {
	sum := newSHA256()
	sum.Write(data)
	return sum.hex()
}

// Write implements io.Writer. It never fails.
func (s *sha256) Write(data []byte) (int, error) {
	n := len(data)
	s.length += uint64(n)
	if s.filled > 0 {
		taken := copy(s.block[s.filled:], data)
		s.filled, data = s.filled+taken, data[taken:]
		if s.filled < len(s.block) {
			return n, nil
		}
		s.add(s.block[:])
	}
	for ; len(data) >= len(s.block); data = data[len(s.block):] {
		s.add(data[:len(s.block)])
	}
	s.filled = copy(s.block[:], data)
	return n, nil
}

// hex is the hash of what was written so far. More may be written afterwards: it
// works on a copy.
func (s sha256) hex() string {
	bitLength := s.length * 8
	padding := append(make([]byte, 0, 128), 0x80)
	for (s.filled+len(padding))%len(s.block) != len(s.block)-8 {
		padding = append(padding, 0)
	}
	s.Write(binary.BigEndian.AppendUint64(padding, bitLength))
	var sum []byte
	for _, word := range s.state {
		sum = binary.BigEndian.AppendUint32(sum, word)
	}
	return hex.EncodeToString(sum)
}

// add takes one block of 64 bytes into the state.
func (s *sha256) add(block []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(block[4*i:])
	}
	for i := 16; i < len(w); i++ {
		a, b := w[i-15], w[i-2]
		w[i] = w[i-16] + w[i-7] +
			(bits.RotateLeft32(a, -7) ^ bits.RotateLeft32(a, -18) ^ a>>3) +
			(bits.RotateLeft32(b, -17) ^ bits.RotateLeft32(b, -19) ^ b>>10)
	}
	a, b, c, d, e, f, g, h := s.state[0], s.state[1], s.state[2], s.state[3], s.state[4], s.state[5], s.state[6], s.state[7]
	for i := range w {
		t := h + (bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)) + (e&f ^ ^e&g) + roundConstants[i] + w[i]
		u := (bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)) + (a&b ^ a&c ^ b&c)
		a, b, c, d, e, f, g, h = t+u, a, b, c, d+t, e, f, g
	}
	for i, v := range [8]uint32{a, b, c, d, e, f, g, h} {
		s.state[i] += v
	}
}

// roundConstants are the first 32 bits of the fractional parts of the cube roots
// of the first 64 primes.
var roundConstants = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
