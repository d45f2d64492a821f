package gojavm_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFiles(t *testing.T) {
	files := map[string]string{"/a.txt": "héllo", "/data/b.json": `{"n": 1}`, "/data/c.csv": "x,y\n1,2\n", "/memories/note.md": "remember", "/bin": "a\x00b"}
	table := []example{
		{"three ways to read", `[fs.readFileSync('/a.txt', 'utf8'), await fs.readFile('/a.txt', 'utf-8'), await fs.promises.readFile('/a.txt', { encoding: 'utf8' })]`, `[ 'héllo', 'héllo', 'héllo' ]`},
		{"a callback", `await new Promise((done) => fs.readFile('/a.txt', 'utf8', (e, text) => done([e, text])))`, `[ null, 'héllo' ]`},
		{"a callback with an error", `await new Promise((done) => fs.readFile('/none', (e) => done(e.code)))`, `ENOENT`},
		{"bytes", `const b = fs.readFileSync('/a.txt'); [b instanceof Uint8Array, b.length, b[1], b.toString(), String(b)]`, `[ true, 6, 195, 'héllo', 'héllo' ]`},
		{"encodings", `['hex', 'base64', 'latin1'].map((e) => fs.readFileSync('/a.txt', e))`, `[ '68c3a96c6c6f', 'aMOpbGxv', 'hÃ©llo' ]`},
		{"unknown encoding", `fs.readFileSync('/a.txt', 'utf9')`, "! TypeError: Unknown encoding: utf9\n    at script.js:1:16"},
		{"relative paths begin at the root", `fs.readFileSync('data/../a.txt', 'utf8')`, `héllo`},
		{"require", `[require('fs') === fs, require('node:fs/promises') === fs.promises, JSON.parse(fs.readFileSync('data/b.json')).n]`, `[ true, true, 1 ]`},
		{"write and append", `await fs.writeFile('/n.txt', 'a'); fs.appendFileSync('/n.txt', 'b'); await fs.promises.writeFile('/n.txt', 'c', { flag: 'a' }); fs.readFileSync('/n.txt', 'utf8')`, `abc`},
		{"append makes the file", `fs.appendFileSync('/new.txt', 'x'); fs.readFileSync('/new.txt', 'utf8')`, `x`},
		{"exclusive", `fs.writeFileSync('/a.txt', 'x', { flag: 'wx' })`, "! Error: EEXIST: file already exists, open '/a.txt'\n    at script.js:1:17"},
		{"write bytes", `fs.writeFileSync('/n', new Uint8Array([1, 2, 255])); [...fs.readFileSync('/n')]`, `[ 1, 2, 255 ]`},
		{"a view writes its own bytes", `const all = new Uint8Array([1, 2, 3, 4]); fs.writeFileSync('/n', all.subarray(1, 3)); fs.writeFileSync('/m', new Uint16Array([0x0201])); fs.writeFileSync('/o', new DataView(all.buffer, 3)); [[...fs.readFileSync('/n')], [...fs.readFileSync('/m')], [...fs.readFileSync('/o')]]`, `[ [ 2, 3 ], [ 1, 2 ], [ 4 ] ]`},
		{"what was written is a copy", `const b = new Uint8Array([1]); fs.writeFileSync('/n', b); b[0] = 9; [...fs.readFileSync('/n')]`, `[ 1 ]`},
		{"write base64", `fs.writeFileSync('/n', 'aGk=', 'base64'); fs.readFileSync('/n', 'utf8')`, `hi`},
		{"writing an object says how", `try { fs.writeFileSync('/n', { a: 1 }) } catch (e) { [e.name, e.code, e.message.includes('JSON.stringify')] }`, `[ 'TypeError', 'ERR_INVALID_ARG_TYPE', true ]`},
		{"byte order mark is kept", `fs.writeFileSync('/n', '\ufeffx'); fs.readFileSync('/n', 'utf8').length`, `2`},
		{"invalid utf-8 is replaced", `fs.writeFileSync('/n', new Uint8Array([0x61, 0xff, 0xe2, 0x82, 0x62])); fs.readFileSync('/n', 'utf8')`, "a\ufffd\ufffdb"},
		{"missing file", `fs.readFileSync('/none')`, "! Error: ENOENT: no such file or directory, open '/none'\n    at script.js:1:16"},
		{"error members", `try { fs.readFileSync('/none') } catch (e) { [e instanceof Error, e.code, e.errno, e.syscall, e.path] }`, `[ true, 'ENOENT', -2, 'open', '/none' ]`},
		{"rejections", `await fs.readFile('/none').catch((e) => e.code)`, `ENOENT`},
		{"read a directory", `try { fs.readFileSync('/data') } catch (e) { e.code }`, `EISDIR`},
		{"write into a missing directory", `try { fs.writeFileSync('/x/y', '') } catch (e) { e.code }`, `ENOENT`},
		{"write below a file", `try { fs.writeFileSync('/a.txt/y', '') } catch (e) { e.code }`, `ENOTDIR`},
		{"write over a directory", `try { fs.writeFileSync('/data', '') } catch (e) { e.code }`, `EISDIR`},
		{"exists", `[fs.existsSync('/a.txt'), fs.existsSync('/none'), fs.existsSync(5), await fs.exists('/data'), fs.existsSync('/a.txt/b')]`, `[ true, false, false, true, false ]`},
		{"access", `fs.accessSync('/a.txt'); await fs.access('/none').catch((e) => e.message)`, `ENOENT: no such file or directory, access '/none'`},
		{"stat", `const s = fs.statSync('/a.txt'); [s.isFile(), s.isDirectory(), s.isSymbolicLink(), s.size, s.mtime instanceof Date, s.readonly, s.isBinary, s.mime]`, `[ true, false, false, 6, true, false, false, 'text/plain' ]`},
		{"stat of other kinds", `[fs.statSync('/data').isDirectory(), fs.statSync('/bin').isBinary, fs.statSync('/memories/note.md').readonly, fs.statSync('/data/b.json').mime]`, `[ true, true, true, 'application/json' ]`},
		{"stat without throwing", `fs.statSync('/none', { throwIfNoEntry: false }) === undefined`, `true`},
		{"readdir", `[fs.readdirSync('/'), await fs.readdir('/data')]`, `[ [ 'a.txt', 'bin', 'data', 'memories' ], [ 'b.json', 'c.csv' ] ]`},
		{"readdir with types", `fs.readdirSync('/', { withFileTypes: true }).map((e) => [e.name, e.isDirectory(), e.parentPath]).join(';')`, `a.txt,false,/;bin,false,/;data,true,/;memories,true,/`},
		{"readdir recursive", `fs.readdirSync('/', { recursive: true }).join()`, `a.txt,bin,data,data/b.json,data/c.csv,memories,memories/note.md`},
		{"readdir of a file", `try { fs.readdirSync('/a.txt') } catch (e) { [e.code, e.syscall] }`, `[ 'ENOTDIR', 'scandir' ]`},
		{"mkdir", `fs.mkdirSync('/d/e/f', { recursive: true }); fs.mkdirSync('/d/e/f', { recursive: true }); try { fs.mkdirSync('/d') } catch (e) { e.code }`, `EEXIST`},
		{"mkdir in nothing", `try { fs.mkdirSync('/x/y') } catch (e) { e.code }`, `ENOENT`},
		{"unlink", `fs.unlinkSync('/a.txt'); fs.existsSync('/a.txt')`, `false`},
		{"unlink a directory", `try { fs.unlinkSync('/data') } catch (e) { e.code }`, `EISDIR`},
		{"rmdir", `fs.mkdirSync('/e'); fs.rmdirSync('/e'); try { fs.rmdirSync('/data') } catch (e) { [e.code, fs.existsSync('/e')] }`, `[ 'ENOTEMPTY', false ]`},
		{"rmdir a file", `try { fs.rmdirSync('/a.txt') } catch (e) { e.code }`, `ENOTDIR`},
		{"rm", `fs.rmSync('/data', { recursive: true }); fs.rmSync('/a.txt'); fs.rmSync('/none', { force: true }); fs.readdirSync('/')`, `[ 'bin', 'memories' ]`},
		{"rm a directory", `try { fs.rmSync('/data') } catch (e) { e.code }`, `ERR_FS_EISDIR`},
		{"rm nothing", `try { fs.rmSync('/none') } catch (e) { e.message }`, `ENOENT: no such file or directory, rm '/none'`},
		{"rename", `fs.renameSync('/a.txt', '/data/z.txt'); [fs.existsSync('/a.txt'), fs.readFileSync('/data/z.txt', 'utf8')]`, `[ false, 'héllo' ]`},
		{"rename nothing", `try { fs.renameSync('/none', '/x') } catch (e) { [e.code, e.path, e.dest] }`, `[ 'ENOENT', '/none', '/x' ]`},
		{"copy", `fs.copyFileSync('/a.txt', '/b.txt'); fs.readFileSync('/b.txt', 'utf8')`, `héllo`},
		{"copy exclusive", `try { fs.copyFileSync('/a.txt', '/bin', fs.constants.COPYFILE_EXCL) } catch (e) { e.code }`, `EEXIST`},
		{"memories can be read", `fs.readFileSync('/memories/note.md', 'utf8')`, `remember`},
		{"memories cannot be changed", `const codes = []; for (const f of [
			() => fs.writeFileSync('/memories/note.md', 'x'), () => fs.writeFileSync('/memories/../memories/new', 'x'), () => fs.appendFileSync('memories/note.md', 'x'),
			() => fs.unlinkSync('/memories/note.md'), () => fs.rmSync('/memories', { recursive: true }), () => fs.mkdirSync('/memories/d'),
			() => fs.renameSync('/memories', '/m'), () => fs.renameSync('/a.txt', '/memories/a.txt'), () => fs.copyFileSync('/a.txt', '/memories/a.txt'), () => fs.accessSync('/memories/note.md', 2)
		]) { try { f(); codes.push('done') } catch (e) { codes.push(e.code) } } codes.join()`, `EROFS,EROFS,EROFS,EROFS,EROFS,EROFS,EROFS,EROFS,EROFS,EROFS`},
		{"the root cannot be removed", `try { fs.rmSync('/', { recursive: true }) } catch (e) { [e.code, fs.existsSync('/a.txt')] }`, `[ 'EINVAL', true ]`},
		{"names that are none", `const codes = []; for (const p of ['', 'a\0b', 5, undefined, null, {}, '/' + 'x'.repeat(300)]) { try { fs.writeFileSync(p, ''); codes.push('done') } catch (e) { codes.push(e.code) } } codes.join()`,
			`ENOENT,ERR_INVALID_ARG_VALUE,ERR_INVALID_ARG_TYPE,ERR_INVALID_ARG_TYPE,ERR_INVALID_ARG_TYPE,ERR_INVALID_ARG_TYPE,ENAMETOOLONG`},
		{"names of objects", `fs.writeFileSync('/__proto__', 'p'); fs.writeFileSync('/constructor', 'c'); fs.readdirSync('/').filter((n) => n.includes('o')).join()`, `__proto__,constructor,memories`},
		{"outside is nowhere", `[fs.existsSync('/etc/passwd'), fs.existsSync('../../../etc/passwd')]`, `[ false, false ]`},
		{"a file URL", `fs.readFileSync(new URL('file:///a.txt'), 'utf8')`, `héllo`},
		{"realpath", `fs.realpathSync('data/./b.json')`, `/data/b.json`},
	}
	for _, e := range table {
		t.Run(e.name, func(t *testing.T) {
			assert.Equal(t, e.want, text(newRig(t, files).run(e.code)))
		})
	}
}

