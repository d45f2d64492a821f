package web

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPrivateAddressesInEveryNotation(t *testing.T) {
	for _, host := range []string{
		"127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0x7f.1", "0177.0.0.1", "017700000001", "127.0.0.1.",
		"0", "0.0.0.0", "%31%32%37.0.0.1", "１２７.０.０.１", "127。0。0。1", "①②⑦.⓪.⓪.①", "0X7F.0X0.0.1", "127.0.0.0x1",
		"[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::ffff:0:7f00:1]",
		"10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "2852039166", "0xa9fea9fe", "100.64.0.1", "192.0.0.1",
		"198.18.0.1", "224.0.0.1", "255.255.255.255", "[fc00::1]", "[fd12:3456::1]", "[fe80::1]", "[fec0::1]", "[ff02::1]", "[::ffff:10.0.0.1]", "[2001::1]", "[2001:db8::1]",
		"localhost", "LOCALHOST", "localhost.", "ｌｏｃａｌｈｏｓｔ", "𝐥𝐨𝐜𝐚𝐥𝐡𝐨𝐬𝐭", "localhoſt", "a.localhost", "printer.local", "metadata.google.internal", "router", "nas.lan",
		"x.home.arpa", "loc%61lhost",
	} {
		for _, form := range []string{"http://" + host + "/", "https://" + host + ":8443/x?y#z", "HTTP://" + host} {
			a, err := parse(form)
			require.NoError(t, err, form)
			refused, private := rules{}.verdict(a)
			assert.Contains(t, refused, "private networks are refused", form)
			assert.False(t, private)
		}
	}
}

func TestHostsThatNobodyCanBeSureOf(t *testing.T) {
	for _, form := range []string{
		"http://", "http:///", "http:///127.0.0.1/", "http://[::1", "http://[::1]x/", "http://[fe80::1%25eth0]/", "http://[1.2.3.4]/", "http://[:::1]/", "http://[::1::]/",
		"http://[1:2:3:4:5:6:7]/", "http://[1:2:3:4:5:6:7:8:9]/", "http://[12345::]/", "http://1.2.3.4.5/", "http://256.1.1.1/", "http://1.2.3.256/", "http://0x/x", "http://4294967296/",
		"http://a b/", "http://a%20b/", "http://a%00b/", "http://a..b/", "http://.a/", "http://a:b/", "http://a:99999/", "http://a:+80/", "http://a\\@127.0.0.1/", "http://a\tb/",
		"http://a\nb/", "http://local\u00adhost/", "http://local\u200bhost/", "http://localhost\ufe0f/", "http://a<b/", "http://ex\ufffdample.com/",
		"http://" + strings.Repeat("a", 64) + ".com/", "http://" + strings.Repeat("a.", 127) + "com/",
	} {
		a, err := parse(form)
		if form == "http://0x/x" { // the number 0, as browsers have it
			require.NoError(t, err)
			assert.Equal(t, "0.0.0.0", a.host)
			continue
		}
		assert.ErrorIs(t, err, errInvalidURL, form)
	}
	for _, form := range []string{"http://a@b/", "http://a:b@c/", "http://127.0.0.1%40example.com/"} {
		_, err := parse(form)
		assert.ErrorIs(t, err, errUserInfo, form)
	}
}

func TestNormalForm(t *testing.T) {
	for given, want := range map[string]string{
		" https://Example.COM ":          "https://example.com/",
		"http://example.com:80/a?b#c":    "http://example.com/a?b",
		"https://example.com:443?q":      "https://example.com/?q",
		"http://example.com:0443/":       "http://example.com:443/",
		"https://example.com./a b|ü":     "https://example.com/a%20b%7C%C3%BC",
		"https://bücher.example/":        "https://xn--bcher-kva.example/",
		"https://日本語.example/%E3%81%82":  "https://xn--wgv71a119e.example/%E3%81%82",
		"https://MÜNCHEN.de":             "https://xn--mnchen-3ya.de/",
		"http://0x8.8.2056":              "http://8.8.8.8/",
		"http://[2606:4700::1111]:8080/": "http://[2606:4700:0:0:0:0:0:1111]:8080/",
		"https://a.example/x\\y":         "https://a.example/x%5Cy",
		"https://a.example/'\"<>":        "https://a.example/'%22%3C%3E",
	} {
		a, err := parse(given)
		require.NoError(t, err, given)
		assert.Equal(t, want, a.String(), given)
		refused, _ := rules{}.verdict(a)
		assert.Empty(t, refused, given)
	}
}

