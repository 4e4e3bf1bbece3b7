/** The inside of a JSON string (RFC 8259 section 7) as it arrives: checked, and unescaped if wanted. */
import { JsonFault } from './json-fault.ts';

export interface StringPiece {
  /** Index after what was read: the closing quote, or the last byte. */
  readonly at: number;
  /** Where the unescaped text ends. */
  readonly textEnd: number;
  /** The closing quote was read. */
  readonly closed: boolean;
}

/** Represents an escaped code unit beyond ASCII in unescaped text: a byte that UTF-8 does not have. */
export const beyondAscii = 0xff;

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;
const [lineFeed, carriageReturn] = [0x0a, 0x0d];
const unknown = 0xff;
const isPlain = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte === quote || byte === backslash ? 0 : 1,
);
const letters = byteTable({ '"': quote, '\\': backslash, '/': 0x2f, b: 8, f: 12, n: 10, r: 13, t: 9 });
const digits = byteTable(
  Object.fromEntries([...'0123456789abcdefABCDEF'].map((digit) => [digit, Number(`0x${digit}`)])),
);

/** Reads one string: checks its bytes as they arrive, and unescapes them if wanted. */
export class JsonString {
  /** Missing bytes of an escape: 5 after the backslash, 4 after its letter u. */
  #escapeLeft = 0;
  #unit = 0;

  /**
   * Reads up to the closing quote.
   * @param unescapes writes the text over the bytes, from `from` on: it is never longer than its source
   * @throws JsonFault
   */
  read(bytes: Uint8Array, from: number, unescapes: boolean): StringPiece {
    let at = from;
    let textEnd = from;
    while (at < bytes.length) {
      if (this.#escapeLeft > 0) {
        const complete = this.#escapeByte(bytes[at++]);
        if (complete && unescapes) bytes[textEnd++] = this.#unit < 0x80 ? this.#unit : beyondAscii;
        continue;
      }
      const runFrom = at;
      while (at < bytes.length && isPlain[bytes[at]] === 1) at++;
      if (unescapes) textEnd = moveDown(bytes, runFrom, at, textEnd);
      if (at === bytes.length) break;
      const byte = bytes[at++];
      if (byte === quote) return { at, textEnd, closed: true };
      if (byte !== backslash) throw new JsonFault('A string has a control character', controlCharacter(byte));
      this.#escapeLeft = 5;
    }
    return { at, textEnd, closed: false };
  }

  /** Reads the next byte of an escape. @returns true for the last one */
  #escapeByte(byte: number): boolean {
    if (this.#escapeLeft === 5) return this.#escapeLetter(byte);
    const digit = digits[byte];
    if (digit === unknown) throw new JsonFault('A string has a broken \\u escape');
    this.#unit = (this.#unit << 4) | digit;
    return --this.#escapeLeft === 0;
  }

  #escapeLetter(byte: number): boolean {
    if (byte === letterU) {
      this.#escapeLeft = 4;
      this.#unit = 0;
      return false;
    }
    this.#escapeLeft = 0;
    this.#unit = letters[byte];
    if (this.#unit === unknown) throw new JsonFault('A string has an unknown escape');
    return true;
  }
}

/** What a text has raw in place of an escape. */
function controlCharacter(byte: number): string {
  if (byte === lineFeed || byte === carriageReturn) {
    return 'a text has a raw line break; write it as \\n, and leave it out of Base64';
  }
  return `a text has a raw control character; write it as \\u${byte.toString(16).padStart(4, '0')}`;
}

/** Moves a run of bytes to the end of the unescaped text. @returns its new end */
function moveDown(bytes: Uint8Array, from: number, to: number, target: number): number {
  if (target === from) return to;
  let end = target;
  for (let at = from; at < to; at++) bytes[end++] = bytes[at];
  return end;
}

function byteTable(values: Readonly<Record<string, number>>): Uint8Array {
  const table = new Uint8Array(256).fill(unknown);
  for (const [character, value] of Object.entries(values)) table[character.charCodeAt(0)] = value;
  return table;
}
