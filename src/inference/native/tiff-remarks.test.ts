/** TIFF files of which libtiff complains though every pixel is there, and files that lack some without a complaint. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { type MadeField, type MadeKind, type MadePage, makeTiff, noise, rgbPage, without } from '../../../test/tiff.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { probe } from '../../pixels/pipeline/probe/probe.ts';
import { cut, fixture, openRaw } from './testing/fixture.ts';
import { directoryFirst } from './testing/tiff-layout.ts';

const [width, height] = [20, 12];
const pixels = noise(width * height * 3);
const page = rgbPage(width, height, pixels);

const report = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../test/fixtures/reports/${name}`, import.meta.url)));

async function refusal(file: Uint8Array): Promise<string> {
  const fault: unknown = await openRaw(file).catch((cause: unknown) => cause);
  expect(fault).toBeInstanceOf(ImageFault);
  return (fault as ImageFault).message;
}

function withFields(...fields: readonly MadeField[]): MadePage {
  return rgbPage(width, height, pixels, { fields });
}

/** The page in strips of so many rows. */
function inStrips(rows: number, ...fields: readonly MadeField[]): MadePage {
  const stride = rows * width * 3;
  const strips = Array.from({ length: Math.ceil(pixels.length / stride) }, (_, index) =>
    pixels.subarray(index * stride, (index + 1) * stride),
  );
  return { ...withFields([278, 4, [rows]], ...fields), chunks: strips };
}

/** Its first strip says that it holds less than its rows need, and the second one begins there. */
const shortStrip: MadePage = {
  ...inStrips(6),
  chunks: [pixels.subarray(0, 300), pixels.subarray(360)],
};

test.each([
  'tiff-ascii-no-nul.tif',
  'tiff-extratag-zero-count.tif',
  'tiff-resolutionunit-bad.tif',
  'tiff-stripbytecounts-too-big.tif',
  'tiff-thumb-first.tif',
  'tiff-bigtiff.tif',
  'tiff-unknown-private-tag.tif',
])('%s shows what its render shows', async (name) => {
  const render = await sharp(report('v.png'), { ignoreIcc: true }).raw().toBuffer();
  const raw = await openRaw(report(name));
  expect([raw.widthPx, raw.heightPx, Buffer.from(raw.samples).equals(render)]).toEqual([160, 120, true]);
});

const kinds: readonly MadeKind[] = [{}, { littleEndian: false }, { big: true }, { littleEndian: false, big: true }];

