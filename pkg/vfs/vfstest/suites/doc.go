// Package suites runs other people's file system suites against ours. It is a
// module of its own so that what they need is no dependency of ours.
package suites
