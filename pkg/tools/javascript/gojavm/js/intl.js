// Intl in English: numbers, dates, plurals and lists, whatever the locale asked for.
function (native) {
  const group = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ',');
  const symbols = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', INR: '₹', CNY: 'CN¥', KRW: '₩', BRL: 'R$', CAD: 'CA$', AUD: 'A$', MXN: 'MX$', NZD: 'NZ$', ILS: '₪', VND: '₫', TWD: 'NT$', HKD: 'HK$' };
  const noCents = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK']);
  const range = (name, v, low, high) => {
    if (v === undefined) return undefined;
    if (!(v >= low && v <= high)) throw new RangeError(`${name} value is out of range.`);
    return Math.floor(v);
  };
  // A number in decimal digits, rounded half away from zero as it is written.
  const rounded = (x, places) => {
    if (x >= 1e21) return BigInt(x).toString() + (places ? '.' + '0'.repeat(places) : '');
    const fixed = x.toFixed(Math.min(places, 100));
    const exact = String(x), dot = exact.indexOf('.');
    if (!exact.includes('e') && dot >= 0 && exact.length - dot - 1 === places + 1 && exact.endsWith('5')) {
      const up = BigInt(exact.slice(0, dot) + exact.slice(dot + 1, -1)) + 1n;
      const s = up.toString().padStart(places + 1, '0');
      return places ? s.slice(0, -places) + '.' + s.slice(-places) : s;
    }
    return fixed;
  };
  class NumberFormat {
    #o;
    constructor(locale, options = {}) {
      const o = this.#o = { style: 'decimal', ...options };
      if (o.style === 'currency' && o.currency === undefined) throw new TypeError('Currency code is required with currency style.');
      const usual = o.style === 'currency' ? [noCents.has(o.currency.toUpperCase()) ? 0 : 2, noCents.has(o.currency.toUpperCase()) ? 0 : 2] : o.style === 'percent' ? [0, 0] : o.notation === 'compact' ? [0, 0] : [0, 3];
      const min = range('minimumFractionDigits', o.minimumFractionDigits, 0, 100), max = range('maximumFractionDigits', o.maximumFractionDigits, 0, 100);
      o.min = min ?? Math.min(usual[0], max ?? usual[0]);
      o.max = max ?? Math.max(usual[1], o.min);
      if (o.min > o.max) throw new RangeError('maximumFractionDigits value is out of range.');
      this.format = this.format.bind(this);
    }
    #digits(x, min, max) {
      const o = this.#o;
      const significant = range('maximumSignificantDigits', o.maximumSignificantDigits, 1, 21);
      let text;
      if (significant !== undefined || o.minimumSignificantDigits !== undefined) {
        const p = Number(x.toPrecision(significant ?? 21));
        text = p >= 1e21 ? BigInt(p).toString() : /e/.test(String(p)) ? p.toFixed(20).replace(/0+$/, '') : String(p);
        const have = text.replace('.', '').replace(/^0+/, '').length;
        if (have < (o.minimumSignificantDigits ?? 1)) text += (text.includes('.') ? '' : '.') + '0'.repeat(o.minimumSignificantDigits - have);
      } else text = rounded(x, max);
      let [whole, part = ''] = text.split('.');
      if (significant === undefined && o.minimumSignificantDigits === undefined) while (part.length > min && part.endsWith('0')) part = part.slice(0, -1);
      whole = whole.padStart(o.minimumIntegerDigits ?? 1, '0');
      if (o.useGrouping !== false) whole = group(whole);
      return part ? whole + '.' + part : whole;
    }
    format(value) {
      const o = this.#o;
      if (typeof value === 'bigint') {
        const s = value < 0n ? '-' : '';
        return s + (o.useGrouping === false ? String(value).replace('-', '') : group(String(value).replace('-', '')));
      }
      let x = Number(value), suffix = '';
      if (Number.isNaN(x)) return 'NaN';
      const negative = x < 0 || Object.is(x, -0);
      x = Math.abs(x);
      let body;
      if (x === Infinity) body = '∞';
      else {
        if (o.style === 'percent') x *= 100;
        let { min, max } = o;
        if (o.notation === 'compact') {
          const names = o.compactDisplay === 'long' ? ['', ' thousand', ' million', ' billion', ' trillion'] : ['', 'K', 'M', 'B', 'T'];
          let i = 0;
          while (i < 4 && Number(x.toPrecision(3)) >= 1000) { x /= 1000; i++; }
          suffix = names[i];
          if (o.maximumFractionDigits === undefined && x < 100) max = Math.max(max, x < 10 ? 1 : 0);
        } else if (o.notation === 'scientific') {
          const [m, e] = x.toExponential().split('e');
          x = Number(m);
          suffix = 'E' + Number(e);
        }
        body = this.#digits(x, min, max);
      }
      body += suffix;
      if (o.style === 'percent') body += '%';
      if (o.style === 'unit') body += { percent: '%', celsius: '°C', fahrenheit: '°F', kilometer: ' km', meter: ' m', kilogram: ' kg', gram: ' g', liter: ' L', byte: ' byte', kilobyte: ' kB', megabyte: ' MB', second: ' sec', minute: ' min', hour: ' hr', 'kilometer-per-hour': ' km/h' }[o.unit] ?? ' ' + o.unit;
      if (o.style === 'currency') {
        const code = o.currency.toUpperCase();
        body = o.currencyDisplay === 'name' ? `${body} ${code}` : o.currencyDisplay === 'code' || !symbols[code] ? `${code}\u00a0${body}` : symbols[code] + body;
      }
      const zero = !/[1-9∞]/.test(body);
      if (negative && o.currencySign === 'accounting') return `(${body})`;
      const sign = negative && !(zero && (o.signDisplay === 'negative' || o.signDisplay === 'exceptZero')) ? '-' : o.signDisplay === 'always' || o.signDisplay === 'exceptZero' && !zero ? '+' : '';
      return (o.signDisplay === 'never' ? '' : sign) + body;
    }
    formatToParts(value) { return [{ type: 'literal', value: this.format(value) }]; }
    resolvedOptions() { const o = this.#o; return { locale: 'en-US', numberingSystem: 'latn', style: o.style, minimumIntegerDigits: 1, minimumFractionDigits: o.min, maximumFractionDigits: o.max }; }
    static supportedLocalesOf() { return ['en-US']; }
  }

  const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
  const two = (n) => String(n).padStart(2, '0');
  const shift = (date, zone) => {
    if (zone === undefined) return new Date(date.getTime() - date.getTimezoneOffset() * 60000);
    if (/^(utc|gmt|etc\/utc|etc\/gmt|z)$/i.test(zone)) return date;
    const m = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
    if (m) return new Date(date.getTime() + (m[1] === '-' ? -1 : 1) * (m[2] * 60 + Number(m[3])) * 60000);
    throw new RangeError(`Time zone not available: ${zone} (available: UTC and offsets such as +02:00)`);
  };
  const styles = {
    full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }, long: { year: 'numeric', month: 'long', day: 'numeric' },
    medium: { year: 'numeric', month: 'short', day: 'numeric' }, short: { year: '2-digit', month: 'numeric', day: 'numeric' },
  };
  const formatDate = (date, options = {}, usual = 'date') => {
    if (Number.isNaN(date.getTime())) return 'Invalid Date';
    let o = { ...options };
    if (o.dateStyle) o = { ...o, ...styles[o.dateStyle] };
    if (o.timeStyle) o = { ...o, hour: 'numeric', minute: '2-digit', ...(o.timeStyle === 'short' ? {} : { second: '2-digit' }) };
    const hasDate = o.weekday || o.year || o.month || o.day, hasTime = o.hour || o.minute || o.second || o.fractionalSecondDigits;
    if (!hasDate && !hasTime || usual === 'date' && !hasDate && !o.timeStyle && !hasTime || usual === 'time' && !hasTime && !o.dateStyle && !hasDate) {
      if (usual !== 'time') o = { year: 'numeric', month: 'numeric', day: 'numeric', ...o };
      if (usual !== 'date') o = { hour: 'numeric', minute: '2-digit', second: '2-digit', ...o };
    }
    const d = shift(date, o.timeZone);
    const year = o.year && (o.year === '2-digit' ? two(d.getUTCFullYear() % 100) : String(d.getUTCFullYear()));
    const day = o.day && (o.day === '2-digit' ? two(d.getUTCDate()) : String(d.getUTCDate()));
    const weekday = o.weekday && (o.weekday === 'long' ? days[d.getUTCDay()] : o.weekday === 'narrow' ? days[d.getUTCDay()][0] : days[d.getUTCDay()].slice(0, 3));
    let text;
    if (o.month === 'long' || o.month === 'short' || o.month === 'narrow') {
      const month = months[d.getUTCMonth()].slice(0, { long: undefined, short: 3, narrow: 1 }[o.month]);
      const monthDay = [month, day].filter(Boolean).join(' ');
      text = [weekday, day && year ? `${monthDay}, ${year}` : [monthDay, year].filter(Boolean).join(' ')].filter(Boolean).join(', ');
    } else {
      const month = o.month && (o.month === '2-digit' ? two(d.getUTCMonth() + 1) : String(d.getUTCMonth() + 1));
      text = [weekday, [month, day, year].filter(Boolean).join('/')].filter(Boolean).join(', ');
    }
    if (!(o.hour || o.minute || o.second)) return text;
    const twelve = o.hour12 ?? (o.hourCycle ? o.hourCycle.startsWith('h1') : true);
    const h = d.getUTCHours(), shown = twelve ? h % 12 || 12 : h;
    const time = [o.hour && (o.hour === '2-digit' || !twelve ? two(shown) : String(shown)), o.minute && (o.hour || o.second ? two(d.getUTCMinutes()) : String(d.getUTCMinutes())),
      o.second && (o.minute ? two(d.getUTCSeconds()) : String(d.getUTCSeconds()))].filter(Boolean).join(':');
    const zone = o.timeZoneName || o.timeStyle === 'full' || o.timeStyle === 'long' ? ' ' + (o.timeZone === undefined ? 'UTC' : o.timeZone) : '';
    const clock = time + (o.hour && twelve ? (h < 12 ? ' AM' : ' PM') : '') + zone;
    const between = o.dateStyle === 'full' || o.dateStyle === 'long' ? ' at ' : ', ';
    return text ? text + between + clock : clock;
  };
  class DateTimeFormat {
    #o;
    constructor(locale, options) { this.#o = options; this.format = this.format.bind(this); }
    format(date) { return formatDate(date === undefined ? new Date() : new Date(date), this.#o, 'date'); }
    formatToParts(date) { return [{ type: 'literal', value: this.format(date) }]; }
    resolvedOptions() { return { locale: 'en-US', calendar: 'gregory', numberingSystem: 'latn', timeZone: this.#o?.timeZone ?? 'UTC' }; }
  }
  class PluralRules {
    #ordinal;
    constructor(locale, { type = 'cardinal' } = {}) { this.#ordinal = type === 'ordinal'; }
    select(n) {
      if (!this.#ordinal) return n === 1 ? 'one' : 'other';
      const ten = n % 10, hundred = n % 100;
      return ten === 1 && hundred !== 11 ? 'one' : ten === 2 && hundred !== 12 ? 'two' : ten === 3 && hundred !== 13 ? 'few' : 'other';
    }
  }
  class ListFormat {
    #word;
    constructor(locale, { type = 'conjunction' } = {}) { this.#word = { conjunction: 'and', disjunction: 'or', unit: '' }[type]; }
    format(items) {
      const list = [...items], word = this.#word;
      if (list.length < 2) return list.join('');
      if (!word) return list.join(', ');
      return list.length === 2 ? `${list[0]} ${word} ${list[1]}` : `${list.slice(0, -1).join(', ')}, ${word} ${list[list.length - 1]}`;
    }
  }
  class Collator {
    #o;
    constructor(locale, options = {}) { this.#o = options; this.compare = this.compare.bind(this); }
    compare(a, b) {
      a = String(a); b = String(b);
      if (this.#o.sensitivity === 'base' || this.#o.sensitivity === 'accent') { a = a.toLowerCase(); b = b.toLowerCase(); }
      if (this.#o.sensitivity === 'base') { a = a.normalize('NFD').replace(/[\u0300-\u036f]/g, ''); b = b.normalize('NFD').replace(/[\u0300-\u036f]/g, ''); }
      if (!this.#o.numeric) return a.localeCompare(b);
      const x = a.split(/(\d+)/), y = b.split(/(\d+)/);
      for (let i = 0; i < x.length && i < y.length; i++) {
        const c = i % 2 ? Number(x[i]) - Number(y[i]) : x[i].localeCompare(y[i]);
        if (c) return Math.sign(c);
      }
      return Math.sign(x.length - y.length);
    }
    resolvedOptions() { return { locale: 'en-US', ...this.#o }; }
  }
  class RelativeTimeFormat {
    #auto;
    constructor(locale, { numeric = 'always' } = {}) { this.#auto = numeric === 'auto'; }
    format(n, unit) {
      unit = String(unit).replace(/s$/, '');
      if (this.#auto && unit === 'day' && Math.abs(n) <= 1) return ['yesterday', 'today', 'tomorrow'][n + 1];
      if (this.#auto && Math.abs(n) <= 1 && ['year', 'quarter', 'month', 'week'].includes(unit)) return `${['last', 'this', 'next'][n + 1]} ${unit}`;
      const text = `${new NumberFormat().format(Math.abs(n))} ${unit}${Math.abs(n) === 1 ? '' : 's'}`;
      return n < 0 || Object.is(n, -0) ? `${text} ago` : `in ${text}`;
    }
  }
  return { NumberFormat, DateTimeFormat, PluralRules, ListFormat, Collator, RelativeTimeFormat, getCanonicalLocales: (l) => l === undefined ? [] : [].concat(l), formatDate };
}
