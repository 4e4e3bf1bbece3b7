/** zlib streams of files, expanded in turns with others: blocks that hold nothing take their time, too. */
import { createInflate, type Inflate, type ZlibOptions } from 'node:zlib';
import { SharedThread } from '../../bounds/shared-thread.ts';

const blockBytes = 64 * 1024;
/** Measured: microseconds for a byte of blocks of codes for nothing, the slowest ones that there are. */
const emptyByteUs = 0.4;

/**
 * Expands a stream.
 * @param pieces of it, of any length
 * @param finishFlush says whether its end may be missing: it may not, by default
 * @returns what it holds, in pieces; what follows its end is never asked for
 * @throws what zlib throws, and `pieces`
 */
export async function* inflated(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { finishFlush }: Pick<ZlibOptions, 'finishFlush'> = {},
  thread = new SharedThread(),
): AsyncGenerator<Uint8Array, void, void> {
  const inflate = createInflate({ chunkSize: blockBytes, finishFlush });
  try {
    feed(inflate, pieces, thread).catch((fault: unknown) =>
      inflate.destroy(fault instanceof Error ? fault : undefined),
    );
    for await (const piece of inflate as AsyncIterable<Uint8Array>) yield piece;
  } finally {
    inflate.destroy();
  }
}

/** Hands the stream over, a block at a time as it is consumed. */
async function feed(
  inflate: Inflate,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  thread: SharedThread,
): Promise<void> {
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length; from += blockBytes) {
      const block = piece.subarray(from, from + blockBytes);
      const turn = thread.after(block.length * emptyByteUs);
      if (turn) await turn;
      await new Promise<void>((resolve, reject) => {
        inflate.write(block, (fault) => (fault ? reject(fault) : resolve()));
      });
    }
  }
  inflate.end();
}
