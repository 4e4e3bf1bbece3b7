/** Floating-point TIFF files: scaled from 0 to 1, and refused where they hold something else. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { linearGreyProfile } from '../../../test/fixtures/pictures/make/profiles.ts';
import { floatBytes, type MadeField, type MadeKind, makeTiff, noise, rgbPage } from '../../../test/tiff.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { halfFloats } from './half-floats.ts';
import { openFile, openRaw } from './testing/fixture.ts';

const [width, height] = [40, 30];
const area = width * height;
const floats: MadeField = [339, 3, [3]];
const report = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../test/fixtures/reports/${name}`, import.meta.url)));

/** Values from 0 to 1, as bytes say them, and those bytes. */
const bytes = (samples: number) => noise(area * samples);
const fractions = (samples: number) => [...bytes(samples)].map((byte) => byte / 255);

function floatFile(
  samplesPerPixel: number,
  values: readonly number[],
  fields: readonly MadeField[] = [],
  kind: MadeKind = {},
): Uint8Array {
  const data = floatBytes(values, kind.littleEndian ?? true);
  return makeTiff([rgbPage(width, height, data, { samplesPerPixel, bits: 32, fields: [floats, ...fields] })], kind);
}

async function refusal(file: Uint8Array): Promise<string> {
  const fault: unknown = await openRaw(file).catch((cause: unknown) => cause);
  expect(fault).toMatchObject({ kind: 'invalid' });
  expect(fault).toBeInstanceOf(ImageFault);
  return (fault as ImageFault).message;
}

describe('reported files', () => {
  it('RGB with a profile keeps its values and its profile', async () => {
    const render = await sharp(report('v.png'), { ignoreIcc: true }).raw().toBuffer();
    const picture = await openFile(report('tiff-float32-rgb-icc.tif'));
    expect(Buffer.from(picture.rows().next(120)).equals(render)).toBe(true);
    expect(picture.icc?.length).toBeGreaterThan(500);
  });

  it('grey is a grey picture of the same values', async () => {
    const { samples } = await openRaw(report('tiff-float32-grey.tif'));
    const stored = await sharp(report('tiff-float32-grey.tif')).toColourspace('b-w').raw({ depth: 'float' }).toBuffer();
    const values = new Float32Array(stored.buffer, stored.byteOffset, stored.length / 4);
    expect([...values].map((value) => Math.round(value * 255))).toEqual([...samples.filter((_, at) => at % 3 === 0)]);
  });
});

