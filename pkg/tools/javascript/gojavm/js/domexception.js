// DOMException, as an error with a name of its own and a legacy code.
function () {
  const codes = { IndexSizeError: 1, NotFoundError: 8, NotSupportedError: 9, InvalidStateError: 11, SyntaxError: 12, InvalidAccessError: 15,
    InvalidCharacterError: 5, AbortError: 20, QuotaExceededError: 22, TimeoutError: 23, DataCloneError: 25 };
  class DOMException extends Error {
    constructor(message = '', name = 'Error') {
      super(message);
      const n = typeof name === 'object' && name !== null ? name.name ?? 'Error' : String(name);
      Object.defineProperty(this, 'name', { value: n, configurable: true });
      if (typeof name === 'object' && name !== null && 'cause' in name) Object.defineProperty(this, 'cause', { value: name.cause, configurable: true });
    }
    get code() { return codes[this.name] ?? 0; }
  }
  return { DOMException };
}
