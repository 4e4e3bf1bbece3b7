/** Two PNG files that follow each other in one stream: a PNG ends by itself (PNG 1.2, 3.2 and 4.1.4). */

const signatureBytes = 8;
/** Length, type and CRC around the data of a chunk. */
const chunkFrameBytes = 12;

/**
 * Splits a stream after its first PNG.
 * @returns both files; the second flows once the first was read to its end
 */
export function splitPngs(
  stream: ReadableStream<Uint8Array>,
): [ReadableStream<Uint8Array>, ReadableStream<Uint8Array>] {
  const reader = stream.getReader();
  const end = new FirstEnd();
  let over: Uint8Array | null = null;
  const first = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await reader.read();
        if (done) throw new Error('The stream ended before its second PNG');
        const at = end.within(value);
        controller.enqueue(at === null ? value : value.subarray(0, at));
        if (at === null) return;
        over = value.subarray(at);
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const second = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const rest = over;
        over = null;
        if (rest && rest.length > 0) return controller.enqueue(rest);
        const { value, done } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return [first, second];
}

/** Follows the chunks of a PNG through pieces of any size. */
class FirstEnd {
  #toSkip = signatureBytes;
  readonly #head = new Uint8Array(8);
  #headBytes = 0;
  #last = false;

  /** Where in this piece the PNG ends: the offset behind its last byte; null where it goes on. */
  within(piece: Uint8Array): number | null {
    let at = 0;
    while (at < piece.length) {
      const skipped = Math.min(this.#toSkip, piece.length - at);
      this.#toSkip -= skipped;
      at += skipped;
      if (this.#toSkip === 0 && this.#last) return at;
      if (at === piece.length) return null;
      this.#head[this.#headBytes++] = piece[at++];
      if (this.#headBytes < this.#head.length) continue;
      this.#headBytes = 0;
      this.#toSkip = new DataView(this.#head.buffer).getUint32(0) + chunkFrameBytes - this.#head.length;
      this.#last = String.fromCharCode(...this.#head.subarray(4)) === 'IEND';
    }
    return null;
  }
}
