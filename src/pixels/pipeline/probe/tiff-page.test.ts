/** Which page of a TIFF file counts, and what is a camera's raw. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type MadeField, type MadeKind, type MadePage, makeTiff, noise, rgbPage } from '../../../../test/tiff.ts';
import { ImageFault, RawFault } from '../picture/fault.ts';
import { probe } from './probe.ts';

const thumbnail: MadeField = [254, 4, [1]];
const full = rgbPage(16, 12, noise(16 * 12 * 3));
const small = rgbPage(8, 6, noise(8 * 6 * 3), { fields: [thumbnail] });
const mosaic = rgbPage(16, 12, noise(16 * 12 * 2), { samplesPerPixel: 1, bits: 16, fields: [[262, 3, [32803]]] });

function sizeOf(file: Uint8Array): string {
  const { widthPx, heightPx } = probe(file);
  return `${widthPx}x${heightPx}`;
}

const kinds: readonly MadeKind[] = [{}, { littleEndian: false }, { big: true }, { littleEndian: false, big: true }];

describe.each(kinds)('%o', (kind) => {
  test.each<[string, readonly MadePage[], string]>([
    ['a page that calls itself smaller', [small, full], '16x12'],
    ['one in the old words', [rgbPage(8, 6, noise(144), { fields: [[255, 3, [2]]] }), full], '16x12'],
    ['a mask', [rgbPage(8, 6, noise(144), { fields: [[254, 4, [4]]] }), full], '16x12'],
    ['two thumbnails', [small, small, full], '16x12'],
    ['a thumbnail before its full page in SubIFDs', [{ ...small, subPages: [full] }], '16x12'],
    ['a thumbnail with a smaller one in SubIFDs', [{ ...small, subPages: [small] }, full], '16x12'],
    ['pages of one document', [rgbPage(8, 6, noise(144), { fields: [[254, 4, [2]]] }), full], '8x6'],
    ['a page before its thumbnail', [full, small], '16x12'],
    ['a page with smaller ones in SubIFDs', [{ ...full, subPages: [small, small] }], '16x12'],
    ['nothing but a thumbnail', [small], '8x6'],
    [
      'a developed picture that keeps its pattern',
      [rgbPage(16, 12, noise(576), { fields: [[33422, 1, [0, 1, 1, 2]]] })],
      '16x12',
    ],
  ])('%s', (_, pages, size) => {
    expect(sizeOf(makeTiff(pages, kind))).toBe(size);
  });

  test.each<[string, readonly MadePage[]]>([
    ['DNG', [rgbPage(8, 6, noise(144), { fields: [thumbnail, [50706, 1, [1, 4, 0, 0]]] })]],
    ['DNG of its first page alone', [rgbPage(16, 12, noise(576), { fields: [[50706, 1, [1, 6, 0, 0]]] })]],
    ['NEF', [{ ...small, subPages: [small, mosaic] }]],
    ['a mosaic in the next page', [small, mosaic]],
    ['a mosaic behind a page that is no thumbnail', [{ ...full, subPages: [mosaic] }]],
    ['a mosaic alone', [mosaic]],
    [
      'a mosaic by its pattern alone',
      [small, rgbPage(16, 12, noise(192), { samplesPerPixel: 1, fields: [[33422, 1, [0, 1, 1, 2]]] })],
    ],
    ['a coding of a camera', [{ ...small, subPages: [rgbPage(16, 12, noise(576), { fields: [[259, 3, [34713]]] })] }]],
    ['linear raw', [rgbPage(16, 12, noise(576), { fields: [[262, 3, [34892]]] })]],
  ])('%s is a raw', (_, pages) => {
    expect(() => probe(makeTiff(pages, kind))).toThrow(RawFault);
  });
});

test.each(['IIIITwaR', 'MMMMRawT'])('a file that Phase One marked with %s is a raw', (mark) => {
  const pixels = noise(144);
  pixels.set(new TextEncoder().encode(mark));
  expect(() => probe(makeTiff([rgbPage(8, 6, pixels, { fields: [thumbnail] })]))).toThrow(RawFault);
});

test('a CR2 is a raw by its header, pixels that spell the same are not', () => {
  const pixels = noise(144);
  pixels.set(new TextEncoder().encode('CR\x02\0'));
  const file = makeTiff([rgbPage(8, 6, pixels)]);
  expect(sizeOf(file)).toBe('8x6');
  // Its directory is right behind the mark.
  const directory = file.subarray(new DataView(file.buffer).getUint32(4, true));
  const raw = new Uint8Array(16 + directory.length);
  raw.set(file.subarray(0, 4));
  raw.set([16, 0, 0, 0, 0x43, 0x52, 2, 0], 4);
  raw.set(directory, 16);
  expect(() => probe(raw)).toThrow(RawFault);
});

describe('reported files', () => {
  const report = (name: string) =>
    new Uint8Array(readFileSync(new URL(`../../../../test/fixtures/reports/${name}`, import.meta.url)));

  it('give the page that is right', () => {
    expect(sizeOf(report('tiff-thumb-first.tif'))).toBe('160x120');
    expect(() => probe(report('raw-dng-like.dng'))).toThrow(RawFault);
  });
});

describe('a page that cannot be read', () => {
  it('does not matter behind the picture', () => {
    for (const next of [7, 1_000_000, 2 ** 32 - 1]) expect(sizeOf(makeTiff([{ ...full, next }]))).toBe('16x12');
  });

  it('is no raw, whatever its bytes spell', () => {
    const junk: MadePage = {
      fields: [
        [50706, 1, [1]],
        [33422, 1, [0]],
        [262, 3, [32803]],
        [259, 3, [65535]],
      ],
    };
    expect(sizeOf(makeTiff([full, junk]))).toBe('16x12');
    expect(() => probe(makeTiff([small, junk]))).toThrow('is a thumbnail');
  });

  it('is missed behind a thumbnail', () => {
    const file = makeTiff([{ ...small, next: 1_000_000 }]);
    expect(() => probe(file)).toThrow('is a thumbnail, and its full picture cannot be read');
  });

  it('may be the very same again', () => {
    for (const [page, size] of [
      [full, '16x12'],
      [small, '8x6'],
    ] as const) {
      const at = new DataView(makeTiff([page]).buffer).getUint32(4, true);
      expect(sizeOf(makeTiff([{ ...page, next: at }]))).toBe(size);
    }
  });

  it('is the last one where the file ends right behind its fields', () => {
    const file = makeTiff([full]);
    expect(sizeOf(file.subarray(0, file.length - 4))).toBe('16x12');
  });
});

it('reads no more pages than 64', () => {
  expect(sizeOf(makeTiff([...Array<MadePage>(63).fill(small), full]))).toBe('16x12');
  expect(sizeOf(makeTiff([...Array<MadePage>(64).fill(small), full]))).toBe('8x6');
});

it('an alpha that is declared by nothing is one beside RGB alone', () => {
  const four = (fields: readonly MadeField[]) => makeTiff([rgbPage(4, 4, noise(64), { samplesPerPixel: 4, fields })]);
  expect(probe(four([])).hasAlpha).toBe(true);
  expect(probe(four([[338, 3, [0]]])).hasAlpha).toBe(false);
  expect(probe(four([[262, 3, [5]]])).hasAlpha).toBe(false);
});

test('any bytes in directories give a page or an ImageFault', () => {
  const files = kinds.map((kind) => makeTiff([{ ...small, subPages: [small] }, full, mosaic], kind));
  const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.array(change, { minLength: 1, maxLength: 12 }), (file, changes) => {
      const damaged = file.slice();
      for (const [at, byte] of changes) damaged[at % damaged.length] = byte;
      try {
        const { widthPx, heightPx } = probe(damaged);
        expect([Number.isInteger(widthPx), Number.isInteger(heightPx)]).toEqual([true, true]);
      } catch (fault) {
        expect(fault).toBeInstanceOf(ImageFault);
      }
    }),
    { numRuns: 3000, seed: 41 },
  );
});
