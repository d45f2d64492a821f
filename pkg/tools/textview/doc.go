// Package textview shows files and directories to a model, and finds places in
// text for it: the one formatter that the memory and filesystem tools share, so
// that both look the same and count the same.
//
//   - Paths: [Rules.Clean] makes a path canonical or says why it is refused;
//     [Visible] makes one safe to echo.
//   - Listings: [List] reads a directory a few levels deep, [Listing.Rows] are
//     its "size TAB path" rows, [ListingHeader] is the line above them.
//   - Sizes: [Size] writes 340B, 1.5K, 2M.
//   - Numbered text: an [Index] says how many lines a file has and where they
//     are, and is made in one pass; [Index.Page] numbers some of them and stops
//     at a limit on a line boundary; [Page.Footer] names the range to go on
//     with. Reading a few lines of a large file with an Index at hand costs what
//     the lines cost. [ViewRange] understands what a model writes as view_range.
//   - Edits: [Matches] finds text, also where the file ends its lines in CRLF,
//     [Replace] and [Insert] change it and keep every other byte, and [Snippet]
//     shows the place.
//
// Lines end at \n and nowhere else; the last line may have none. A character is
// a Unicode code point.
package textview