func TestRequireFiles(t *testing.T) {
	files := map[string]string{
		"/lib/math.js":   "exports.add = (a, b) => a + b; var atTop = 1",
		"/src/index.js":  "const m = require('../lib/math'); module.exports = { sum: m.add(2, 3), dir: __dirname, file: __filename, data: require('./data.json') }",
		"/src/data.json": `{"k": [1]}`,
		"/src/broken.js": "exports.x = 1;\nnull.y",
		"/src/wrong.js":  "let = 1",
		"/src/a.js":      "exports.early = 1; exports.b = require('./b').name; exports.late = 2",
		"/src/b.js":      "exports.name = 'b saw ' + Object.keys(require('./a'))",
		"/src/closes.js": "}); throw new Error('out'); (function(){",
	}
	for _, e := range []example{
		{"a directory", `require('/src')`, `{ sum: 5, dir: '/src', file: '/src/index.js', data: { k: [ 1 ] } }`},
		{"once", `require('./src/index.js') === require('/src')`, `true`},
		{"a cycle", `require('./src/a').b`, `b saw early`},
		{"an error inside", `require('./src/broken')`, "! TypeError: Cannot read property 'y' of undefined\n    at /src/broken.js:2:6\n    at script.js:1:8"},
		{"a missing one", `try { require('./none') } catch (e) { [e.code, e.message] }`, `[ 'MODULE_NOT_FOUND', "Cannot find module './none'" ]`},
		{"a package", `try { require('lodash') } catch (e) { e.message.slice(0, 48) }`, `Cannot find module 'lodash'. Available: fs, path`},
		{"syntax", `try { require('./src/wrong') } catch (e) { e.name }`, `SyntaxError`},
		{"closing the wrapper", `try { require('./src/closes') } catch (e) { e.name }`, `SyntaxError`},
	} {
		t.Run(e.name, func(t *testing.T) {
			r := newRig(t, files)
			out, err := r.try(t.Context(), job(e.code))
			assert.NoError(t, err)
			assert.Equal(t, e.want, text(out))
		})
	}
}
