/** Which of a PNG's chunks say what its colours are, and that no content of theirs does harm. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blankData, pngWith } from '../../../../testing/png.ts';
import type { Header } from '../picture/header.ts';
import { probe } from './probe.ts';

type Chunk = readonly [string, Buffer];
const size = { widthPx: 2, heightPx: 2, bitDepth: 8, colourType: 2 };

function headerOf(...chunks: readonly Chunk[]): Header {
  return probe(new Uint8Array(pngWith(size, blankData(size), chunks)));
}

const numbers = (...values: number[]) => {
  const data = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) data.writeUInt32BE(value, index * 4);
  return data;
};
const cicp = (...bytes: number[]): Chunk => ['cICP', Buffer.from(bytes)];
const p3 = cicp(12, 13, 0, 1);
const iccp: Chunk = ['iCCP', Buffer.from('name\0\0')];
const srgb: Chunk = ['sRGB', Buffer.of(0)];
const linear: Chunk = ['gAMA', numbers(100_000)];
const chromaticities: Chunk = ['cHRM', numbers(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000)];
const mastering: Chunk = ['mDCV', Buffer.concat([Buffer.alloc(16), numbers(40_000_000, 50)])];

const codePoints = { primaries: 12, transfer: 13, matrix: 0, fullRange: true };
const byNumber = { hasIcc: false, colourSignal: { kind: 'code points', codePoints } };
const byProfile = { hasIcc: true, colourSignal: undefined };
const byGamma = { hasIcc: false, colourSignal: { kind: 'gamma', gamma: 1, chromaticities: null } };
const byNothing = { hasIcc: false, colourSignal: undefined };

it.each<[string, readonly Chunk[], object]>([
  ['cICP before all others', [linear, chromaticities, srgb, iccp, p3], byNumber],
  ['iCCP before sRGB and gAMA', [linear, srgb, iccp], byProfile],
  ['iCCP where cICP says nothing', [cicp(2, 2, 0, 1), iccp], byProfile],
  ['iCCP where cICP is of samples that are not RGB', [cicp(12, 13, 6, 1), iccp], byProfile],
  ['sRGB before gAMA', [linear, srgb], byNothing],
  ['gAMA where sRGB has an unknown intent', [['sRGB', Buffer.of(9)], linear], byGamma],
  ['gAMA where cICP is too long', [cicp(12, 13, 0, 1, 0), linear], byGamma],
  ['the first of two', [linear, ['gAMA', numbers(45_455)]], byGamma],
  ['nothing by cHRM alone', [chromaticities], byNothing],
  ['nothing without such chunks', [], byNothing],
])('%s counts', (_, chunks, expected) => {
  expect(headerOf(...chunks)).toMatchObject(expected);
});

it('reads chromaticities and the peak of the mastering display', () => {
  expect(headerOf(chromaticities, linear).colourSignal).toEqual({
    kind: 'gamma',
    gamma: 1,
    chromaticities: { white: [0.3127, 0.329], red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] },
  });
  expect(headerOf(mastering, cicp(9, 16, 0, 1)).colourSignal).toMatchObject({ masteringPeak: 4000 });
});

it('says nothing behind the pixels', () => {
  const [first, ...rest] = [blankData(size), Buffer.alloc(0)];
  const file = pngWith(size, first, []);
  const behind = pngWith(size, rest[0], [linear]).subarray(33);
  expect(probe(new Uint8Array(Buffer.concat([file.subarray(0, -12), behind])))).toMatchObject(byNothing);
});

it('takes any content', () => {
  const type = fc.constantFrom('cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'mDCV');
  const length = fc.constantFrom(0, 1, 4, 24, 32, 33);
  const chunk = length.chain((bytes) => fc.tuple(type, fc.uint8Array({ minLength: bytes, maxLength: bytes })));
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 8 }), (chunks) => {
      const header = headerOf(...chunks.map(([name, data]): Chunk => [name, Buffer.from(data)]));
      expect(header.hasIcc && header.colourSignal !== undefined).toBe(false);
    }),
    { numRuns: 500 },
  );
});
