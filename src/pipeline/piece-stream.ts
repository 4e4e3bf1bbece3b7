/** Files that are made piece by piece, as streams. */

type Pieces = Generator<Uint8Array, void, void> | AsyncGenerator<Uint8Array, void, void>;

/** A stream that asks for the next piece only when it is read, and ends the generator when it is left. */
export function streamOf(pieces: Pieces): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * The same stream once its first piece is made: what fails until then fails here.
 * @throws what its maker throws
 */
export async function begun(stream: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const reader = stream.getReader();
  let first: ReadableStreamReadResult<Uint8Array> | null = await reader.read();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = first ?? (await reader.read());
        first = null;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
