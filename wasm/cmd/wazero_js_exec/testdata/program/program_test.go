package program

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestDouble(t *testing.T) {
	if Double(2) != 4 {
		t.Error("wrong")
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "sub", "a.txt")
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("grüße"), 0o644); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != "grüße" {
		t.Fatal(string(b), err)
	}
	if err := os.Rename(file, filepath.Join(dir, "b.txt")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 || entries[0].Name() != "b.txt" {
		t.Fatal(entries, err)
	}
	if b, err := os.ReadFile("testdata.txt"); err != nil || len(b) == 0 {
		t.Fatal("the package's own folder:", err)
	}
}

func TestSleep(t *testing.T) {
	t.Parallel()
	start := time.Now()
	time.Sleep(5 * time.Millisecond)
	if time.Since(start) < 5*time.Millisecond {
		t.Error("woke early")
	}
}

func TestFail(t *testing.T) {
	if os.Getenv("TEST_FAIL") != "" {
		t.Error("failed on demand")
	}
}

func TestPanic(t *testing.T) {
	if os.Getenv("TEST_PANIC") != "" {
		panic("panicked on demand")
	}
}

func TestDeadlock(t *testing.T) {
	if os.Getenv("TEST_DEADLOCK") != "" {
		<-make(chan int)
	}
}

func BenchmarkDouble(b *testing.B) {
	for b.Loop() {
		Double(2)
	}
}
