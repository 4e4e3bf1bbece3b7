/** Cuts an `application/x-www-form-urlencoded` body into fields as it arrives: URL Standard, section 5.1. */
import { Buffer } from 'node:buffer';
import type { PartSink } from './multipart-scanner.ts';

const [ampersand, equals, percent, plus, space] = [...'&=%+ '].map((character) => character.charCodeAt(0));
const maxNameBytes = 256;

/** Reads bytes piece by piece, and passes fields to its sink, each as a part without a file name. */
export class UrlencodedScanner {
  readonly #sink: PartSink;
  readonly #name: number[] = [];
  #inName = true;
  /** Digits of an escape so far: a piece may end within one. */
  #escape: number[] | null = null;

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  /** Reads the next piece of the body. @throws what the sink throws */
  push(piece: Uint8Array): void {
    // Every byte gives one at most, and an escape begun in the last piece one more.
    const out = Buffer.allocUnsafe(piece.length + 3);
    let length = 0;
    const put = (byte: number) => {
      if (!this.#inName) out[length++] = byte;
      else if (this.#name.length < maxNameBytes) this.#name.push(byte);
    };
    const flush = () => {
      if (length > 0) this.#sink.data(out.subarray(0, length));
      length = 0;
    };
    for (const byte of piece) {
      if (this.#escape && this.#takeDigit(byte, put)) continue;
      if (byte === percent) this.#escape = [];
      else if (byte === ampersand) {
        flush();
        this.#endField();
      } else if (byte === equals && this.#inName) this.#beginValue();
      else put(byte === plus ? space : byte);
    }
    flush();
  }

  /** Ends the body. */
  end(): void {
    this.push(Buffer.from('&'));
  }

  /** Reads a digit of an escape; any other byte is literal, as are the percent sign and digits before it. */
  #takeDigit(byte: number, put: (byte: number) => void): boolean {
    const digits = this.#escape ?? [];
    const isDigit = /[0-9A-Fa-f]/.test(String.fromCharCode(byte));
    if (isDigit && digits.push(byte) < 2) return true;
    this.#escape = null;
    if (isDigit) put(Number.parseInt(String.fromCharCode(...digits), 16));
    else for (const each of [percent, ...digits]) put(each);
    return isDigit;
  }

  #beginValue(): void {
    this.#inName = false;
    this.#sink.begin({ name: Buffer.from(this.#name).toString('utf8'), fileName: null });
  }

  #endField(): void {
    // A name without a value is an empty one.
    if (this.#inName && this.#name.length > 0) this.#beginValue();
    if (!this.#inName) this.#sink.end();
    this.#inName = true;
    this.#name.length = 0;
  }
}
