package api

// nearestName is the name most like the given one, or "" where none is like it.
func nearestName(given string, names []string) string {
	best, bestDistance := "", min(len(given), 32)/2+1
	for _, name := range names {
		if distance := editDistance(given, name); distance < bestDistance {
			best, bestDistance = name, distance
		}
	}
	return best
}

// editDistance counts the bytes to insert, drop and replace. Long texts are cut:
// they are no typing errors of a name.
func editDistance(a, b string) int {
	const most = 48
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
