// tools: the other tools of the project, as functions.
function (native) {
  class ToolError extends Error {
    constructor(tool, result, at) {
      super(result.content);
      const hidden = (name, value) => Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: false });
      hidden('tool', tool);
      hidden('result', result);
      hidden('stack', `${this.name}: ${this.message}` + at.slice(at.indexOf('\n')));
    }
    get name() { return 'ToolError'; }
  }
  const text = { value() { return this.content; }, writable: true, configurable: true, enumerable: false };
  const call = (name, input) => {
    const at = new Error('').stack + '\n';
    return (async () => {
      const { isError, ...result } = await native.callTool(name, input);
      Object.defineProperty(result, 'toString', text);
      if (isError) throw new ToolError(name, result, at);
      return result;
    })();
  };
  const functions = new Map();
  const named = (name) => {
    if (!functions.has(name)) functions.set(name, Object.defineProperty((input) => call(name, input), 'name', { value: name }));
    return functions.get(name);
  };
  const target = {};
  for (const name of native.toolNames()) Object.defineProperty(target, name, { value: named(name), enumerable: true });
  Object.freeze(target);
  // What is no tool can be called too: the answer says which tools there are.
  const tools = new Proxy(target, {
    get: (o, name) => typeof name === 'symbol' || name in o || name === 'then' || name === 'toJSON' ? o[name] : named(name),
  });
  return { tools };
}