func TestResolve(t *testing.T) {
	base, err := parse("https://a.example/b/c/d?e=f")
	require.NoError(t, err)
	for reference, want := range map[string]string{
		"": "https://a.example/b/c/d?e=f", "x": "https://a.example/b/c/x", "./x": "https://a.example/b/c/x", "../x": "https://a.example/b/x",
		"../../../x": "https://a.example/x", "/x/./y/..": "https://a.example/x/", "?q": "https://a.example/b/c/d?q", "#h": "https://a.example/b/c/d?e=f",
		"//b.example/x": "https://b.example/x", "http://c.example": "http://c.example/", "x?y=../z": "https://a.example/b/c/x?y=../z", "a:b": "", "mailto:x@y": "",
		"javascript:alert(1)": "", "x/y:z": "https://a.example/b/c/x/y:z",
	} {
		got, err := base.resolve(reference)
		if want == "" {
			assert.Error(t, err, reference)
			continue
		}
		require.NoError(t, err, reference)
		assert.Equal(t, want, got.String(), reference)
	}
}

func TestDomainLists(t *testing.T) {
	for _, test := range []struct {
		allowed, blocked, url, refused string
		private                        bool
	}{
		{"", "", "https://example.com/", "", false},
		{"", "example.com", "https://a.example.com/", "blocked", false},
		{"", "example.com", "https://anexample.com/", "", false},
		{"", "*.example.com", "https://example.com/", "", false},
		{"", "*.example.com", "https://a.example.com/", "blocked", false},
		{"example.com", "a.example.com", "https://b.example.com/", "", true},
		{"example.com", "a.example.com", "https://a.example.com/", "blocked", false},
		{"example.com", "", "https://example.org/", "not on the list", false},
		{"example.com *", "", "https://example.org/", "", false},
		{"*", "", "http://localhost/", "private", false},
		{"localhost:8080, *", "", "http://localhost:8080/", "", true},
		{"localhost:8080", "", "http://localhost/", "private", false},
		{"127.0.0.1", "", "http://0x7f.1:99/", "", true},
		{"[::1]", "", "http://[0:0::1]/", "", true},
		{"https://example.com/", "", "https://example.com/", "", true},
		{"", "169.254.169.254", "http://2852039166/", "blocked", false},
	} {
		a, err := parse(test.url)
		require.NoError(t, err)
		refused, private := newRules(options{AllowedDomains: test.allowed, BlockedDomains: test.blocked}).verdict(a)
		assert.Equal(t, test.private, private, test)
		if test.refused == "" {
			assert.Empty(t, refused, test)
		} else {
			assert.Contains(t, refused, test.refused, test)
		}
	}
}

func TestURLsInTexts(t *testing.T) {
	a, err := parse("https://example.com/a/b?c=d")
	require.NoError(t, err)
	for _, text := range []string{
		"https://example.com/a/b?c=d", "see http://EXAMPLE.com/a/b?c=d.", "(https://example.com/a/b?c=d)", "[x](https://example.com/a/b?c=d)", "<https://example.com/a/b?c=d>",
		"example.com/a/b?c=d", `"url":"https://example.com/a/b?c=d#e"`, "at:https://example.com/a/b?c=d!", "**https://example.com/a/b?c=d**",
	} {
		assert.True(t, inTexts([]string{"x", text}, a), text)
	}
	for _, text := range []string{"", "https://example.com/a/b", "https://example.com/a/b?c=dd", "https://example.com.evil/a/b?c=d", "https://evil/?u=https://example.org", "example.com"} {
		assert.False(t, inTexts([]string{text}, a), text)
	}
	root, err := parse("https://example.com")
	require.NoError(t, err)
	assert.True(t, inTexts([]string{"What is on example.com?"}, root))
	assert.False(t, inTexts([]string{"mail@example.org"}, root))
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"http://127.0.0.1/", "https://[::1]:80/x?y#z", "http://0x7f.1", "https://bücher.example/a b", "http://a%2eb/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		a, err := parse(raw)
		if err != nil {
			return
		}
		text := a.String()
		for i := range len(text) {
			if text[i] <= ' ' || text[i] >= 0x7f {
				t.Fatalf("%q → %q", raw, text)
			}
		}
		again, err := parse(text)
		if err != nil || again.String() != text {
			t.Fatalf("%q → %q → %q, %v", raw, text, again, err)
		}
	})
}
