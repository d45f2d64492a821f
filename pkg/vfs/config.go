package vfs

import "time"

// Config sets up [NewProjects]. The zero value is usable.
type Config struct {
	// Now is the clock. nil means time.Now.
	Now func() time.Time
	// OnChange is told which paths a commit changed, one's own as well as
	// another tab's or process's, once it is durable. It must return soon and
	// must not call back into the project. nil tells nobody.
	OnChange func(projectID string, paths []string)
	// Limits of every project.
	Limits Limits
	// CacheBytes is how much content is kept in memory after it was read.
	// Zero means 64 MiB.
	CacheBytes int64
}

// Limits of one project. Zero fields mean the defaults.
type Limits struct {
	// FileBytes is the largest file. Default 32 MiB.
	FileBytes int64
	// ProjectBytes is the most that all files together may hold. Default 512 MiB.
	ProjectBytes int64
	// Versions is how many overwritten contents are kept per file. Default 20.
	Versions int
	// HistoryAge is how long overwritten and removed contents are kept. Default
	// 30 days.
	HistoryAge time.Duration
	// HistoryBytes is the most that overwritten and removed contents may hold.
	// Default a quarter of ProjectBytes.
	HistoryBytes int64
}

func (c Config) withDefaults() Config {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.OnChange == nil {
		c.OnChange = func(string, []string) {}
	}
	if c.CacheBytes == 0 {
		c.CacheBytes = 64 << 20
	}
	if c.Limits.FileBytes == 0 {
		c.Limits.FileBytes = 32 << 20
	}
	if c.Limits.ProjectBytes == 0 {
		c.Limits.ProjectBytes = 512 << 20
	}
	if c.Limits.Versions == 0 {
		c.Limits.Versions = 20
	}
	if c.Limits.HistoryAge == 0 {
		c.Limits.HistoryAge = 30 * 24 * time.Hour
	}
	if c.Limits.HistoryBytes == 0 {
		c.Limits.HistoryBytes = c.Limits.ProjectBytes / 4
	}
	return c
}
