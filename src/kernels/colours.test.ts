/** Both colours of soft edges against the same sums in JavaScript. */
import { describe, expect, test } from 'vitest';
import { bytes, floats, layOut } from './memory.ts';
import { halved, known, type Level, nearEdges, type Sides, solveAll, started } from './testing/colours.ts';
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
    distance: floats(alpha.length),
    known: bytes(alpha.length),
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

describe('how far colours are known', () => {
  test.each(sizes)('%i × %i', (widthPx, heightPx) => {
    const level = levelOf(widthPx, heightPx, randomly(widthPx));
    const { kernels, arrays } = laidOut(level);
    const terms = { clearBelow: 13, translucentUpTo: 140, coveredFrom: 210, knownToPx: 2, unknownFromPx: 7 };
    kernels.knownColours(
      ...[arrays.alpha.byteOffset, widthPx, heightPx, terms.clearBelow, terms.translucentUpTo, terms.coveredFrom],
      ...[terms.knownToPx, terms.unknownFromPx, arrays.distance.byteOffset, arrays.known.byteOffset],
    );
    expect(arrays.known).toEqual(known(level, terms));
  });
});
