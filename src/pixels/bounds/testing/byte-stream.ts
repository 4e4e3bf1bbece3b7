/** Bodies as they come over a network: byte streams, which may be read into a buffer of the reader's own. */

/**
 * A body of these pieces. A piece that throws breaks it off.
 * @param onCancel called when the reader leaves
 */
export function byteStreamOf(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onCancel: () => void = () => {},
): ReadableStream<Uint8Array> {
  const rest = iterate(pieces);
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const { value, done } = await rest.next();
      if (!done) return controller.enqueue(value.slice());
      controller.close();
      // A read that waits for its buffer ends with the stream only when the buffer is given back.
      controller.byobRequest?.respond(0);
    },
    cancel: onCancel,
  });
}

async function* iterate(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
