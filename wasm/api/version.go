package api

import "github.com/clienttools/clienttools/wasm/release"

// Version is the version of the npm package and of its modules.
const Version = release.Version
