/** Files that are made piece by piece, as streams. */
import { SharedThread } from '../../bounds/shared-thread.ts';

/** A number says about how many microseconds a step towards the next piece took. */
type Pieces = Generator<Uint8Array | number, void, void> | AsyncGenerator<Uint8Array, void, void>;

/**
 * A stream that asks for the next piece only when it is read, and ends the generator when it is left. A reader that takes all of
 * them at once leaves others their turns.
 */
export function streamOf(pieces: Pieces, thread = new SharedThread()): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { value, done } = await pieces.next();
          if (done) return controller.close();
          if (typeof value !== 'number') return controller.enqueue(value);
          const turn = thread.after(value);
          if (turn) await turn;
        }
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
