/**
 * Every fetch of a test uses a connection of its own: workerd closes one that was idle for some seconds, and a test that
 * was busy or stalled meanwhile would send its next call into it.
 */
const plainFetch = globalThis.fetch;

globalThis.fetch = (input, init = {}) => {
  const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : undefined));
  headers.set('Connection', 'close');
  return plainFetch(input, { ...init, headers });
};