describe.each<MadeKind>([{}, { littleEndian: false }, { big: true }, { littleEndian: false, big: true }])(
  '%o',
  (kind) => {
    test('RGB', async () => {
      expect((await openRaw(floatFile(3, fractions(3), [], kind))).samples).toEqual(bytes(3));
    });

    test.each([
      ['black at 0', 1, (byte: number) => byte],
      ['white at 0', 0, (byte: number) => 255 - byte],
    ])('grey, %s', async (_, meaning, shown) => {
      const { samples } = await openRaw(floatFile(1, fractions(1), [[262, 3, [meaning]]], kind));
      expect(samples).toEqual(Uint8Array.from({ length: area * 3 }, (_, at) => shown(bytes(1)[Math.floor(at / 3)])));
    });

    test('grey with alpha', async () => {
      const { samples, channels } = await openRaw(floatFile(2, fractions(2), [[338, 3, [2]]], kind));
      const pairs = bytes(2);
      expect(channels).toBe(4);
      expect(samples).toEqual(
        Uint8Array.from({ length: area * 4 }, (_, at) => pairs[Math.floor(at / 4) * 2 + (at % 4 === 3 ? 1 : 0)]),
      );
    });

    test.each([
      ['alpha', 2, 4],
      ['a sample of no meaning', 0, 3],
    ])('RGB with %s', async (_, extra, shown) => {
      const { samples, channels } = await openRaw(floatFile(4, fractions(4), [[338, 3, [extra]]], kind));
      expect(channels).toBe(shown);
      expect(samples).toEqual(bytes(4).filter((_, at) => at % 4 < shown));
    });

    test.each([
      ['before a selection', [2, 0]],
      ['behind two', [0, 0, 2]],
    ])('RGB with alpha %s', async (_, extras) => {
      const count = 3 + extras.length;
      const place = 3 + extras.indexOf(2);
      const values = fractions(4);
      const more = Array.from({ length: area * count }, (_, at) => {
        const [pixel, sample] = [Math.floor(at / count), at % count];
        // What is not shown may be anything.
        return sample < 3 ? values[pixel * 4 + sample] : sample === place ? values[pixel * 4 + 3] : 99;
      });
      const { samples, channels } = await openRaw(floatFile(count, more, [[338, 3, extras]], kind));
      expect([channels, samples]).toEqual([4, bytes(4)]);
    });

    test('colours that were multiplied by alpha are divided by it', async () => {
      const straight = fractions(4);
      const multiplied = straight.map((value, at) => {
        const alpha = straight[at - (at % 4) + 3];
        return at % 4 === 3 ? alpha : value * alpha;
      });
      const wanted = bytes(4).map((byte, at) => (at % 4 < 3 && bytes(4)[at - (at % 4) + 3] === 0 ? 0 : byte));
      const { samples } = await openRaw(floatFile(4, multiplied, [[338, 3, [1]]], kind));
      expect(samples).toEqual(wanted);
      const pairs = fractions(2).map((value, at, all) => (at % 2 === 0 ? value * all[at + 1] : value));
      const grey = await openRaw(floatFile(2, pairs, [[338, 3, [1]]], kind));
      expect(grey.samples.filter((_, at) => at % 4 === 0)).toEqual(
        bytes(2)
          .filter((_, at) => at % 2 === 0)
          .map((byte, pixel) => (bytes(2)[pixel * 2 + 1] === 0 ? 0 : byte)),
      );
    });

    test('RGB in planes', async () => {
      const planes = [0, 1, 2].map((plane) =>
        floatBytes(
          fractions(1).map((value) => value * (1 - plane / 4)),
          kind.littleEndian,
        ),
      );
      const page = rgbPage(width, height, planes[0], { bits: 32, fields: [floats, [284, 3, [2]]] });
      const { samples } = await openRaw(makeTiff([{ ...page, chunks: planes }], kind));
      expect(samples[2]).toBe(Math.round(bytes(1)[0] / 2));
      expect(samples.filter((_, at) => at % 3 === 0)).toEqual(bytes(1));
    });

    test('half floats, grey and RGB', async () => {
      for (const samplesPerPixel of [1, 3]) {
        const view = new DataView(new ArrayBuffer(area * samplesPerPixel * 2));
        // 0.5, and 1 in the first sample.
        for (let at = 0; at < view.byteLength; at += 2)
          view.setUint16(at, at === 0 ? 0x3c00 : 0x3800, kind.littleEndian ?? true);
        const data = new Uint8Array(view.buffer);
        const page = rgbPage(width, height, data, { samplesPerPixel, bits: 16, fields: [floats] });
        const { samples } = await openRaw(makeTiff([page], kind));
        expect([...samples.subarray(samples.length - 3), samples[0]]).toEqual([128, 128, 128, 255]);
      }
    });
  },
);

it('grey goes through its profile, as bytes do', async () => {
  const icc: MadeField = [34675, 7, [...linearGreyProfile()]];
  const eight = makeTiff([rgbPage(width, height, bytes(1), { samplesPerPixel: 1, fields: [icc] })]);
  const expected = await openRaw(eight);
  expect((await openRaw(floatFile(1, fractions(1), [icc]))).samples).toEqual(expected.samples);
  expect(expected.samples[0]).not.toBe(bytes(1)[0]);
});

