/** PQ and HLG to sRGB, against the recommendations' formulas as they are written, without tables. */
import { describe, expect, it } from 'vitest';
import { bt2020Primaries, primariesOf, srgbPrimaries } from '../colour/code-points.ts';
import type { HighDynamicRange } from '../colour/colour.ts';
import { apply, betweenPrimaries, type Row } from '../colour/matrices.ts';
import { highDynamicRangeToSrgb } from './high-dynamic-range.ts';

const pq: HighDynamicRange = { kind: 'pq', primaries: bt2020Primaries, fullRange: true };
const hlg: HighDynamicRange = { ...pq, kind: 'hlg' };
const p3 = primariesOf(12) ?? srgbPrimaries;

/** Signals of all three channels, coarse enough to be quick. */
const signals: Row[] = [];
const levels = [0, 0.02, 0.1, 0.25, 0.4, 0.5, 0.58, 0.75, 0.9, 1];
for (const red of levels) for (const green of levels) for (const blue of levels) signals.push([red, green, blue]);

describe.each([
  ['PQ', pq, 1000],
  ['PQ of a display of 4,000 cd/m²', { ...pq, masteringPeak: 4000 }, 4000],
  ['PQ of a display that cannot be', { ...pq, masteringPeak: 3 }, 1000],
  ['PQ with the primaries of P3', { ...pq, primaries: p3 }, 1000],
  ['HLG', hlg, 1000],
  ['HLG with the primaries of BT.709', { ...hlg, primaries: srgbPrimaries }, 1000],
] as [string, HighDynamicRange, number][])('%s', (_, colour, peak) => {
  it.each([
    [255, 8],
    [1023, 10],
    [4095, 12],
    [65_535, 16],
  ])('of samples up to %i', (most, bits) => {
    const sampled = signals.map((signal) => signal.map((value) => Math.round(value * most)));
    const samples = bits === 8 ? Uint8Array.from(sampled.flat()) : Uint16Array.from(sampled.flat());
    const into = new Uint8Array(samples.length);
    highDynamicRangeToSrgb(colour, most)(samples, 3, into);
    const expected = sampled.flatMap(([red, green, blue]) =>
      byFormula(colour, peak, [red / most, green / most, blue / most]),
    );
    expect(into.every((value, at) => Math.abs(value - expected[at]) <= 1)).toBe(true);
  });

  it('keeps greys grey, black black, and grows with the signal', () => {
    const greys = Uint8Array.from({ length: 768 }, (_, at) => Math.floor(at / 3));
    const into = new Uint8Array(768);
    highDynamicRangeToSrgb(colour, 255)(greys, 3, into);
    for (let at = 0; at < 768; at += 3) {
      expect(Math.abs(into[at] - into[at + 1]) + Math.abs(into[at] - into[at + 2])).toBeLessThanOrEqual(1);
      expect(into[at]).toBeGreaterThanOrEqual(into[Math.max(0, at - 3)]);
    }
    expect(into[0]).toBe(0);
    expect(into[765]).toBe(255);
  });
});

it('begins black at 16 and ends white at 235 in a narrow range', () => {
  const narrow = highDynamicRangeToSrgb({ ...pq, fullRange: false }, 255);
  const full = highDynamicRangeToSrgb(pq, 219);
  for (let value = 0; value <= 219; value++) {
    const [a, b] = [new Uint8Array(3), new Uint8Array(3)];
    narrow(Uint8Array.of(value + 16, value + 16, value + 16), 3, a);
    full(Uint8Array.of(value, value, value), 3, b);
    expect(a).toEqual(b);
  }
});

it('works where the samples are, and alpha loses its low byte', () => {
  const samples = Uint16Array.from({ length: 4000 }, (_, at) => (at * 9973) & 65_535);
  const apart = new Uint8Array(4000);
  const convert = highDynamicRangeToSrgb(pq, 65_535);
  convert(samples, 4, apart);
  expect(apart[3]).toBe(samples[3] >> 8);
  const place = new Uint8Array(samples.buffer, 0, 4000);
  convert(samples, 4, place);
  expect(place).toEqual(apart);
});

/** BT.2100-2 tables 4 and 5, BT.2446-1 section 4.1, BT.1886, IEC 61966-2-1, one after the other. */
function byFormula({ kind, primaries }: HighDynamicRange, peak: number, signal: Row): number[] {
  const light = signal.map((value) => {
    if (kind === 'hlg') {
      const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
      return value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - c) / a) + b) / 12;
    }
    const root = value ** (32 / 2523);
    return Math.min(
      1,
      (10_000 * (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (8192 / 1305)) / peak,
    );
  });
  let rgb = apply(betweenPrimaries(primaries, bt2020Primaries), [light[0], light[1], light[2]]).map((v) =>
    Math.max(0, v),
  );
  const weighed = ([r, g, b]: number[]) => 0.2627 * r + 0.678 * g + 0.0593 * b;
  if (kind === 'hlg') {
    const luminance = weighed(rgb);
    rgb = rgb.map((value) => (luminance > 0 ? value * luminance ** 0.2 : 0));
  }
  const [r, g, b] = rgb.map((value) => Math.min(1, value) ** (1 / 2.4));
  const y = weighed([r, g, b]);
  const [hdr, sdr] = [peak, 100].map((cd) => 1 + 32 * (cd / 10_000) ** (1 / 2.4));
  const yp = Math.log(1 + (hdr - 1) * y) / Math.log(hdr);
  const yc = yp <= 0.7399 ? 1.077 * yp : yp < 0.9909 ? -1.151 * yp ** 2 + 2.7811 * yp - 0.6302 : 0.5 * yp + 0.5;
  const ySdr = (sdr ** yc - 1) / (sdr - 1);
  const factor = y > 0 ? ySdr / (1.1 * y) : 0;
  const [cb, cr] = [(factor * (b - y)) / 1.8814, (factor * (r - y)) / 1.4746];
  const yTone = ySdr - Math.max(0.1 * cr, 0);
  const mapped = [
    yTone + 1.4746 * cr,
    yTone - ((0.2627 * 1.4746) / 0.678) * cr - ((0.0593 * 1.8814) / 0.678) * cb,
    yTone + 1.8814 * cb,
  ].map((value) => Math.min(1, Math.max(0, value)) ** 2.4);
  return apply(betweenPrimaries(bt2020Primaries, srgbPrimaries), [mapped[0], mapped[1], mapped[2]]).map((value) => {
    const clipped = Math.min(1, Math.max(0, value));
    return Math.round(255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055));
  });
}
