// Node's path, POSIX only.
function (native) {
  const check = (p, name = 'path') => {
    if (typeof p !== 'string') {
      const e = new TypeError(`The "${name}" argument must be of type string. Received ${native.inspect(p)}`);
      e.code = 'ERR_INVALID_ARG_TYPE';
      throw e;
    }
  };
  const parts = (p, absolute) => {
    const out = [];
    for (const part of p.split('/')) {
      if (part === '' || part === '.') continue;
      if (part === '..') {
        if (out.length > 0 && out[out.length - 1] !== '..') out.pop();
        else if (!absolute) out.push('..');
      } else out.push(part);
    }
    return out;
  };
  const path = {
    sep: '/',
    delimiter: ':',
    normalize(p) {
      check(p);
      if (p === '') return '.';
      const absolute = p.startsWith('/');
      let out = parts(p, absolute).join('/');
      if (out === '' && !absolute) out = '.';
      if (out !== '' && p.endsWith('/')) out += '/';
      return absolute ? '/' + out : out;
    },
    join(...args) {
      args.forEach((a) => check(a));
      const joined = args.filter((a) => a !== '').join('/');
      return joined === '' ? '.' : path.normalize(joined);
    },
    resolve(...args) {
      let out = '';
      for (let i = args.length - 1; i >= 0 && !out.startsWith('/'); i--) {
        check(args[i], `paths[${i}]`);
        if (args[i] !== '') out = out === '' ? args[i] : args[i] + '/' + out;
      }
      return '/' + parts('/' + out, true).join('/');
    },
    isAbsolute(p) { check(p); return p.startsWith('/'); },
    relative(from, to) {
      const a = parts(path.resolve(from), true), b = parts(path.resolve(to), true);
      let i = 0;
      while (i < a.length && i < b.length && a[i] === b[i]) i++;
      return [...a.slice(i).map(() => '..'), ...b.slice(i)].join('/');
    },
    dirname(p) {
      check(p);
      const trimmed = p.replace(/\/+$/, '');
      if (trimmed === '') return p.startsWith('/') ? '/' : '.';
      const i = trimmed.lastIndexOf('/');
      if (i < 0) return '.';
      return trimmed.slice(0, i).replace(/\/+$/, '') || '/';
    },
    basename(p, suffix) {
      check(p);
      const trimmed = p.replace(/\/+$/, '');
      const base = trimmed.slice(trimmed.lastIndexOf('/') + 1);
      if (suffix !== undefined && base !== suffix && base.endsWith(suffix)) return base.slice(0, base.length - suffix.length);
      return base;
    },
    extname(p) {
      const base = path.basename(p);
      const i = base.lastIndexOf('.');
      return i <= 0 || base === '..' ? '' : base.slice(i);
    },
    parse(p) {
      check(p);
      const root = p.startsWith('/') ? '/' : '';
      const base = path.basename(p), ext = path.extname(p);
      let dir = path.dirname(p);
      if (dir === '.' && !p.startsWith('.')) dir = '';
      return { root, dir, base, ext, name: ext ? base.slice(0, -ext.length) : base };
    },
    format({ root = '', dir, base, name = '', ext = '' }) {
      const file = base || name + (ext && !ext.startsWith('.') ? '.' + ext : ext);
      if (!dir) return root + file;
      return dir === root ? dir + file : dir + '/' + file;
    },
    matchesGlob(p, glob) {
      let re = '';
      for (let i = 0; i < glob.length; i++) {
        const c = glob[i];
        if (c === '*' && glob[i + 1] === '*') { re += glob[i + 2] === '/' ? '(?:.*/)?' : '.*'; i += glob[i + 2] === '/' ? 2 : 1; }
        else if (c === '*') re += '[^/]*';
        else if (c === '?') re += '[^/]';
        else re += c.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
      }
      return new RegExp(`^${re}$`).test(p);
    },
  };
  path.posix = path;
  return path;
}
