/** Both colours of soft edges against the same sums in JavaScript. */
import { describe, expect, test } from 'vitest';
import { bytes, floats, integers, layOut } from './memory.ts';
import {
  distances,
  extremes,
  falling,
  halved,
  type Level,
  meansOfSoft,
  nearEdges,
  type Sides,
  solveAll,
  started,
} from './testing/colours.ts';
import { randomBytes, randomly } from './testing/random.ts';

const sizes = Array.from({ length: 71 }, (_, at) => [Math.max(1, at), 1 + ((at * 7) % 19)] as const);

/** A level with edges, soft ones among them, and large parts without. */
function levelOf(widthPx: number, heightPx: number, random: (end: number) => number): Level {
  const alpha = randomBytes(widthPx * heightPx, random).map((value, at) => {
    const x = at % widthPx;
    if (x % 23 < 9) return 0;
    return x % 23 < 18 ? 255 : value;
  });
  return { widthPx, heightPx, colours: randomBytes(widthPx * heightPx * 3, random), alpha };
}

function laidOut({ colours, alpha }: Level) {
  const { kernels, arrays } = layOut({
    colours: bytes(colours.length),
    alpha: bytes(alpha.length),
    halfColours: bytes(colours.length),
    halfAlpha: bytes(alpha.length),
    across: bytes(alpha.length),
    near: bytes(alpha.length),
    smallFront: floats(colours.length),
    smallBack: floats(colours.length),
    front: floats(colours.length),
    back: floats(colours.length),
  });
  arrays.colours.set(colours);
  arrays.alpha.set(alpha);
  return { kernels, arrays };
}

test('a level is halved to the means of its pixels', () => {
  for (const [widthPx, heightPx] of sizes) {
    const level = levelOf(widthPx, heightPx, randomly(widthPx));
    const half = halved(level);
    const { kernels, arrays } = laidOut(level);
    kernels.halve(
      ...[arrays.colours.byteOffset, arrays.alpha.byteOffset, widthPx, heightPx],
      ...[arrays.halfColours.byteOffset, arrays.halfAlpha.byteOffset],
    );
    expect(arrays.halfColours.subarray(0, half.colours.length)).toEqual(half.colours);
    expect(arrays.halfAlpha.subarray(0, half.alpha.length)).toEqual(half.alpha);
  }
});

test('levels are started from smaller ones and solved near edges', () => {
  for (const [widthPx, heightPx] of sizes) {
    const random = randomly(widthPx);
    const level = levelOf(widthPx, heightPx, random);
    const small = halved(level);
    const smaller: Sides = {
      level: small,
      foreground: Float32Array.from(small.colours, (value) => value * 0.9),
      background: Float32Array.from(small.colours, (value) => 255 - value / 3),
    };
    const near = nearEdges(level);
    const expected = started(smaller, level, near);
    const { kernels, arrays } = laidOut(level);
    arrays.smallFront.set(smaller.foreground);
    arrays.smallBack.set(smaller.background);
    const { colours, alpha } = arrays;
    kernels.nearEdges(alpha.byteOffset, widthPx, heightPx, arrays.across.byteOffset, arrays.near.byteOffset);
    expect(arrays.near).toEqual(near);
    const parts = [colours.byteOffset, alpha.byteOffset, arrays.near.byteOffset, widthPx, heightPx] as const;
    const sides = [arrays.front.byteOffset, arrays.back.byteOffset] as const;
    kernels.startLevel(...parts, arrays.smallFront.byteOffset, arrays.smallBack.byteOffset, small.widthPx, ...sides);
    expect(arrays.front).toEqual(expected.foreground);
    expect(arrays.back).toEqual(expected.background);
    for (let sweep = 0; sweep < 3; sweep++) {
      solveAll(expected, near);
      kernels.solveAll(...parts, ...sides);
    }
    expect(arrays.front, `${widthPx} × ${heightPx}`).toEqual(expected.foreground);
    expect(arrays.back).toEqual(expected.background);
  }
});

