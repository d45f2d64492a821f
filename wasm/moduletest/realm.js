// A realm for one instance of the core: what a page lends, so that a test can
// change it, and a call that a test can read.
globalThis.realm = (key, members = {}) => {
  const realm = { events: [], ...members };
  realm.host = {
    ready: (call, info) => {
      realm.call = call;
      realm.info = JSON.parse(info);
    },
    emit: (event, json) => realm.events.push([event, JSON.parse(json)]),
    ...members,
  };
  globalThis[key] = realm.host;
  // ask gives the value of a method's JSON.
  realm.ask = async (method, args = {}, bytes = null, signal = null) => JSON.parse((await realm.call(method, JSON.stringify(args), bytes, signal)).json);
  // told gives what a test compares: the answer, or the error with its class.
  realm.told = (promise) =>
    promise.then(
      ({ json, bytes }) => json + (bytes ? ` [${bytes}]` : ''),
      (e) => `${e instanceof Error ? 'Error' : typeof e} ${e.code}: ${e.message}`,
    );
  realm.execute = (name, input, extra = {}) =>
    realm.ask('execute', { name, input, enabledToolNames: ['memory', 'javascript', 'filesystem', 'host'], context: { projectId: 'p' }, ...extra });
  return realm;
};
