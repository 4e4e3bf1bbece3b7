/** Bodies read in pieces as large as they come. */

/** Readers that ask for nothing get 4 KiB at a time in Workers; a buffer of this size gets what the socket has. */
const pieceBytes = 256 * 1024;

/** What is read, piece by piece; the pieces are the caller's own. @throws what the stream breaks off with */
export async function* largePieces(reader: ReadableStreamBYOBReader): AsyncGenerator<Uint8Array, undefined, undefined> {
  let buffer = new ArrayBuffer(pieceBytes);
  for (;;) {
    const { value, done } = await reader.read(new Uint8Array(buffer));
    if (done || !value) return;
    // A piece may wait for long, so it does not keep what it does not fill.
    yield value.slice();
    buffer = value.buffer as ArrayBuffer;
  }
}
