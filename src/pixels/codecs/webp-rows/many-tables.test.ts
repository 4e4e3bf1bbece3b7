/** Lossy WebP files whose alpha has more tables of codes than pixels use: all are read before its first row, up to a fixed number. */
import { expect, test } from 'vitest';
import { BeyondRowDecoder } from '../row-decoder.ts';
import { rowsOf } from '../testing/windows.ts';
import { openWebpRows } from './webp-rows.ts';

const options = { grantedBytes: 4 * 2 ** 20, withAlpha: true };
const size = { widthPx: 24, heightPx: 16 };
/** Of one grey. */
const frame = Buffer.from('sAIAnQEqGAAQAD5tLJNFpCKhmAQAQAbEtIAASsQAAORAAA==', 'base64');

function chunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
}

/** The lowest bit first. */
const bits = (value: number, count: number) =>
  Array.from({ length: count }, (_, place) => (value >> place) & 1).join('');

/**
 * Clear alpha by lossless WebP (RFC 9649, sections 6.1 and 6.2): no transform and no cache, and one block of 512 × 512 pixels that names
 * the last of so many groups of codes. All codes know one symbol: a table for each of five in a group, and no bit for a pixel.
 */
function alphaOf(groups: number): Buffer {
  const codeOf = (symbol: number) => `101${bits(symbol, 8)}`;
  const zero = '1000';
  const last = groups - 1;
  const block = `1${bits(7, 3)}0${codeOf(last & 255)}${codeOf(last >> 8)}${zero.repeat(3)}`;
  const stream = `00${block}${zero.repeat(5 * groups)}${'0'.repeat(64)}`;
  const bytes = stream.match(/.{8}/g) ?? [];
  return Buffer.from([1, ...bytes.map((byte) => Number.parseInt([...byte].reverse().join(''), 2))]);
}

function fileOf(groups: number): Buffer {
  const extended = Buffer.of(0x10, 0, 0, 0, size.widthPx - 1, 0, 0, size.heightPx - 1, 0, 0);
  const chunks = [chunk('VP8X', extended), chunk('ALPH', alphaOf(groups)), chunk('VP8 ', frame)];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

test('alpha of three thousand groups of codes is read', () => {
  const rows = rowsOf(openWebpRows(fileOf(3000), options));
  expect(rows).toHaveLength(24 * 16 * 4);
  expect(rows.every((sample, at) => at % 4 < 3 || sample === 0)).toBe(true);
});

test('alpha of so many groups as its numbers can name is not read on', () => {
  expect(() => rowsOf(openWebpRows(fileOf(65_536), options))).toThrow(BeyondRowDecoder);
});