describe.each(kinds)('every pixel is there: %o', (kind) => {
  const unsorted: MadePage = { ...page, fields: [...page.fields].reverse(), unsorted: true };
  const jumbled = makeTiff([page], kind).indexOf(0);
  test.each<[string, readonly MadePage[]]>([
    ['tags out of order', [unsorted]],
    ['a next page outside of the file', [{ ...page, next: 1_000_000 }]],
    ['a next page in the middle of something', [{ ...page, next: 9 + jumbled }]],
    ['a next page without pixels', [page, { fields: [[305, 2, [65]]] }]],
    ['a next page of a broken size', [page, withFields([256, 4, [0]], [259, 3, [999]])]],
    ['orientation 0', [withFields([274, 3, [0]])]],
    ['orientation 9', [withFields([274, 3, [9]])]],
    ['a text without its end', [withFields([305, 2, [...Buffer.from('without an end')]])]],
    ['a unit that there is not', [withFields([296, 3, [77]])]],
    ['a private tag without a value', [withFields([51234, 4, []])]],
    ['a page number that lacks its second value', [withFields([297, 3, [1]])]],
    ['one bit depth for three samples', [withFields([258, 3, [8]])]],
    ['four bit depths for three samples', [withFields([258, 3, [8, 8, 8, 8]])]],
    ['a tag twice, of which the first counts', [{ ...withFields([256, 4, [width]], [256, 4, [width + 1]]) }]],
    ['no sizes of strips', [{ ...without(page, 279), fields: [...page.fields, [279, 4, []]] }]],
    ['a strip that says it is empty', [withFields([279, 4, [0]])]],
    ['a strip that says it is shorter', [withFields([279, 4, [pixels.length - 7]])]],
    ['a strip that says it is longer', [withFields([279, 4, [pixels.length + 500]])]],
    ['rows of a strip beyond the picture', [withFields([278, 4, [2 ** 32 - 1]])]],
    ['no rows of a strip', [without(page, 278)]],
    ['more strips than rows need', [{ ...inStrips(4), chunks: [...(inStrips(4).chunks ?? []), noise(9)] }]],
    ['strips of 5 rows', [inStrips(5)]],
  ])('%s', async (_, pages) => {
    const { samples, channels } = await openRaw(makeTiff(pages, kind));
    expect([channels, Buffer.from(samples).equals(pixels)]).toEqual([3, true]);
  });

  it('of a full page in SubIFDs', async () => {
    const thumbnail = rgbPage(2, 2, noise(12), { fields: [[254, 4, [1]]] });
    const { samples } = await openRaw(makeTiff([{ ...thumbnail, subPages: [page] }], kind));
    expect(Buffer.from(samples).equals(pixels)).toBe(true);
  });

  test.each<[string, MadePage]>([
    ['a strip that is not listed', { ...inStrips(4), chunks: (inStrips(4).chunks ?? []).slice(0, 2) }],
    ['a strip at no place', inStrips(4, [273, 4, [0, 8, 8]])],
    ['a strip beyond the file', inStrips(4, [273, 4, [8, 8, 1_000_000]])],
    ['a strip that begins too late', withFields([273, 4, [3000]])],
    ['no strips', without({ ...page, chunks: [] }, 273)],
    ['a tile that is not listed', { ...withFields([322, 4, [16]], [323, 4, [16]]), chunks: [noise(768)] }],
    ['a strip that ends where the next one begins', shortStrip],
    ['planes that are not there', withFields([284, 3, [2]])],
  ])('not with %s', async (_, broken) => {
    expect(await refusal(makeTiff([broken], kind))).toContain('ends before its last pixel');
  });
});

it.each([
  [6, 'by old-style JPEG'],
  [34925, 'by LZMA'],
  [50000, 'by Zstandard'],
])('names compression %i, which is not read', async (compression, name) => {
  expect(await refusal(makeTiff([withFields([259, 3, [compression]])]))).toContain(name);
});

it('names depths that are not read', async () => {
  const grey = rgbPage(width, height, noise(width * height * 2), { samplesPerPixel: 1, bits: 12 });
  expect(await refusal(makeTiff([grey]))).toBe('The TIFF file has 12-bit integer samples; please save it with 8 or 16');
});

it('shows a fourth sample beside RGB as alpha, declared or not', async () => {
  const four = noise(width * height * 4);
  const { samples, channels } = await openRaw(makeTiff([rgbPage(width, height, four, { samplesPerPixel: 4 })]));
  expect([channels, Buffer.from(samples).equals(four)]).toEqual([4, true]);
});

it('shows signed bytes as bytes', async () => {
  const grey = noise(width * height);
  const made = rgbPage(width, height, grey, { samplesPerPixel: 1, fields: [[339, 3, [2]]] });
  const { samples } = await openRaw(makeTiff([made]));
  expect(samples.filter((_, at) => at % 3 === 0)).toEqual(grey);
});

/** Old-style LZW: codes begin at their lowest bit. Cleared so often that all have 9 bits. */
function oldLzw(data: Uint8Array): Uint8Array {
  const codes = [...data].flatMap((byte, index) => (index % 200 === 0 ? [256, byte] : [byte]));
  const bytes = new Uint8Array(Math.ceil(((codes.length + 1) * 9) / 8));
  [...codes, 257].forEach((code, index) => {
    for (let bit = 0; bit < 9; bit++) {
      if ((code >> bit) & 1) bytes[(index * 9 + bit) >> 3] |= 1 << ((index * 9 + bit) & 7);
    }
  });
  return bytes;
}

