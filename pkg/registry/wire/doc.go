// Package wire has the wire formats: one file per API, with the definition of a
// tool going out, a call coming in and its result going back. The shapes are
// those of the vendors' SDKs.
package wire
