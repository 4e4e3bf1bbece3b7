/** Decodes Base64 (RFC 4648 section 4) as it arrives: padding optional, white space ignored. */
import type { FileWithin, GrowingFile } from './growing-file.ts';

const invalidCode = 255;
const spaceCode = 254;
const paddingCode = 253;
const codes = codeTable();
const blockBytes = 48 * 1024;
const space = 0x20;
const plus = 0x2b;

export type Base64Problem = 'alphabet' | 'length' | 'too-large' | 'lost-pluses';

/** A picture's text of this length has plus signs, about one digit in 64. */
const longText = 1024;
/** Spaces more frequent than one in so many digits were no plus signs. */
const fewestDigitsASpace = 16;

/** Decodes text piece by piece into a growing file. */
export class Base64Decoder {
  /** The first fault; what follows it is not decoded. */
  problem: Base64Problem | null = null;
  /** Of the problem `alphabet`: the first character that is none of it. */
  wrongCharacter: string | null = null;
  /** Characters of the alphabet seen so far. */
  #digits = 0;
  #padding = 0;
  #hasPlus = false;
  #spaces = 0;
  /** A space inside a group of four digits, not at the end of a line. */
  #hasSpaceInGroup = false;
  #bits = 0;
  readonly #file: Pick<GrowingFile | FileWithin, 'append'>;
  readonly #block = new Uint8Array(blockBytes);
  #filled = 0;

  constructor(file: Pick<GrowingFile | FileWithin, 'append'>) {
    this.#file = file;
  }

  /** Decodes a run of characters, one byte each. */
  push(characters: Uint8Array): void {
    if (this.problem) return;
    this.#hasPlus ||= characters.includes(plus);
    for (let at = 0; at < characters.length && !this.problem; ) {
      const code = codes[characters[at]];
      const groupsEnd = code < 64 ? this.#pushGroups(characters, at) : at;
      if (groupsEnd === at) this.#pushCode(code, characters[at] === space);
      if (this.problem === 'alphabet') this.wrongCharacter = String.fromCharCode(characters[at]);
      at = Math.max(at + 1, groupsEnd);
    }
  }

  /** Decodes whole groups of four digits while the block has room. @returns index after the last one */
  #pushGroups(characters: Uint8Array, from: number): number {
    if ((this.#digits & 3) !== 0 || this.#padding > 0) return from;
    const block = this.#block;
    let at = from;
    let filled = this.#filled;
    for (; at + 4 <= characters.length && filled + 3 <= blockBytes; at += 4) {
      const a = codes[characters[at]];
      const b = codes[characters[at + 1]];
      const c = codes[characters[at + 2]];
      const d = codes[characters[at + 3]];
      if ((a | b | c | d) >= 64) break;
      const bits = (a << 18) | (b << 12) | (c << 6) | d;
      block[filled++] = bits >> 16;
      block[filled++] = bits >> 8;
      block[filled++] = bits;
    }
    this.#filled = filled;
    this.#digits += at - from;
    return at;
  }

  #pushCode(code: number, isSpace: boolean): void {
    if (isSpace) this.#spaces++;
    this.#hasSpaceInGroup ||= isSpace && (this.#digits & 3) !== 0;
    if (code < 64) {
      if (this.#padding > 0) return this.#fail('alphabet');
      this.#bits = ((this.#bits << 6) | code) & 0xffffff;
      if ((++this.#digits & 3) === 0) this.#store(3);
    } else if (code === paddingCode) {
      if (++this.#padding > 2) this.#fail('alphabet');
    } else if (code !== spaceCode) {
      this.#fail('alphabet');
    }
  }

  /** Writes what is left. */
  end(): void {
    if (this.problem) return;
    const arePluses = this.#hasSpaceInGroup && this.#digits >= Math.max(longText, this.#spaces * fewestDigitsASpace);
    if (arePluses && !this.#hasPlus) return this.#fail('lost-pluses');
    const rest = this.#digits & 3;
    if (rest === 1 || (this.#padding > 0 && ((rest + this.#padding) & 3) !== 0)) {
      return this.#fail(this.#spaces > 0 && !this.#hasPlus ? 'lost-pluses' : 'length');
    }
    // Two digits carry one byte, three carry two; their spare low bits mean nothing.
    this.#bits <<= 6 * (4 - rest);
    if (rest > 0 && !this.#store(rest - 1)) return;
    this.#flush();
  }

  #store(count: number): boolean {
    if (this.#filled + 3 > blockBytes && !this.#flush()) return false;
    this.#block[this.#filled] = this.#bits >> 16;
    this.#block[this.#filled + 1] = this.#bits >> 8;
    this.#block[this.#filled + 2] = this.#bits;
    this.#filled += count;
    return true;
  }

  #flush(): boolean {
    const kept = this.#file.append(this.#block.subarray(0, this.#filled));
    this.#filled = 0;
    if (!kept) this.#fail('too-large');
    return kept;
  }

  #fail(problem: Base64Problem): void {
    this.problem ??= problem;
  }
}

function codeTable(): Uint8Array {
  const table = new Uint8Array(256).fill(invalidCode);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  for (let code = 0; code < 64; code++) table[alphabet.charCodeAt(code)] = code;
  for (const space of ' \t\r\n\f\v') table[space.charCodeAt(0)] = spaceCode;
  table['='.charCodeAt(0)] = paddingCode;
  return table;
}
