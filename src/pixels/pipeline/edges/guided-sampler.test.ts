/** Alpha along the edges of a photo. */
import { describe, expect, test } from 'vitest';
import { LayerSampler, layerOver } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import { GuidedSampler } from './guided-sampler.ts';

const small = 24;
const large = 96;

/** A disc with an edge of about one pixel, `size` × `size`. */
function disc(size: number): Matte {
  const samples = Uint8Array.from({ length: size * size }, (_, at) => {
    const [x, y] = [((at % size) + 0.5) / size - 0.5, (Math.floor(at / size) + 0.5) / size - 0.5];
    return 255 * Math.min(1, Math.max(0, (0.3 - Math.hypot(x, y)) * large + 0.5));
  });
  return { widthPx: size, heightPx: size, samples };
}

/** Means of square blocks, `channels` values to a pixel. */
function reduced(values: Uint8Array, channels: number): Uint8Array {
  const block = large / small;
  return Uint8Array.from({ length: small * small * channels }, (_, at) => {
    const [pixel, channel] = [Math.floor(at / channels), at % channels];
    let sum = 0;
    for (let i = 0; i < block * block; i++) {
      const x = (pixel % small) * block + (i % block);
      const y = Math.floor(pixel / small) * block + Math.floor(i / block);
      sum += values[(y * large + x) * channels + channel];
    }
    return sum / (block * block) + 0.5;
  });
}

/** A picture of `front` over `back` as the alpha of a matte says. */
function mixed({ samples: alpha }: Matte, front: readonly number[], back: readonly number[]): Uint8Array {
  return Uint8Array.from(
    { length: alpha.length * 3 },
    (_, at) => (alpha[Math.floor(at / 3)] * (front[at % 3] - back[at % 3])) / 255 + back[at % 3] + 0.5,
  );
}

function read(sampler: GuidedSampler | LayerSampler, pixels: Uint8Array, channels = 3): Uint8Array {
  const into = new Uint8Array(large * large);
  for (let y = 0; y < large; y++) {
    sampler.row(y, large, into.subarray(y * large), pixels.subarray(y * large * channels), channels);
  }
  return into;
}

function sumOfDifferences(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, at) => sum + Math.abs(value - b[at]), 0);
}

const picture = { widthPx: large, heightPx: large };
const truth = disc(large);
const coarse = { widthPx: small, heightPx: small, samples: reduced(truth.samples, 1) };
const layer = layerOver(coarse, picture);

describe('alpha along the edges of the picture', () => {
  test('comes back where the subject and its background differ in colour', () => {
    const photo = mixed(truth, [200, 90, 40], [30, 60, 120]);
    const plain = read(new LayerSampler(layer), photo);
    const guided = read(new GuidedSampler(layer, reduced(photo, 3)), photo);
    expect(sumOfDifferences(guided, truth.samples)).toBeLessThan(0.2 * sumOfDifferences(plain, truth.samples));
  });

  test('is as good as without a guide where colours do not differ', () => {
    const photo = mixed(truth, [90, 90, 90], [90, 90, 90]);
    const plain = read(new LayerSampler(layer), photo);
    const guided = read(new GuidedSampler(layer, reduced(photo, 3)), photo);
    expect(sumOfDifferences(guided, truth.samples)).toBeLessThan(sumOfDifferences(plain, truth.samples));
  });

  test('hardly trusts colours that differ by no more than noise does', () => {
    const noise = mixed(truth, [92, 90, 90], [90, 90, 90]).map(
      (value, at) => value + (((at * 2654435761) >>> 7) % 9) - 4,
    );
    const blind = read(new GuidedSampler(layer, new Uint8Array(small * small * 3)), noise);
    const guided = read(new GuidedSampler(layer, reduced(noise, 3)), noise);
    expect(sumOfDifferences(guided, truth.samples)).toBeLessThan(1.15 * sumOfDifferences(blind, truth.samples));
  });

  test('is nothing and everything where the matte is', () => {
    const photo = mixed(truth, [250, 250, 250], [5, 5, 5]);
    for (const value of [0, 255]) {
      const samples = new Uint8Array(small * small).fill(value);
      const flat = layerOver({ ...coarse, samples }, picture);
      expect(new Set(read(new GuidedSampler(flat, reduced(photo, 3)), photo))).toEqual(new Set([value]));
    }
  });

  test('ignores pixels that are half transparent in the photo', () => {
    const photo = mixed(truth, [200, 90, 40], [30, 60, 120]);
    const withAlpha = (opacity: number) =>
      Uint8Array.from({ length: large * large * 4 }, (_, at) =>
        at % 4 === 3 ? opacity : photo[Math.floor(at / 4) * 3 + (at % 4)],
      );
    const sampler = () => new GuidedSampler(layer, reduced(photo, 3));
    expect(read(sampler(), withAlpha(255), 4)).toEqual(read(sampler(), photo));
    const blind = new GuidedSampler(layer, new Uint8Array(small * small * 3));
    expect(read(sampler(), withAlpha(254), 4)).toEqual(read(blind, photo));
  });
});

test('a single soft column is read at any place, the first and the last too', () => {
  const photo = new Uint8Array(large * large * 3);
  const columnRead = (column: number) => {
    const samples = Uint8Array.from({ length: large * large }, (_, at) => (at % large === column ? 128 : 0));
    const sampler = new GuidedSampler(layerOver({ ...picture, samples }, picture), photo);
    return read(sampler, photo)[(large / 2) * large + column];
  };
  const [first, middle, last] = [0, large / 2, large - 1].map(columnRead);
  expect(middle).toBeGreaterThan(0);
  expect(first).toBe(last);
});

test('a part of a picture is read at its place', () => {
  const region = { leftPx: 10, topPx: 20, widthPx: 40, heightPx: 30 };
  const part = { plane: coarse, region, outside: 0 };
  const photo = new Uint8Array(large * large * 3);
  const guided = read(new GuidedSampler(part, new Uint8Array(small * small * 3)), photo);
  const plain = read(new LayerSampler(part), photo);
  guided.forEach((value, at) => {
    const [x, y] = [at % large, Math.floor(at / large)];
    if (x < 10 || x >= 50 || y < 20 || y >= 50) expect(value).toBe(0);
    expect(Math.abs(value - plain[at])).toBeLessThan(60);
  });
});
