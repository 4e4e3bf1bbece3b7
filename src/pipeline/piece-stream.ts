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