describe('LZW in the old style', () => {
  const compressed = (data: Uint8Array) => makeTiff([{ ...withFields([259, 3, [5]]), chunks: [data] }]);

  it('is read', async () => {
    expect(Buffer.from((await openRaw(compressed(oldLzw(pixels)))).samples).equals(pixels)).toBe(true);
  });

  it('is refused where codes are missing', async () => {
    expect(await refusal(compressed(cut(oldLzw(pixels), 30)))).toContain('damaged');
  });
});

describe.each([{ tile: false }, { tile: true, tileWidth: 32, tileHeight: 16 }])('JPEG codes: %o', (layout) => {
  const plain = sharp(fixture('png-rgb.png'), { ignoreIcc: true });
  const made = async () =>
    directoryFirst(
      new Uint8Array(
        await plain
          .clone()
          .tiff({ compression: 'jpeg', quality: 90, ...layout })
          .toBuffer(),
      ),
    );

  it('with stray bytes in front of their end are read', async () => {
    const file = await made();
    const whole = await openRaw(file);
    // The last strip or tile ends the file: EOI, after bytes that belong to nothing.
    const stray = Uint8Array.from([...cut(file, 2), 1, 2, 3, 4, 0xff, 0xd9]);
    expect((await openRaw(lengthened(stray, 4))).samples).toEqual(whole.samples);
  });

  it('that end early are refused, though their place is whole', async () => {
    const file = await made();
    expect(await refusal(lengthened(file, -40))).toContain('incomplete part');
  });

  it('of fewer rows than a strip or tile has are refused', async () => {
    const file = await made();
    const frame = Buffer.from(file).lastIndexOf(Buffer.of(0xff, 0xc0));
    file[frame + 6] -= 1;
    expect(await refusal(file)).toContain('incomplete part');
  });
});

/** A file whose directory comes first, with another length of its last strip or tile. */
function lengthened(file: Uint8Array, bytes: number): Uint8Array {
  const changed = file.slice();
  const view = new DataView(changed.buffer);
  const littleEndian = changed[0] === 0x49;
  for (let entry = 10; entry < 10 + view.getUint16(8, littleEndian) * 12; entry += 12) {
    if (![279, 325].includes(view.getUint16(entry, littleEndian))) continue;
    const size = view.getUint16(entry + 2, littleEndian) === 3 ? 2 : 4;
    const count = view.getUint32(entry + 4, littleEndian);
    const values = count * size <= 4 ? entry + 8 : view.getUint32(entry + 8, littleEndian);
    const last = values + (count - 1) * size;
    if (size === 2) view.setUint16(last, view.getUint16(last, littleEndian) + bytes, littleEndian);
    else view.setUint32(last, view.getUint32(last, littleEndian) + bytes, littleEndian);
  }
  return changed;
}

it('refuses a fax whose lines end early', async () => {
  const file = directoryFirst(fixture('tiff-group4.tif'));
  expect(await openRaw(file)).toMatchObject({ channels: 3 });
  expect(await refusal(lengthened(file, -30))).toContain('damaged');
});

test('any bytes give the size that the header says or an ImageFault', async () => {
  const files = [
    makeTiff([{ ...inStrips(4), subPages: [page] }, page]),
    makeTiff([{ ...withFields([259, 3, [5]]), chunks: [oldLzw(pixels)] }], { littleEndian: false }),
    makeTiff([{ ...withFields([322, 4, [16]], [323, 4, [16]]), chunks: [0, 1].map(() => noise(768)) }], { big: true }),
  ];
  const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      async (file, changes) => {
        const damaged = file.slice();
        for (const [at, byte] of changes) damaged[damaged.length - 1 - (at % Math.min(damaged.length, 400))] = byte;
        try {
          const header = probe(damaged);
          if (header.widthPx * header.heightPx > 100_000) return;
          expect((await openRaw(damaged)).samples.length % (header.widthPx * header.heightPx)).toBe(0);
        } catch (fault) {
          expect(fault).toBeInstanceOf(ImageFault);
        }
      },
    ),
    { numRuns: 300, seed: 41 },
  );
});
