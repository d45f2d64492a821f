package web

import "strings"

// privateRanges are addresses that are not of the public internet. Addresses
// that carry an IPv4 address in them are judged by that, in [IsPrivate].
func privateRanges() []string {
	return []string{
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
		"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
		"64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
	}
}

// IsPrivate tells whether an address of 4 or 16 bytes is of this machine, of a
// private network, or otherwise not of the public internet.
func IsPrivate(address []byte) bool {
	a := ip(address)
	switch {
	case len(a) == 4:
	case len(a) != 16:
		return true
	case a.within("::ffff:0:0/96"), a.within("::/96"), a.within("64:ff9b::/96"), a.within("::ffff:0:0:0/96"):
		return IsPrivate(a[12:])
	case a.within("2002::/16"):
		return IsPrivate(a[2:6])
	}
	for _, private := range privateRanges() {
		if a.within(private) {
			return true
		}
	}
	return false
}

// isPrivateName tells names that no public server has.
func isPrivateName(host string) bool {
	if !strings.Contains(host, ".") {
		return true // localhost, router, intranet
	}
	for _, suffix := range []string{".localhost", ".local", ".internal", ".localdomain", ".lan", ".intranet", ".home.arpa", ".test", ".onion"} {
		if strings.HasSuffix(host, suffix) {
			return true
		}
	}
	return false
}

// rules are the lists of domains of one call.
type rules struct{ allowed, blocked []string }

func newRules(o options) rules {
	split := func(list string) []string {
		return strings.FieldsFunc(strings.ToLower(list), func(r rune) bool { return r <= ' ' || r == ',' || r == ';' })
	}
	return rules{split(o.AllowedDomains), split(o.BlockedDomains)}
}

// verdict is why a host is refused, or "" where it is not; private tells that it
// may be on a private network.
func (r rules) verdict(a address) (refused string, private bool) {
	if matches(r.blocked, a) {
		return a.host + " is on the list of blocked domains", false
	}
	if matches(r.allowed, a) {
		return "", true
	}
	switch {
	case a.ip != nil && IsPrivate(a.ip), a.ip == nil && isPrivateName(a.host):
		return "Addresses of this machine and of private networks are refused (" + a.host + ")", false
	case len(r.allowed) > 0 && !hasStar(r.allowed):
		return a.host + " is not on the list of allowed domains", false
	}
	return "", false
}

func hasStar(list []string) bool {
	for _, entry := range list {
		if entry == "*" {
			return true
		}
	}
	return false
}

// matches: an entry is a domain, which has its subdomains with it, *.domain for
// these alone, or an address; each with a port or without.
func matches(list []string, a address) bool {
	for _, entry := range list {
		if _, rest, found := strings.Cut(entry, "://"); found {
			entry = strings.TrimSuffix(rest, "/")
		}
		below, only := strings.CutPrefix(entry, "*.")
		if entry == "*" {
			continue // everything public: see verdict
		}
		var of address
		if of.setAuthority(below) != nil || of.port != "" && of.port != a.portNumber() {
			continue
		}
		if of.host == a.host && !only || a.ip == nil && strings.HasSuffix(a.host, "."+of.host) {
			return true
		}
	}
	return false
}

func (a address) portNumber() string {
	switch {
	case a.port != "":
		return a.port
	case a.scheme == "http":
		return "80"
	}
	return "443"
}
