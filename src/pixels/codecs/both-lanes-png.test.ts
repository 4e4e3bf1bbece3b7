/** PNG files with damaged ends, before the decoders of both lanes: one verdict, and the same pixels. */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accidents, suffer } from '../../../test/accidents.ts';
import { common } from '../../../test/both-lanes.ts';
import { chunk, noise, type PngFields, png } from './testing/png-files.ts';

const readReport = (name: string) => readFileSync(new URL(`../../../test/fixtures/reports/${name}`, import.meta.url));

const size = { widthPx: 13, heightPx: 9 };
const palette = chunk('PLTE', Buffer.from(Array.from({ length: 48 }, (_, at) => at * 5)));
const kinds: Readonly<Record<string, PngFields>> = {
  RGB: { ...size, bits: 8, colourType: 2, raw: noise(39, 9) },
  'RGB in many chunks': { ...size, bits: 8, colourType: 2, raw: noise(39, 9), split: 3 },
  'RGB of 16 bits with a transparent colour': {
    ...{ ...size, bits: 16, colourType: 2, raw: noise(78, 9) },
    before: [chunk('tRNS', Buffer.of(1, 2, 3, 4, 5, 6))],
  },
  RGBA: { ...size, bits: 8, colourType: 6, raw: noise(52, 9) },
  'RGBA of 16 bits': { ...size, bits: 16, colourType: 6, raw: noise(104, 9) },
  'grey of 1 bit': { ...size, bits: 1, colourType: 0, raw: noise(2, 9) },
  'grey of 4 bits, transparency beyond its depth': {
    ...{ ...size, bits: 4, colourType: 0, raw: noise(7, 9) },
    before: [chunk('tRNS', Buffer.of(0xab, 0xc3))],
  },
  'grey and alpha': { ...size, bits: 8, colourType: 4, raw: noise(26, 9) },
  'a palette with alpha': {
    ...{ ...size, bits: 4, colourType: 3, raw: noise(7, 9).map((byte, at) => (at % 8 === 0 ? 0 : byte)) },
    before: [palette, chunk('tRNS', Buffer.of(0, 100, 200))],
  },
  // Passes of 13 × 9 pixels: 2 × 2, 2 × 2, 4 × 1, 3 × 3, 7 × 2, 6 × 5, 13 × 4, one byte each, and their filters.
  interlaced: {
    ...{ ...size, bits: 8, colourType: 0, interlaced: true },
    raw: Buffer.alloc(2 * 3 + 2 * 3 + 5 + 3 * 4 + 2 * 8 + 5 * 7 + 4 * 14, 0),
  },
};
const rgb = kinds.RGB;
const stream = deflateSync(rgb.raw);
const last = stream.length - 1;
const wrongAdler = stream.map((byte, at) => (at === last ? byte ^ 1 : byte));
const noEnd = Buffer.of();

describe.each(Object.entries(kinds))('PNG: %s', (_kind, fields) => {
  const zlib = deflateSync(fields.raw);

  it('is the same picture with every end that lacks nothing of it', async () => {
    const whole = await common(png(fields));
    expect(whole).toMatch(/^13x9 /);
    const endless = png({ ...fields, end: noEnd });
    for (let lost = 0; lost <= 4; lost++) {
      // IEND's checksum, the checksum of the last pixels, that of the zlib stream in a whole chunk.
      expect(await common(png(fields).subarray(0, -lost || undefined))).toBe(whole);
      expect(await common(endless.subarray(0, -lost || undefined))).toBe(whole);
      expect(await common(png({ ...fields, stream: zlib.subarray(0, -lost || undefined) }))).toBe(whole);
    }
    expect(await common(endless.subarray(0, -8))).toBe(whole);
  });

  it('is refused where a pixel is missing', async () => {
    const short = deflateSync(fields.raw.subarray(0, -1));
    expect(await common(png({ ...fields, stream: short }))).toBe('refused');
    expect(await common(png({ ...fields, stream: short.subarray(0, -4), end: noEnd }).subarray(0, -4))).toBe('refused');
  });
});

