/** How a request says where its body ends. */

/**
 * Whether it says so in one way. `Content-Length` beside `Transfer-Encoding` is how requests are smuggled past a front
 * that goes by the one to a server that goes by the other: RFC 9112 section 6.3.
 */
export function hasOneFraming({ headers }: Request): boolean {
  return !headers.has('Content-Length') || !headers.has('Transfer-Encoding');
}
