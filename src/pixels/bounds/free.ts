/** Memory of arrays, given back before garbage is collected: an isolate of 128 MB has no room for what nobody needs. */

/** What ES2024 adds to a buffer. */
interface Transferable {
  readonly byteLength: number;
  readonly detached?: boolean;
  transfer?(newLength: number): unknown;
}

/**
 * Gives back the memory under arrays that nobody reads any more. They are empty from then on, and so is what shares it.
 * Where the runtime cannot, as a caller’s Node 20, or may not, as with the pool that small buffers of Node share, it stays until
 * garbage is collected.
 */
export function free(...arrays: readonly Uint8Array[]): void {
  for (const array of arrays) {
    const buffer: Transferable = array.buffer;
    if (buffer.detached) continue;
    try {
      buffer.transfer?.(0);
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
    }
  }
}
