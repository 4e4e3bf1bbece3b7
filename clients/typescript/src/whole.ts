/** Whether an answer came to its end. Not every cut connection is an error to every runtime, nor to a proxy in between. */

/** As many bytes from the end as any format is known by. */
const tailBytes = 22;
const iend = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];

/** Looks at an answer's bytes as they pass. */
export class WholeCheck {
  readonly #type: string;
  /** Bytes that were announced; null where they were not, or where they count a compressed form. */
  readonly #announced: number | null;
  #received = 0;
  #head: number[] = [];
  #tail: number[] = [];

  constructor(headers: Headers) {
    this.#type = mediaTypeOf(headers);
    const length = headers.get('Content-Length');
    this.#announced = length === null || headers.has('Content-Encoding') ? null : Number(length);
  }

  /** The next piece of the answer. */
  add(piece: Uint8Array): void {
    this.#received += piece.length;
    if (this.#head.length < tailBytes)
      this.#head = [...this.#head, ...piece.subarray(0, tailBytes)].slice(0, tailBytes);
    this.#tail = [...this.#tail, ...piece.subarray(-tailBytes)].slice(-tailBytes);
  }

  /** What is wrong with the answer once its last piece has been added; null where it is whole. */
  fault(): string | null {
    if (this.#announced !== null && this.#announced !== this.#received) {
      return `${this.#received} of ${this.#announced} bytes of the answer came`;
    }
    return this.#ended() ? null : `the answer is no whole ${this.#type}`;
  }

  /** Bodies that are no pictures are checked when they are parsed. */
  #ended(): boolean {
    const tail = this.#tail;
    switch (this.#type) {
      case 'image/png':
        return endsWith(tail, iend);
      case 'image/jpeg':
        return endsWith(tail, [0xff, 0xd9]);
      case 'image/webp': {
        const [a = 0, b = 0, c = 0, d = 0] = this.#head.slice(4, 8);
        return a + b * 2 ** 8 + c * 2 ** 16 + d * 2 ** 24 + 8 === this.#received;
      }
      case 'application/zip':
        // The record at the end of its directory, without a comment.
        return endsWith(tail.slice(0, 4), [0x50, 0x4b, 5, 6]);
      default:
        return true;
    }
  }
}

/** The media type of an answer, without parameters, in small letters. */
export function mediaTypeOf(headers: Headers): string {
  return (headers.get('Content-Type') ?? '').split(';')[0].trim().toLowerCase();
}

function endsWith(bytes: readonly number[], end: readonly number[]): boolean {
  return bytes.length >= end.length && end.every((byte, at) => byte === bytes[bytes.length - end.length + at]);
}
