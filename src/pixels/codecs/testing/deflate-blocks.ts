/** zlib streams of blocks that no encoder writes: RFC 1951, section 3.2. */
import { deflateRawSync, deflateSync } from 'node:zlib';

/** Blocks by their bits, in the order of the stream. None is the last one. */
const bits = {
  // Two codes for lengths of codes; by them 256 literals without one, and one bit each for the end and for a distance.
  'codes for nothing': `001${'00000'.repeat(2)}0111${lengths(2, 17)}1111111111101011000`,
  'fixed codes for nothing': '0100000000',
  // The literal 0.
  'a byte each': `010001100000000000`,
} as const;

/** Each has a length of one bit for two of 18, and none for the others. */
function lengths(...places: readonly number[]): string {
  return Array.from({ length: 18 }, (_, place) => (places.includes(place) ? '100' : '000')).join('');
}

/** Eight blocks, which end with a byte whatever their bits are. */
const eight: Readonly<Record<BlockKind, Buffer>> = {
  'nothing stored': Buffer.alloc(8 * 5, Buffer.of(0, 0, 0, 0xff, 0xff)),
  'codes for nothing': bytesOf(bits['codes for nothing'].repeat(8)),
  'fixed codes for nothing': bytesOf(bits['fixed codes for nothing'].repeat(8)),
  'a byte each': bytesOf(bits['a byte each'].repeat(8)),
};

export type BlockKind = keyof typeof bits | 'nothing stored';

function bytesOf(each: string): Buffer {
  const bytes = Array.from({ length: each.length / 8 }, (_, at) => [...each.slice(at * 8, at * 8 + 8)].reverse());
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.join(''), 2)));
}

/**
 * Such a stream.
 * @param count of blocks, a multiple of eight, in front of those that an encoder writes
 * @param raw what it holds; it begins with `count` zeros where blocks have a byte each
 */
export function streamOfBlocks(kind: BlockKind, count: number, raw: Uint8Array): Buffer {
  const written = deflateSync(raw);
  const blocks = Buffer.alloc((count / 8) * eight[kind].length, eight[kind]);
  const rest = deflateRawSync(raw.subarray(kind === 'a byte each' ? count : 0));
  return Buffer.concat([written.subarray(0, 2), blocks, rest, written.subarray(-4)]);
}
