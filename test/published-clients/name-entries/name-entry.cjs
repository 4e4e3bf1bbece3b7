// Preloaded into Node: a TLS connection to the host is made to a port of this machine. The client's files stay as they are.
const tls = require('node:tls');

const { ENTRY_HOST: host, ENTRY_PORT: port } = process.env;
const connect = tls.connect;
tls.connect = (options, ...more) =>
  options.host === host
    ? connect({ ...options, host: '127.0.0.1', port: Number(port), servername: host }, ...more)
    : connect(options, ...more);
