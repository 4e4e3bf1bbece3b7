/** What an AV1 sequence header says of samples: AV1 Bitstream & Decoding Process Specification, section 5.5. */

const obuSequenceHeader = 1;
const obuTemporalDelimiter = 2;
const mostOperatingPoints = 32;

export interface Av1SequenceHeader {
  readonly fullRange: boolean;
  /** Matrix coefficients of ITU-T H.273; 2 where nothing is said. */
  readonly matrix: number;
}

/**
 * Reads the sequence header that `av1C` carries, or that coded data begins with.
 * @returns null where there is none, or it does not fit the specification
 */
export function av1SequenceHeader(obus: Uint8Array): Av1SequenceHeader | null {
  // Section 5.3: type, then flags for an extension and a size. A temporal delimiter has no content.
  const start = kindAt(obus, 0) === obuTemporalDelimiter ? contentAt(obus, 0) : 0;
  if (kindAt(obus, start) !== obuSequenceHeader) return null;
  try {
    return samples(new Bits(obus.subarray(contentAt(obus, start))));
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

function kindAt(obus: Uint8Array, at: number): number | undefined {
  return at < obus.length ? (obus[at] >> 3) & 15 : undefined;
}

function contentAt(obus: Uint8Array, start: number): number {
  let at = start + (obus[start] & 4 ? 2 : 1);
  if (obus[start] & 2) while (at < obus.length && obus[at++] & 0x80);
  return at;
}

/** Sections 5.5.1 and 5.5.2, as far as `color_range`. */
function samples(bits: Bits): Av1SequenceHeader {
  const profile = bits.read(3);
  bits.read(1);
  const isReduced = bits.flag();
  if (isReduced) bits.read(5);
  else skipOperatingPoints(bits);
  const [widthBits, heightBits] = [bits.read(4) + 1, bits.read(4) + 1];
  bits.read(widthBits);
  bits.read(heightBits);
  if (!isReduced && bits.flag()) bits.read(7);
  bits.read(3);
  if (!isReduced) skipTools(bits);
  bits.read(3);

  const isDeep = bits.flag();
  if (profile === 2 && isDeep) bits.read(1);
  const isGrey = profile !== 1 && bits.flag();
  const [primaries, transfer, matrix] = bits.flag() ? [bits.read(8), bits.read(8), bits.read(8)] : [2, 2, 2];
  // sRGB as RGB has no bit of its own.
  return { matrix, fullRange: (!isGrey && primaries === 1 && transfer === 13 && matrix === 0) || bits.flag() };
}

function skipOperatingPoints(bits: Bits): void {
  let delayBits = 0;
  if (bits.flag()) {
    bits.read(32);
    bits.read(32);
    if (bits.flag()) bits.skipUvlc();
    if (bits.flag()) {
      delayBits = bits.read(5) + 1;
      bits.read(32);
      bits.read(10);
    }
  }
  const hasDisplayDelay = bits.flag();
  for (let left = Math.min(bits.read(5) + 1, mostOperatingPoints); left > 0; left--) {
    bits.read(12);
    if (bits.read(5) > 7) bits.read(1);
    if (delayBits > 0 && bits.flag()) {
      bits.read(delayBits);
      bits.read(delayBits);
      bits.read(1);
    }
    if (hasDisplayDelay && bits.flag()) bits.read(4);
  }
}

function skipTools(bits: Bits): void {
  bits.read(4);
  const hasOrder = bits.flag();
  if (hasOrder) bits.read(2);
  const screenContent = bits.flag() || bits.flag();
  if (screenContent && !bits.flag()) bits.read(1);
  if (hasOrder) bits.read(3);
}

/** Bits from the most significant one on. @throws RangeError past the end */
class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    if (this.#at + count > this.#bytes.length * 8) throw new RangeError('The sequence header ends early');
    let value = 0;
    for (let left = count; left > 0; left--, this.#at++) {
      value = value * 2 + ((this.#bytes[this.#at >> 3] >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  flag(): boolean {
    return this.read(1) === 1;
  }

  /** Section 4.10.3. */
  skipUvlc(): void {
    let zeros = 0;
    while (!this.flag()) zeros++;
    if (zeros < 32) this.read(zeros);
  }
}
