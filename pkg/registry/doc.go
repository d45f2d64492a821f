// Package registry says what a tool is and does everything with tools that is
// not a tool's own business: options, definitions for every API, validation,
// approval, execution, activities and prompts. It imports nothing of ours.
package registry
