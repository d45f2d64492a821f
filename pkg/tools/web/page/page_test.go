package page_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/clienttools/clienttools/pkg/tools/web/page"
)

func markdown(html string) string { return page.Read(html, page.Options{}).Markdown }

func TestMarkdown(t *testing.T) {
	for name, test := range map[string]struct{ html, want string }{
		"paragraphs":          {"<p>One\n two<p>Three</p>four", "One two\n\nThree\n\nfour"},
		"headings":            {"<h1>A <i>b</i></h1><h3>C</h3>", "# A *b*\n\n### C"},
		"emphasis":            {"a <b> bold </b>, <em>it</em><s>x</s>", "a **bold** , *it*~~x~~"},
		"line breaks":         {"a<br>b<br/>c", "a\nb\nc"},
		"links":               {`<a href="/x"> see <b>this</b> </a>and <a href="#top">top</a><a name=q></a>`, "[see **this**](/x) and top"},
		"a link left open":    {`<a href=/1>one <a href=/2>two</a>`, "[one](/1) [two](/2)"},
		"a card in a link":    {`<a href="/x"><div><h3>Title</h3><p>Text</p></div></a>`, "[Title Text](/x)"},
		"images":              {`<img src="/a.png" alt="A [cat]"><img src="b.png"><img alt=c src="data:x">`, "![A (cat)](/a.png)c"},
		"an image in a link":  {`<a href="/x"><img src="/a.png" alt="Cat"></a>`, "[Cat](/x)"},
		"a list":              {"<ul><li>a<li><p>b</p><ol start=3><li>c</ol></ul>", "- a\n- b\n  3. c"},
		"a list of blocks":    {"<ol><li><p>a</p><p>b</p></li><li>c</li></ol>", "1. a\n\n   b\n\n2. c"},
		"a quote":             {"<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"},
		"code":                {"use <code>a  &lt; b</code> or <code>`</code>", "use `a < b` or `` ` ``"},
		"a block of code":     {"<pre><code class='language-go'>\nif a &amp;&amp; b {\n\t<span>x</span>\n}\n</code></pre>", "```go\nif a && b {\n\tx\n}\n```"},
		"fences in code":      {"<pre>```\nx</pre>", "````\n```\nx\n````"},
		"a table":             {"<table><caption>C</caption><tr><th>a<th>b|c<tr><td>1<td><b>2</b></table>", "*C*\n\n| a | b\\|c |\n| --- | --- |\n| 1 | **2** |"},
		"a table of no head":  {"<table><tr><td>1</td><td>2</td></tr></table>", "|  |  |\n| --- | --- |\n| 1 | 2 |"},
		"spanning cells":      {"<table><tr><th colspan=2>a<th>b<tr><td>1<td>2<td>3</table>", "| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |"},
		"a table for layout":  {"<table><tr><td><table><tr><td>x</table><p>y</p></table>", "x\n\ny"},
		"definitions":         {"<dl><dt>a<dd>b</dl>", "**a**\n\n: b"},
		"scripts and styles":  {"a<script>if (1<2) document.write('<p>x</p>')</script><style>p{}</style>b", "ab"},
		"comments":            {"a<!-- <p>x</p> -->b<!doctype html><?php x ?>c", "abc"},
		"hidden":              {`a<p hidden>x</p><div style="display: none">x</div><p style="font-size:0 !important">x<p aria-hidden=true>x</p><i class="sr-only">x</i>`, "a"},
		"off the page":        {`a<div style="position:absolute; left:-9999px">x</div><p style="left:-5px">b</p>`, "a\n\nb"},
		"invisible letters":   {"a\u200bb\u00ad\u202ec\U000e0041d", "abcd"},
		"controls":            {"<form>a<button>x</button><select><option>x</select><textarea>x</textarea><input value=x></form>", "a"},
		"templates":           {"<template><p>x</p></template><svg><text>x</text></svg><noscript>x</noscript>a", "a"},
		"entities":            {"&lt;b&gt; &amp;amp; &#8364; &#x1F600; &eacute;&hellip;&nbsp;&copy &#150; &unknown; &", "<b> &amp; € 😀 é… © – &unknown; &"},
		"an open tag at end":  {"a<b", "a"},
		"an open attribute":   {`a<b class="x>y`, "a"},
		"signs":               {"1 < 2 && 3 > 2 </ x> <3", "1 < 2 && 3 > 2 <3"},
		"unopened ends":       {"</div></p>a</table></li>b", "ab"},
		"head without an end": {"<head><title>T</title><meta x><div>a</div>", "a"},
		"nothing":             {"", ""},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, test.want, markdown(test.html)) })
	}
}

