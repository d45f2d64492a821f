// Package release says which release the modules are of. It links nothing.
package release

// Version is the version of the npm package and of its modules.
const Version = "0.1.0"
