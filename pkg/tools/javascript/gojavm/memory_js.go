package gojavm

import "context"

// watchMemory does nothing: the module's memory has a maximum, and no other
// goroutine would run while a script does.
func (w *world) watchMemory(context.Context) {}
