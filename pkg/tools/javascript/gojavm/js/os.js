// os: what does not depend on a machine.
function () {
  return { EOL: '\n', platform: () => 'linux', type: () => 'Linux', arch: () => 'wasm32', tmpdir: () => '/tmp', homedir: () => '/', hostname: () => 'sandbox',
    cpus: () => [], totalmem: () => 268435456, freemem: () => 268435456, endianness: () => 'LE', release: () => '', uptime: () => 0 };
}
