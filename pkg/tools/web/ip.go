package web

import (
	"fmt"
	"strconv"
	"strings"
)

// ip is an address of either family; nil where a host is a name. net/netip would
// do, but it costs the core 20 kB that this does not.
type ip []byte

// String is the address as it stands in a URL, without brackets and shortcuts.
func (a ip) String() string {
	if len(a) == 4 {
		return fmt.Sprintf("%d.%d.%d.%d", a[0], a[1], a[2], a[3])
	}
	groups := make([]string, 0, 8)
	for i := 0; i+1 < len(a); i += 2 {
		groups = append(groups, strconv.FormatUint(uint64(a[i])<<8|uint64(a[i+1]), 16))
	}
	return strings.Join(groups, ":")
}

// parseIPv6 reads an IPv6 address, which may end in an IPv4 address. A zone is no
// part of one that may be asked.
func parseIPv6(text string) (ip, bool) {
	before, after, short := strings.Cut(text, "::")
	if strings.Contains(after, "::") {
		return nil, false
	}
	head, ok := ipGroups(before, !short)
	if !ok {
		return nil, false
	}
	tail, ok := ipGroups(after, true)
	switch {
	case !ok, !short && len(head) != 16, short && len(head)+len(tail) > 14:
		return nil, false
	}
	address := make(ip, 16)
	copy(address, head)
	copy(address[16-len(tail):], tail)
	return address, true
}

func ipGroups(text string, last bool) (bytes []byte, ok bool) {
	if text == "" {
		return nil, true
	}
	groups := strings.Split(text, ":")
	for i, group := range groups {
		if strings.Contains(group, ".") && last && i == len(groups)-1 {
			parts := strings.Split(group, ".")
			for _, part := range parts {
				n, err := strconv.ParseUint(part, 10, 8)
				if err != nil || len(parts) != 4 || len(part) > 1 && part[0] == '0' {
					return nil, false
				}
				bytes = append(bytes, byte(n))
			}
			continue
		}
		n, err := strconv.ParseUint(group, 16, 16)
		if err != nil || len(group) > 4 {
			return nil, false
		}
		bytes = append(bytes, byte(n>>8), byte(n))
	}
	return bytes, len(bytes) <= 16
}

// within tells whether an address is in a range such as "10.0.0.0/8".
func (a ip) within(prefix string) bool {
	text, length, _ := strings.Cut(prefix, "/")
	bits, _ := strconv.Atoi(length)
	base, ok := parseIPv6(text)
	if !strings.Contains(text, ":") {
		base, _, ok = parseIPv4(text)
	}
	if !ok || len(base) != len(a) {
		return false
	}
	for i := 0; bits > 0; i, bits = i+1, bits-8 {
		mask := byte(0xff)
		if bits < 8 {
			mask <<= 8 - bits
		}
		if a[i]&mask != base[i]&mask {
			return false
		}
	}
	return true
}