it('compressed in tiles, as libvips writes it', async () => {
  const values = Float32Array.from(fractions(3));
  const raw = { raw: { width, height, channels: 3 as const } };
  const eight = await sharp(Buffer.from(bytes(3)), raw)
    .png()
    .toBuffer();
  const file = await sharp(eight)
    .pipelineColourspace('scrgb')
    .toColourspace('scrgb')
    .tiff({ compression: 'deflate', predictor: 'float', tile: true, tileWidth: 16, tileHeight: 16 })
    .toBuffer();
  expect((await sharp(file).metadata()).depth).toBe('float');
  // libvips wrote linear light: the values are what counts, not what they meant.
  const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const { samples } = await openRaw(new Uint8Array(file));
  const most = samples.reduce((worst, byte, at) => Math.max(worst, Math.abs(byte - linear(values[at]) * 255)), 0);
  expect(most).toBeLessThan(1);
});

describe('samples outside of 0 to 1', () => {
  const some = (count: number, value: number) => fractions(3).map((each, at) => (at < count ? value : each));
  const thousandth = Math.floor(area * 3 * 0.001);

  it('are clipped up to one in a thousand', async () => {
    const { samples } = await openRaw(floatFile(3, some(thousandth, 2)));
    expect(samples).toEqual(bytes(3).map((byte, at) => (at < thousandth ? 255 : byte)));
    expect((await openRaw(floatFile(3, some(thousandth, -9)))).samples[0]).toBe(0);
  });

  it('are refused beyond, with what they are', async () => {
    const values = some(thousandth + 1, 812);
    values[0] = -3.1;
    expect(await refusal(floatFile(3, values))).toBe(
      'The TIFF file has samples from −3.1 to 812; save as 16-bit integers',
    );
    expect(
      await refusal(
        floatFile(
          1,
          fractions(1).map((value) => value * 255),
        ),
      ),
    ).toContain('samples from 0 to 255;');
  });

  it('are none where they differ by their rounding alone', async () => {
    const values = fractions(3).map((value) => (value - 0.5) * 1.00001 + 0.5);
    expect((await openRaw(floatFile(3, values))).samples).toEqual(bytes(3));
  });

  it('do not count beyond colours and alpha', async () => {
    const values = fractions(4).map((value, at) => (at % 4 === 3 ? 99 : value));
    expect((await openRaw(floatFile(4, values, [[338, 3, [0]]]))).channels).toBe(3);
    expect(await refusal(floatFile(4, values, [[338, 3, [2]]]))).toContain('to 99;');
  });
});

it.each([Number.NaN, Infinity, -Infinity])('refuses a single %f', async (value) => {
  for (const samples of [1, 3]) {
    const values = fractions(samples);
    values[7] = value;
    expect(await refusal(floatFile(samples, values))).toContain('NaN or infinite; save as 16-bit integers');
  }
});

it.each<[string, MadeField[], number]>([
  ['64 bits', [[258, 3, [64, 64, 64]]], 3],
  ['24 bits', [[258, 3, [24, 24, 24]]], 3],
  ['CMYK', [[262, 3, [5]]], 4],
])('refuses floats of %s by name', async (_, fields, samples) => {
  const doubled = [...fractions(samples), ...fractions(samples)];
  expect(await refusal(floatFile(samples, doubled, fields))).toMatch(
    /floating-point samples .* save as 16-bit integers/,
  );
});

it('refuses floats of which the file lacks some', async () => {
  expect(await refusal(floatFile(3, fractions(2)))).toContain('ends before its last pixel');
});

test('half floats are what Float32Array would make of them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffff }), (bits) => {
      const [value] = halfFloats(Uint16Array.of(bits));
      const exponent = (bits >> 10) & 31;
      if (exponent === 31) {
        expect(Number.isFinite(value)).toBe(false);
        return;
      }
      // A normal half has the bits of a single with another bias.
      const single = new Float32Array(Uint32Array.of(((bits & 0x7fff) << 13) >>> 0).buffer)[0] * 2 ** 112;
      expect(value).toBe(bits & 0x8000 ? -single : single);
    }),
    { numRuns: 2000, seed: 41 },
  );
});
