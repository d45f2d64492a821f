package registry

// Progress lets a running tool update the activity of its call. Its methods are
// safe for concurrent use, and do nothing once the call has ended. The zero
// value, and a nil *Progress, drop everything.
type Progress struct {
	change func(func(*Activity))
}

func (p *Progress) update(change func(*Activity)) {
	if p != nil && p.change != nil {
		p.change(change)
	}
}

// Message is the line the user reads while the call runs.
func (p *Progress) Message(text string) { p.update(func(a *Activity) { a.DisplayMessage = text }) }

// Fraction is how much is done, from 0 to 1.
func (p *Progress) Fraction(done float64) {
	done = min(max(done, 0), 1)
	p.update(func(a *Activity) { a.Fraction = &done })
}

// Data merges into the activity's data: given names replace, others stay.
func (p *Progress) Data(data map[string]any) {
	p.update(func(a *Activity) {
		for name, value := range data {
			a.Data[name] = value
		}
	})
}

// Delete removes names from the activity's data.
func (p *Progress) Delete(names ...string) {
	p.update(func(a *Activity) {
		for _, name := range names {
			delete(a.Data, name)
		}
	})
}

// DisplayName replaces the name the activity is shown under.
func (p *Progress) DisplayName(name string) { p.update(func(a *Activity) { a.DisplayName = name }) }