test('numbers are rounded to bytes as a clamped array rounds them', () => {
  const values = [0, 0.49, 0.5, 0.51, 1.5, 2.5, 127.5, 128.5, 254.49, 254.5, 254.51, 255];
  for (let count = 0; count <= 70; count++) {
    const { kernels, arrays } = layOut({ values: floats(count), into: bytes(count) });
    arrays.values.set(Float32Array.from({ length: count }, (_, i) => values[i % values.length]));
    kernels.roundToBytes(arrays.values.byteOffset, count, arrays.into.byteOffset);
    expect(arrays.into).toEqual(new Uint8Array(new Uint8ClampedArray(arrays.values).buffer));
  }
});

/** What the kernels of a level's surroundings give, and the level. */
function surroundings(widthPx: number, heightPx: number, reach: number) {
  const level = levelOf(widthPx, heightPx, randomly(widthPx));
  const count = level.alpha.length;
  const { kernels, arrays } = layOut({
    alpha: bytes(count),
    colours: bytes(count * 3),
    distance: floats(count),
    low: bytes(count * 3),
    high: bytes(count * 3),
    room: bytes(count * 6),
    sums: integers(widthPx * 2),
    means: floats(count),
    known: bytes(count),
  });
  arrays.alpha.set(level.alpha);
  arrays.colours.set(level.colours);
  const extremesOf = (values: Uint8Array, channels: number) => {
    const written = [arrays.low.byteOffset, arrays.high.byteOffset, arrays.room.byteOffset] as const;
    kernels.extremes(values.byteOffset, widthPx, heightPx, channels, reach, ...written);
    return [arrays.low.slice(0, count * channels), arrays.high.slice(0, count * channels)] as const;
  };
  const matte = [arrays.alpha.byteOffset, widthPx, heightPx] as const;
  return { level, kernels, arrays, matte, extremesOf };
}

describe.each(sizes)('what is around each pixel of %i × %i', (widthPx, heightPx) => {
  const reach = widthPx % 5;

  test('the nearest of some alpha', () => {
    const { level, kernels, arrays, matte } = surroundings(widthPx, heightPx, reach);
    kernels.distances(...matte, 200, 255, 7, arrays.distance.byteOffset);
    expect(arrays.distance).toEqual(distances(level, 200, 255, 7));
  });

  test('the smallest and the largest of a square, and values between them', () => {
    const { level, kernels, arrays, extremesOf } = surroundings(widthPx, heightPx, reach);
    expect(extremesOf(arrays.alpha, 1)).toEqual(extremes(level, level.alpha, 1, reach));
    const [low, high] = extremesOf(arrays.colours, 3);
    expect([low, high]).toEqual(extremes(level, level.colours, 3, reach));
    arrays.room.fill(100);
    const limits = [arrays.low.byteOffset, arrays.high.byteOffset] as const;
    kernels.keepBetween(arrays.room.byteOffset, ...limits, low.length);
    expect(arrays.room.subarray(0, low.length)).toEqual(
      low.map((least, at) => Math.min(high[at], Math.max(least, 100))),
    );
  });

  test('the mean of its soft pixels, and how far colours are known', () => {
    const { level, kernels, arrays, matte, extremesOf } = surroundings(widthPx, heightPx, reach);
    const [low, high] = extremesOf(arrays.alpha, 1);
    const differences = high.map((most, at) => most - low[at]);
    const planes = [arrays.alpha.byteOffset, arrays.low.byteOffset, arrays.high.byteOffset, widthPx, heightPx] as const;
    kernels.meansOfSoft(...planes, 13, 242, 4, arrays.sums.byteOffset, arrays.means.byteOffset);
    const means = meansOfSoft(level, differences, [13, 242], 4);
    expect(arrays.means).toEqual(means);
    kernels.distances(...matte, 0, 12, 7, arrays.distance.byteOffset);
    const distance = arrays.distance;
    kernels.knownColours(
      ...[distance.byteOffset, 2, 7, distance.byteOffset, 1, 5],
      ...[arrays.low.byteOffset, arrays.high.byteOffset, 30, 90, arrays.means.byteOffset, 20, 60],
      ...[level.alpha.length, arrays.known.byteOffset],
    );
    const known = level.alpha.map((_, at) => {
      const near = falling(distance[at], [2, 7]) * falling(distance[at], [1, 5]);
      return near * ((1 - falling(differences[at], [30, 90])) * (1 - falling(means[at], [20, 60]))) * 255 + 0.5;
    });
    expect(known.every((value, at) => Math.abs(arrays.known[at] - value) <= 1)).toBe(true);
  });
});
