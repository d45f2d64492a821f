// TextEncoder, TextDecoder, atob and btoa.
function (native, require) {
  const { DOMException } = require('domexception');
  class TextEncoder {
    get encoding() { return 'utf-8'; }
    encode(text = '') { return native.encode(String(text), 'utf8'); }
    encodeInto(text, target) {
      let read = 0, written = 0;
      for (const c of String(text)) {
        const bytes = native.encode(c, 'utf8');
        if (written + bytes.length > target.length) break;
        target.set(bytes, written);
        written += bytes.length;
        read += c.length;
      }
      return { read, written };
    }
  }
  const names = { 'utf-8': 'utf-8', utf8: 'utf-8', 'unicode-1-1-utf-8': 'utf-8', 'utf-16le': 'utf-16le', 'utf-16': 'utf-16le',
    latin1: 'windows-1252', ascii: 'windows-1252', 'iso-8859-1': 'windows-1252', 'us-ascii': 'windows-1252', 'windows-1252': 'windows-1252' };
  const raw = { 'utf-8': 'utf8', 'utf-16le': 'utf16le', 'windows-1252': 'latin1' };
  class TextDecoder {
    #encoding; #fatal; #ignoreBOM; #rest = new Uint8Array(0); #begun = false;
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      this.#encoding = names[String(label).trim().toLowerCase()];
      if (!this.#encoding) throw new RangeError(`The "${label}" encoding is not supported`);
      this.#fatal = !!fatal;
      this.#ignoreBOM = !!ignoreBOM;
    }
    get encoding() { return this.#encoding; }
    get fatal() { return this.#fatal; }
    get ignoreBOM() { return this.#ignoreBOM; }
    decode(input, { stream = false } = {}) {
      let bytes = input === undefined ? new Uint8Array(0)
        : ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(input);
      if (this.#rest.length) {
        const all = new Uint8Array(this.#rest.length + bytes.length);
        all.set(this.#rest);
        all.set(bytes, this.#rest.length);
        bytes = all;
      }
      let end = bytes.length;
      if (stream) end -= this.#open(bytes);
      this.#rest = bytes.slice(end);
      bytes = bytes.subarray(0, end);
      if (this.#fatal && this.#encoding === 'utf-8' && !native.isUTF8(bytes)) {
        const e = new TypeError('The encoded data was not valid for encoding utf-8');
        e.code = 'ERR_ENCODING_INVALID_ENCODED_DATA';
        throw e;
      }
      let text = native.decode(bytes, raw[this.#encoding]);
      if (!this.#begun && !this.#ignoreBOM && text.charCodeAt(0) === 0xfeff) text = text.slice(1);
      this.#begun = stream && (this.#begun || text.length > 0);
      return text;
    }
    // How many bytes at the end belong to a character that is not complete.
    #open(bytes) {
      if (this.#encoding === 'utf-16le') return bytes.length % 2;
      if (this.#encoding !== 'utf-8') return 0;
      for (let back = 1; back <= 3 && back <= bytes.length; back++) {
        const b = bytes[bytes.length - back];
        if (b >= 0xc0) return (b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : 2) > back ? back : 0;
        if (b < 0x80) return 0;
      }
      return 0;
    }
  }
  function btoa(text) {
    if (arguments.length === 0) throw new TypeError('1 argument required, but only 0 present');
    text = String(text);
    for (let i = 0; i < text.length; i++) {
      if (text.charCodeAt(i) > 255) throw new DOMException('Invalid character', 'InvalidCharacterError');
    }
    return native.decode(native.encode(text, 'latin1'), 'base64');
  }
  function atob(data) {
    if (arguments.length === 0) throw new TypeError('1 argument required, but only 0 present');
    let text = String(data).replace(/[\t\n\f\r ]/g, '');
    if (text.length % 4 === 0) text = text.replace(/==?$/, '');
    if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) throw new DOMException('The string to be decoded is not correctly encoded.', 'InvalidCharacterError');
    return native.decode(native.encode(text, 'base64'), 'latin1');
  }
  return { TextEncoder, TextDecoder, atob, btoa };
}