func TestMainContent(t *testing.T) {
	long := strings.Repeat("What the page is about. ", 20)
	for name, html := range map[string]string{
		"main":     "<body><header>Site</header><nav>Menu</nav><main><aside>Ad</aside><p>" + long + "</p></main><footer>Imprint</footer>",
		"role":     "<body><div>Site</div><div role=main><p>" + long + "</p></div>",
		"article":  "<body><div>Site</div><article><p>" + long + "</p></article>",
		"unmarked": "<body><header>Site</header><nav>Menu</nav><div><p>" + long + "</p></div><footer>Imprint</footer>",
	} {
		assert.Equal(t, strings.TrimSpace(long), markdown(html), name)
	}
	assert.Equal(t, "Menu\n\nHi", markdown("<nav>Menu</nav><p>Hi</p>"), "a page that is nearly all menu is shown whole")
	assert.Contains(t, markdown("<article>"+long+"</article><article>second "+long+"</article>"), "second", "of several articles none is the main one")
}

func TestTitle(t *testing.T) {
	assert.Equal(t, "A & B", page.Read("<title> A &amp;\nB</title><h1>C</h1>", page.Options{}).Title)
	assert.Equal(t, "C", page.Read("<h1>C</h1>", page.Options{}).Title)
	assert.Empty(t, page.Read("<p>x", page.Options{}).Title)
}

func TestLinks(t *testing.T) {
	var seen []string
	got := page.Read(`<a href="javascript:x">a</a> <a href="b">b</a> <img alt=c src=d>`, page.Options{Link: func(target string) string {
		seen = append(seen, target)
		if strings.HasPrefix(target, "javascript") {
			return ""
		}
		return "https://e/" + target
	}})
	assert.Equal(t, "a [b](https://e/b) ![c](https://e/d)", got.Markdown)
	assert.Contains(t, seen, "javascript:x")
}

// Pages that are nested or broken on purpose end in a time that grows with them.
func TestHostilePages(t *testing.T) {
	const times = 20_000
	for name, html := range map[string]string{
		"divs":       strings.Repeat("<div>", times) + "x",
		"links":      strings.Repeat("<a href=x><div>", times) + strings.Repeat("y", 500),
		"bold":       strings.Repeat("<b>", times) + "x",
		"lists":      strings.Repeat("<ul><li>x", times),
		"tables":     strings.Repeat("<table><tr><td>x<td>", times),
		"quotes":     strings.Repeat("<blockquote>x", times),
		"ends":       strings.Repeat("<p>", times) + strings.Repeat("</q>", times),
		"comments":   strings.Repeat("<!--", times),
		"scripts":    strings.Repeat("<script>", times),
		"ampersands": strings.Repeat("&", times*10),
		"attributes": "<a " + strings.Repeat("x=' ", times) + "href=y>z",
	} {
		t.Run(name, func(t *testing.T) { assert.True(t, utf8.ValidString(markdown(html))) })
	}
}

func FuzzRead(f *testing.F) {
	f.Add("<p>a<b>c</p><table><tr><td>x</table>&amp;<script>x</script>")
	f.Add("<ul><li><ol><li>x</ol><dl><dt>a<dd>b</dl><pre>c</pre>")
	f.Add("<a href='x'><div><img alt=x src=y></div></a><!-- x --><![CDATA[y]]>")
	f.Fuzz(func(t *testing.T, html string) {
		if len(html) > 20_000 || !utf8.ValidString(html) {
			return
		}
		got := page.Read(html, page.Options{})
		if !utf8.ValidString(got.Markdown) || !utf8.ValidString(got.Title) {
			t.Errorf("not UTF-8: %q", got)
		}
		if len(got.Markdown) > 40*len(html)+100 {
			t.Errorf("%d bytes of %d", len(got.Markdown), len(html))
		}
	})
}
