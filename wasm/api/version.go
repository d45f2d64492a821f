package api

// Version is the version of the npm package and of its modules.
const Version = "0.1.0"
