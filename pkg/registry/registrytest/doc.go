// Package registrytest has what every tool must satisfy, as a test that a tool's
// own tests run:
//
//	func TestConformance(t *testing.T) {
//		registrytest.Conforms(t, func(t *testing.T) registry.Tool { return memory.New(…) })
//	}
package registrytest
