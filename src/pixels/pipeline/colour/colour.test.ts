/** What colour signals mean, and the profiles made of them, as libvips reads them. */
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { highDynamicRangeToSrgb } from '../picture/high-dynamic-range.ts';
import { encodePng } from '../png/encode.ts';
import { type Chromaticities, curveOf, primariesOf, srgbPrimaries } from './code-points.ts';
import { type ColourSignal, type ColourSpace, colourOf } from './colour.ts';
import { apply, betweenPrimaries } from './matrices.ts';

const numbered = (primaries: number, transfer: number, matrix = 0, fullRange = true): ColourSignal => ({
  kind: 'code points',
  codePoints: { primaries, transfer, matrix, fullRange },
});
const gamma = (value: number, chromaticities: Chromaticities | null = null): ColourSignal => ({
  kind: 'gamma',
  gamma: value,
  chromaticities,
});
const p3 = primariesOf(12) ?? srgbPrimaries;

function profileOf(signal: ColourSignal): Uint8Array {
  const colour = colourOf(signal);
  if (colour?.kind !== 'profile') throw new Error(`no profile but ${colour?.kind}`);
  return colour.icc;
}

describe('what a signal means', () => {
  it.each<[string, ColourSignal, ColourSpace['kind'] | null]>([
    ['sRGB by number', numbered(1, 13), 'srgb'],
    ['Display P3', numbered(12, 13), 'profile'],
    ['BT.709', numbered(1, 1), 'profile'],
    ['linear BT.2020', numbered(9, 8), 'profile'],
    ['PQ', numbered(9, 16), 'pq'],
    ['HLG of a narrow range', numbered(9, 18, 0, false), 'hlg'],
    ['unspecified primaries', numbered(2, 13), null],
    ['an unspecified curve', numbered(1, 2), null],
    ['a logarithmic curve', numbered(1, 9), null],
    ['samples that are not RGB', numbered(12, 13, 1), null],
    ['a narrow range', numbered(12, 13, 0, false), null],
    ['a gamma of 1 / 2.2', gamma(0.45455), 'srgb'],
    ['0.45 alone', gamma(0.45), 'srgb'],
    ['0.43 alone', gamma(0.43), 'profile'],
    ['a gamma of 1 / 2.2 with the primaries of sRGB', gamma(0.45455, srgbPrimaries), 'srgb'],
    ['0.45505 with the primaries of sRGB', gamma(0.45505, srgbPrimaries), 'srgb'],
    ['0.4540 with the primaries of sRGB', gamma(0.454, srgbPrimaries), 'profile'],
    ['0.4551 with the primaries of sRGB', gamma(0.4551, srgbPrimaries), 'profile'],
    ['other primaries', gamma(0.45455, p3), 'profile'],
    ['linear', gamma(1), 'profile'],
    ['a gamma of nothing', gamma(0), null],
    ['a gamma beyond all profiles', gamma(0.00001), null],
    ['primaries on a line', gamma(1, { ...p3, red: [0.3, 0.3], green: [0.3, 0.3] }), null],
  ])('%s', (_, signal, kind) => {
    expect(colourOf(signal)?.kind ?? null).toBe(kind);
  });

  it('never throws', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const xy = fc.tuple(fc.double(), fc.double());
    const chromaticities = fc.option(fc.record({ red: xy, green: xy, blue: xy, white: xy }));
    const signals = fc.oneof(
      fc.record({
        kind: fc.constant('code points' as const),
        codePoints: fc.record({ primaries: byte, transfer: byte, matrix: byte, fullRange: fc.boolean() }),
        masteringPeak: fc.double(),
      }),
      fc.record({ kind: fc.constant('gamma' as const), gamma: fc.double(), chromaticities }),
    );
    const samples = Uint8Array.from({ length: 768 }, (_, at) => (at * 37) & 255);
    fc.assert(
      fc.property(signals, (signal) => {
        const colour = colourOf(signal);
        if (colour?.kind === 'profile') expect(colour.icc.length).toBeLessThan(1000);
        if (colour?.kind === 'pq' || colour?.kind === 'hlg') {
          highDynamicRangeToSrgb(colour, 255)(samples, 3, new Uint8Array(samples.length));
        }
      }),
      { numRuns: 500 },
    );
  });
});

const colours = [
  [0, 0, 0],
  [255, 255, 255],
  [128, 128, 128],
  [20, 20, 20],
  [180, 160, 120],
  [120, 140, 170],
  [90, 110, 70],
] as const;

describe('profiles of our own', () => {
  it.each([
    [12, 13],
    [9, 13],
    [9, 8],
    [1, 1],
    [1, 4],
    [5, 5],
    [6, 7],
    [11, 17],
    [4, 13],
    [8, 8],
    [22, 8],
  ])('primaries %i and curve %i are to libvips what they are by arithmetic', async (primaries, transfer) => {
    const icc = profileOf(numbered(primaries, transfer));
    const shown = await throughLibvips(icc);
    const [from, curve] = [primariesOf(primaries), curveOf(transfer)];
    if (!from || !curve) throw new Error('unknown code points');
    const light = (byte: number) => {
      const signal = byte / 255;
      return signal < curve.from ? curve.slope * signal : Math.max(0, curve.a * signal + curve.b) ** curve.gamma;
    };
    for (const [index, [red, green, blue]] of colours.entries()) {
      const linear = apply(betweenPrimaries(from, srgbPrimaries), [light(red), light(green), light(blue)]);
      for (const [channel, value] of linear.entries()) {
        const clipped = Math.min(1, Math.max(0, value));
        const expected = 255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055);
        expect(Math.abs(shown[index * 3 + channel] - expected)).toBeLessThanOrEqual(1.5);
      }
    }
  });

  it('are always the same, and are called what they are', async () => {
    const icc = profileOf(gamma(1 / 1.8));
    expect(profileOf(gamma(1 / 1.8))).toEqual(icc);
    expect(Buffer.from(icc).toString('latin1', 12, 24)).toBe('mntrRGB XYZ ');
    expect(new DataView(icc.buffer).getUint32(0)).toBe(icc.length);
  });
});

/** The colours as libvips turns them into sRGB through a profile. */
async function throughLibvips(icc: Uint8Array): Promise<Uint8Array> {
  const rgba = Uint8Array.from(colours.flatMap((colour) => [...colour, 255]));
  const write = (_: number, into: Uint8Array) => into.set(rgba);
  const png = new Response(encodePng({ widthPx: colours.length, heightPx: 1, channels: 4, write }, icc));
  return sharp(await png.arrayBuffer())
    .removeAlpha()
    .raw()
    .toBuffer();
}
