package textview

import "strconv"

// Size writes a number of bytes for people: base 1024, units B, K, M and G, one
// decimal unless the number is whole (0B, 340B, 1.5K, 2K, 1024.0K).
func Size(bytes int64) string {
	const units = "BKMG"
	if bytes < 0 {
		bytes = 0
	}
	divisor, unit := int64(1), 0
	for unit < len(units)-1 && bytes/divisor >= 1024 {
		divisor *= 1024
		unit++
	}
	whole, rest := bytes/divisor, bytes%divisor
	if rest == 0 {
		return strconv.FormatInt(whole, 10) + units[unit:unit+1]
	}
	// Half goes up. Just below the next unit this gives 1024.0K rather than 1M,
	// as the published helpers write it.
	tenths := (rest*10 + divisor/2) / divisor
	whole, tenths = whole+tenths/10, tenths%10
	return strconv.FormatInt(whole, 10) + "." + strconv.FormatInt(tenths, 10) + units[unit:unit+1]
}