describe('PNG', () => {
  const broken = chunk('IEND', Buffer.of(), 1);
  const text = Buffer.from('a\0b');
  it.each([
    ['the report without IEND', readReport('png-no-iend.png'), true],
    ['the report whose last checksum is cut', readReport('png-last-crc-cut.png'), true],
    ['the report of a transparency beyond one bit', readReport('png-grey1-trns-beyond.png'), true],
    ['a wrong checksum of the stream', png({ ...rgb, stream: wrongAdler }), false],
    ['a wrong checksum of the stream at the end of the file', png({ ...rgb, stream: wrongAdler, end: noEnd }), false],
    ['a wrong checksum of pixels', png({ ...rgb, checksum: 1 }), false],
    ['a wrong checksum of pixels at the end of the file', png({ ...rgb, checksum: 1, end: noEnd }), false],
    ['a wrong checksum of IEND', png({ ...rgb, end: broken }), false],
    ['a wrong checksum of the palette', png({ ...rgb, before: [chunk('PLTE', Buffer.of(1, 2, 3), 1)] }), false],
    ['a wrong checksum of the transparency', png({ ...rgb, before: [chunk('tRNS', Buffer.alloc(6), 1)] }), false],
    ['a wrong checksum of text', png({ ...rgb, before: [chunk('tEXt', text, 1)] }), true],
    ['a chunk that nobody knows', png({ ...rgb, before: [chunk('abCd', text)] }), true],
    ['a chunk that nobody knows and everybody needs', png({ ...rgb, before: [chunk('AbCd', text)] }), false],
    ['two palettes', png({ ...kinds['a palette with alpha'], before: [palette, palette] }), false],
    [
      'a third of a colour',
      png({ ...kinds['a palette with alpha'], before: [chunk('PLTE', Buffer.alloc(47))] }),
      false,
    ],
    ['a transparency of another length', png({ ...rgb, before: [chunk('tRNS', Buffer.alloc(5))] }), true],
    ['a transparency beside alpha', png({ ...kinds.RGBA, before: [chunk('tRNS', Buffer.alloc(6))] }), true],
    [
      'text between pixels',
      png({ ...rgb, before: [chunk('IDAT', stream.subarray(0, 9)), chunk('tEXt', text)], stream: stream.subarray(9) }),
      true,
    ],
    ['bytes behind the stream', png({ ...rgb, stream: Buffer.concat([stream, text]) }), true],
    ['rows beyond the last', png({ ...rgb, stream: deflateSync(Buffer.concat([rgb.raw, Buffer.alloc(99)])) }), true],
    [
      'a megabyte beyond the last row',
      png({ ...rgb, stream: deflateSync(Buffer.concat([rgb.raw, Buffer.alloc(2 ** 20)])) }),
      true,
    ],
    ['bytes behind the file', Buffer.concat([png(rgb), Buffer.from('stray bytes')]), true],
    ['bytes in place of IEND', png({ ...rgb, end: Buffer.from('stray bytes that are no chunk') }), true],
    [
      'a smaller window than is used',
      png({ ...rgb, stream: Buffer.concat([Buffer.of(0x18, 0x19), stream.subarray(2)]) }),
      true,
    ],
    ['no pixels', png({ ...rgb, stream: Buffer.of() }), false],
  ])('%s', async (_what, file, passes) => {
    expect(await common(file)).toMatch(passes ? /^\d+x\d+ / : /^refused$/);
  });
});

it('whatever happens to an end of a file or of the stream in it, both lanes judge alike', async () => {
  let whole = 0;
  await fc.assert(
    // Of the stream the checksum suffers, and what a program that writes the rest knows nothing of.
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(kinds)),
      accidents(4),
      accidents(40),
      async (kind, inside, outside) => {
        const fields = kinds[kind];
        const damaged = suffer(deflateSync(fields.raw), inside);
        const verdict = await common(suffer(png({ ...fields, stream: damaged }), outside));
        if (verdict !== 'refused') whole++;
      },
    ),
    { numRuns: 300, seed: 9 },
  );
  expect(whole).toBeGreaterThan(30);
  expect(whole).toBeLessThan(270);
});
