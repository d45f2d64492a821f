// timers and timers/promises.
function () {
  const sleep = (set) => (ms, value, { signal } = {}) => new Promise((done, fail) => {
    if (signal?.aborted) return fail(signal.reason);
    const id = set(() => done(value), ms);
    signal?.addEventListener('abort', () => { clearTimeout(id); fail(signal.reason); }, { once: true });
  });
  const promises = { setTimeout: sleep((f, ms) => setTimeout(f, ms)), setImmediate: (value) => new Promise((done) => setImmediate(done, value)) };
  promises.scheduler = { wait: (ms, options) => promises.setTimeout(ms, undefined, options), yield: () => promises.setImmediate() };
  return { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate, promises };
}
