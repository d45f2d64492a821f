// assert: the checks that scripts use.
function (native, require) {
  const { isDeepStrictEqual } = require('util');
  class AssertionError extends Error {
    constructor({ message, actual, expected, operator }) {
      super(message);
      this.name = 'AssertionError';
      Object.assign(this, { code: 'ERR_ASSERTION', generatedMessage: false, actual, expected, operator });
    }
  }
  const fail = (message, usual, details) => {
    if (message instanceof Error) throw message;
    throw new AssertionError({ message: message ?? usual, ...details });
  };
  const show = (a, b, how) => `Expected values to be ${how}:\n\n${native.inspect(a)} !== ${native.inspect(b)}\n`;
  function assert(value, message) {
    if (!value) fail(message, `The expression evaluated to a falsy value: ${native.inspect(value)}`, { actual: value, expected: true, operator: '==' });
  }
  assert.ok = (value, message) => assert(value, message);
  assert.strictEqual = (a, b, m) => { if (!Object.is(a, b)) fail(m, show(a, b, 'strictly equal'), { actual: a, expected: b, operator: 'strictEqual' }); };
  assert.notStrictEqual = (a, b, m) => { if (Object.is(a, b)) fail(m, `Expected values to differ: ${native.inspect(a)}`, { actual: a, expected: b, operator: 'notStrictEqual' }); };
  assert.equal = (a, b, m) => { if (!(a == b || a !== a && b !== b)) fail(m, `${native.inspect(a)} == ${native.inspect(b)}`, { actual: a, expected: b, operator: '==' }); };
  assert.notEqual = (a, b, m) => { if (a == b) fail(m, `${native.inspect(a)} != ${native.inspect(b)}`, { actual: a, expected: b, operator: '!=' }); };
  assert.deepStrictEqual = (a, b, m) => { if (!isDeepStrictEqual(a, b)) fail(m, show(a, b, 'strictly deep-equal'), { actual: a, expected: b, operator: 'deepStrictEqual' }); };
  assert.deepEqual = assert.deepStrictEqual;
  assert.notDeepStrictEqual = (a, b, m) => { if (isDeepStrictEqual(a, b)) fail(m, 'Expected values not to be deep-equal', { actual: a, expected: b, operator: 'notDeepStrictEqual' }); };
  assert.match = (text, re, m) => { if (!re.test(text)) fail(m, `The input did not match ${re}: ${native.inspect(text)}`, { actual: text, expected: re, operator: 'match' }); };
  assert.fail = (m) => fail(m, 'Failed', { operator: 'fail' });
  const expected = (e, want) => want === undefined || typeof want === 'string' || (want instanceof RegExp ? want.test(String(e))
    : typeof want === 'function' ? (want.prototype !== undefined && e instanceof want) || (!(want.prototype instanceof Error) && want !== Error && want(e) === true)
    : Object.keys(want).every((k) => want[k] instanceof RegExp ? want[k].test(e[k]) : isDeepStrictEqual(e[k], want[k])));
  assert.throws = (f, want, m) => {
    try { f(); } catch (e) { if (expected(e, want)) return; throw e; }
    fail(m ?? (typeof want === 'string' ? want : undefined), 'Missing expected exception.', { operator: 'throws' });
  };
  assert.rejects = async (p, want, m) => {
    try { await (typeof p === 'function' ? p() : p); } catch (e) { if (expected(e, want)) return; throw e; }
    fail(m, 'Missing expected rejection.', { operator: 'rejects' });
  };
  assert.doesNotThrow = (f) => { f(); };
  assert.AssertionError = AssertionError;
  assert.strict = assert;
  return assert;
}
