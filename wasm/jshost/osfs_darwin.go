package jshost

import "syscall"

func statTimes(st *syscall.Stat_t) (accessed, modified, changed syscall.Timespec) {
	return st.Atimespec, st.Mtimespec, st.Ctimespec
}
