/** Metrics against a second implementation, written as the definition reads. */
import { describe, expect, test } from 'vitest';
import { generator } from '../../../testing/random.ts';
import { bandOf, bandRadiusPx } from './band.ts';
import { connectivityDifference } from './connectivity.ts';
import { gradientLength } from './gradient.ts';
import type { Truth, ValueMap } from './map.ts';
import { colourError, matteErrors, meanDistance, measure, measured, recoloured, visibleError } from './metrics.ts';
import { nearestOf } from './nearest.ts';
import { structureMeasure } from './structure.ts';
import { weightedF } from './weighted-f.ts';

const map = (widthPx: number, heightPx: number, value: (x: number, y: number) => number): ValueMap => ({
  widthPx,
  heightPx,
  values: Float32Array.from({ length: widthPx * heightPx }, (_, pixel) =>
    value(pixel % widthPx, Math.floor(pixel / widthPx)),
  ),
});
const maskOf = ({ values }: ValueMap) => Uint8Array.from(values, (value) => Number(value >= 0.5));
const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0);

/** Blobs with soft edges, in bytes, so that results can hold the truth. */
const disc = (x: number, y: number, radius: number, soft: number) => (px: number, py: number) =>
  Math.round(255 * Math.min(1, Math.max(0, (radius - Math.hypot(px - x, py - y)) / soft + 0.5))) / 255;
const drawn = map(41, 33, (x, y) => Math.max(disc(14, 15, 9, 4)(x, y), disc(33, 22, 5, 2)(x, y)));
const other = map(41, 33, (x, y) => Math.max(disc(15, 14, 9, 7)(x, y), disc(33, 12, 3, 2)(x, y) * 0.6));

const truthOf = (alpha: ValueMap): Truth => ({
  alpha,
  colours: Float32Array.from(alpha.values, (value) => (value > 0 ? 1 : 0)).reduce(
    (rgb, there, pixel) => {
      rgb.set([there * 0.8, (there * 51) / 255, there], pixel * 3);
      return rgb;
    },
    new Float32Array(alpha.values.length * 3),
  ),
});
const cutoutOf = ({ alpha, colours }: Truth) =>
  Uint8Array.from({ length: alpha.values.length * 4 }, (_, at) =>
    Math.round(255 * (at % 4 === 3 ? alpha.values[at >> 2] : colours[(at >> 2) * 3 + (at % 4)])),
  );

/** The truth over black. */
const photoOf = (truth: Truth) =>
  Uint8Array.from(
    { length: truth.colours.length },
    (_, at) => 255 * truth.colours[at] * truth.alpha.values[Math.floor(at / 3)] + 0.5,
  );

describe('the truth against itself', () => {
  test('has no error and every structure', () => {
    const truth = truthOf(drawn);
    const row = measure(measured(truth, true), cutoutOf(truth), photoOf(truth));
    for (const [name, value] of Object.entries(row)) {
      if (['mae', 's_measure', 'weighted_f'].includes(name)) continue;
      expect(value, name).toBeLessThan(1e-4);
    }
    const mask = maskOf(drawn);
    const subject = { ...drawn, values: Float32Array.from(mask) };
    expect(meanDistance(subject.values, mask)).toBe(0);
    expect(structureMeasure(subject, mask)).toBeCloseTo(1, 9);
    expect(weightedF(subject, mask)).toBeCloseTo(1, 9);
  });
});

test('edges alone are measured as with all else', () => {
  const truth = truthOf(drawn);
  const [cutout, photo] = [cutoutOf(truthOf(other)), photoOf(truth)];
  const whole = measure(measured(truth, true), cutout, photo);
  const { band_sad, colour_error, visible_error, recoloured } = whole;
  const edges = measure(measured(truth, true, true), cutout, photo);
  expect(Object.keys(edges)).toEqual(['band_sad', 'colour_error', 'visible_error', 'recoloured', 'difference', 'lost']);
  expect(edges.band_sad).toBeCloseTo(band_sad, 9);
  expect(edges).toMatchObject({ colour_error, visible_error, recoloured });
});

describe('the band', () => {
  test('is 10 px wide at 2048 and at least one', () => {
    expect([2048, 4000, 205, 10].map(bandRadiusPx)).toEqual([10, 20, 1, 1]);
  });

  test('of one soft pixel is a square around it, cut by the frame', () => {
    const soft = map(9, 8, (x, y) => (x === 1 && y === 6 ? 0.5 : 0));
    const band = bandOf(soft, 2);
    expect(sum(band)).toBe(4 * 4);
    expect([band[8 * 0], band[9 * 4 + 3], band[9 * 4 + 4], band[9 * 3 + 1]]).toEqual([0, 1, 0, 0]);
  });

  test('does not count 0.02 and 0.98, and is what its definition says', () => {
    expect(sum(bandOf(map(4, 4, (x) => (x < 2 ? 0.02 - 1e-6 : 0.98 + 1e-6))))).toBe(0);
    const near = (x: number, y: number) => {
      for (let v = Math.max(0, y - 3); v <= Math.min(32, y + 3); v++) {
        for (let u = Math.max(0, x - 3); u <= Math.min(40, x + 3); u++) {
          const alpha = drawn.values[v * 41 + u];
          if (alpha > 0.02 && alpha < 0.98) return 1;
        }
      }
      return 0;
    };
    expect([...bandOf(drawn, 3)]).toEqual([...map(41, 33, near).values]);
  });
});

describe('errors of a matte', () => {
  const flat = (value: number) => map(100, 50, () => value);
  const against = (alpha: ValueMap, truth: ValueMap) => matteErrors(measured(truthOf(truth), false), alpha);

  test('of a quarter everywhere, all of it band', () => {
    const row = against(flat(0.75), flat(0.5));
    expect(row).toMatchObject({ sad: 1.25, band_sad: 1.25, mse: 0.0625, band_mse: 0.0625 });
    expect(row.grad).toBeCloseTo(0, 9);
  });

  test('count inside the band alone where it ends', () => {
    const truth = map(410, 50, (x) => (x < 100 ? 1 : x === 100 ? 0.5 : 0));
    const row = against({ ...truth, values: truth.values.map((value) => 1 - value) }, truth);
    expect(row.sad).toBeCloseTo((409 * 50) / 1000, 9);
    expect(row.band_sad).toBeCloseTo((4 * 50) / 1000, 9);
    expect(row.band_mse).toBeCloseTo(4 / 5, 6);
  });
});

describe('gradient', () => {
  test("of a ramp is its slope times the kernel's answer to one level a pixel", () => {
    const offsets = Array.from({ length: 9 }, (_, at) => at - 4);
    const bell = offsets.map((offset) => Math.exp(-(offset ** 2) / 3.92));
    const steep = offsets.map((offset, at) => offset * bell[at]);
    const norm = (weights: number[]) => Math.sqrt(sum(weights.map((weight) => weight ** 2)));
    const gain = (sum(bell) / norm(bell)) * (sum(steep.map((weight, at) => weight * offsets[at])) / norm(steep));
    const lengths = gradientLength(map(30, 20, (x, y) => 0.2 + 0.004 * x + 0.003 * y));
    expect(lengths[10 * 30 + 15]).toBeCloseTo(0.005 * gain, 6);
  });

  test('is what a convolution with the kernel of two dimensions gives, also at the border', () => {
    const gauss = (u: number) => Math.exp(-(u ** 2) / (2 * 1.4 ** 2)) / (1.4 * Math.sqrt(2 * Math.PI));
    const kernel = Array.from({ length: 81 }, (_, at) => {
      const [i, j] = [Math.floor(at / 9) - 4, (at % 9) - 4];
      return gauss(i) * (-j * gauss(j)) * (1 / 1.4 ** 2);
    });
    const norm = Math.sqrt(sum(kernel.map((weight) => weight ** 2)));
    const at = (x: number, y: number) => drawn.values[Math.min(32, Math.max(0, y)) * 41 + Math.min(40, Math.max(0, x))];
    const expected = map(41, 33, (x, y) => {
      let [gx, gy] = [0, 0];
      for (let i = -4; i <= 4; i++) {
        for (let j = -4; j <= 4; j++) {
          const weight = kernel[(i + 4) * 9 + j + 4] / norm;
          gx += weight * at(x - j, y - i);
          gy += weight * at(x - i, y - j);
        }
      }
      return Math.hypot(gx, gy);
    });
    const found = gradientLength(drawn);
    for (let pixel = 0; pixel < found.length; pixel++) expect(found[pixel]).toBeCloseTo(expected.values[pixel], 5);
  });
});

describe('connectivity', () => {
  /** The definition, word by word: flood fill at every level. */
  const slow = (alpha: Float32Array, truth: Float32Array, widthPx: number) => {
    const levels = alpha.map(() => -1);
    for (let step = 1; step <= 10; step++) {
      const both = Array.from(alpha, (value, pixel) => value >= step / 10 && truth[pixel] >= step / 10);
      let largest: number[] = [];
      const seen = new Set<number>();
      both.forEach((inside, start) => {
        if (!inside || seen.has(start)) return;
        const part = [start];
        seen.add(start);
        for (const pixel of part) {
          const x = pixel % widthPx;
          const around = [pixel - widthPx, pixel + widthPx, ...(x > 0 ? [pixel - 1] : [])];
          for (const next of [...around, ...(x < widthPx - 1 ? [pixel + 1] : [])]) {
            if (both[next] && !seen.has(next)) {
              seen.add(next);
              part.push(next);
            }
          }
        }
        if (part.length > largest.length) largest = part;
      });
      const kept = new Set(largest);
      for (let pixel = 0; pixel < levels.length; pixel++) {
        if (levels[pixel] === -1 && !kept.has(pixel)) levels[pixel] = (step - 1) / 10;
      }
    }
    const phi = (value: number, level: number) => (value - level >= 0.15 ? 1 - (value - level) : 1);
    return levels.map((level, pixel) => {
      const reached = level === -1 ? 1 : level;
      return Math.abs(phi(alpha[pixel], reached) - phi(truth[pixel], reached));
    });
  };

  test('of a second part that only the truth has is its whole area', () => {
    const truth = map(20, 10, (x) => (x < 8 || x >= 15 ? 1 : 0));
    const alpha = map(20, 10, (x) => (x < 8 ? 1 : 0));
    expect(sum(connectivityDifference(alpha.values, truth.values, 20))).toBeCloseTo(50, 5);
    // Found or not, it is not connected: no difference where both have it.
    expect(sum(connectivityDifference(truth.values, truth.values, 20))).toBe(0);
  });

  test('parts that touch by a corner are apart', () => {
    const truth = map(8, 8, (x, y) => (x < 4 === y < 4 && !(x < 4 && x === 0) ? 1 : 0));
    const difference = connectivityDifference(
      truth.values.map((value) => value * 0.5),
      truth.values,
      8,
    );
    // The part of 16 pixels counts as connected up to 0.5, the one of 12 not at all.
    expect(sum(difference)).toBeCloseTo(28 * 0.5, 5);
  });

  test('is what the definition says of drawn shapes and of noise', () => {
    const next = generator(1);
    const noise = () => Float32Array.from({ length: 37 * 23 }, () => Math.round(next() * 255) / 255);
    for (const [a, b, width] of [
      [drawn.values, other.values, 41],
      [other.values, drawn.values, 41],
      [noise(), noise(), 37],
    ] as const) {
      const found = connectivityDifference(a, b, width);
      const expected = slow(a, b, width);
      for (let pixel = 0; pixel < found.length; pixel++) expect(found[pixel]).toBeCloseTo(expected[pixel], 5);
    }
  });
});

describe('colours', () => {
  const half = truthOf(map(10, 10, (x) => (x < 5 ? 102 / 255 : 1)));

  test('count by the true alpha, where it is soft', () => {
    const cutout = cutoutOf(half);
    for (let pixel = 0; pixel < 100; pixel++) cutout[pixel * 4] -= 30;
    expect(colourError(half, cutout)).toBeCloseTo(10, 3);
    const uneven = truthOf(map(2, 1, (x) => (x === 0 ? 0.25 : 0.75)));
    const wrong = cutoutOf(uneven);
    wrong[0] -= 60;
    expect(colourError(uneven, wrong)).toBeCloseTo(0.25 * 20, 3);
  });

  test('an alpha that is too high by a half shows on each background by its distance from the colour', () => {
    const truth = truthOf(map(4, 1, () => 0.4));
    const cutout = cutoutOf(truth);
    for (let pixel = 0; pixel < 4; pixel++) cutout[pixel * 4 + 3] = 229.5;
    const shift = (cutout[3] - 102) / 255;
    const [red, green, blue] = [0.8 * 255, 51, 255];
    const onWhite = 255 - red + 255 - green + 255 - blue;
    const onBlack = red + green + blue;
    const onRed = 255 - red + green + blue;
    expect(visibleError(truth, bandOf(truth.alpha), cutout)).toBeCloseTo((shift * (onWhite + onBlack + onRed)) / 9, 3);
  });

  test('a colour counts as changed beyond 20 of 255 in one channel, where the truth is opaque and something is kept', () => {
    const truth = truthOf(map(6, 1, (x) => (x === 5 ? 0.99 : 1)));
    const cutout = cutoutOf(truth);
    const photo = photoOf(truth);
    cutout[1] += 20;
    cutout[4 + 1] += 21;
    cutout[8 + 2] -= 21;
    cutout.set([0, 0, 0, 0], 12);
    cutout[20] = 0;
    expect(recoloured(truth.alpha, cutout, photo)).toBe(2 / 4);
  });

  test('a subject is lost of which less than four fifths is there, and the whole picture counts for the difference', () => {
    const truth = truthOf(map(10, 2, () => 1));
    const rowOf = (kept: number) => {
      const cutout = cutoutOf(truth);
      for (let pixel = kept; pixel < 20; pixel++) cutout[pixel * 4 + 3] = 0;
      const { lost, difference } = measure(measured(truth, true), cutout, photoOf(truth));
      return [lost, difference];
    };
    expect([rowOf(16), rowOf(15)]).toEqual([
      [0, 0.2],
      [1, 0.25],
    ]);
  });

  test('nothing is wrong where nothing is shown', () => {
    const truth = truthOf(map(6, 1, (x) => (x === 3 ? 0.5 : 0)));
    const cutout = cutoutOf(truth);
    cutout[0] = 200;
    expect(visibleError(truth, bandOf(truth.alpha, 5), cutout)).toBeLessThan(0.3);
  });
});

describe('nearest pixels', () => {
  test('are those of a search through all', () => {
    const next = generator(2);
    const mask = Uint8Array.from({ length: 31 * 19 }, () => Number(next() < 0.02));
    const { squared, pixel } = nearestOf(mask, 31);
    const inside = [...mask.keys()].filter((at) => mask[at] === 1);
    const distance = (a: number, b: number) =>
      ((a % 31) - (b % 31)) ** 2 + (Math.floor(a / 31) - Math.floor(b / 31)) ** 2;
    for (let at = 0; at < mask.length; at++) {
      expect(squared[at]).toBe(Math.min(...inside.map((there) => distance(at, there))));
      expect(distance(at, pixel[at])).toBe(squared[at]);
      expect(mask[pixel[at]]).toBe(1);
    }
  });
});

/**
 * Both measures, and MAE, were also compared with the means that PySODMetrics 1.4 publishes for its three example pairs
 * (examples/version_performance.json there): equal to nine digits. The pairs are not free and not part of the project.
 */
describe('measures of the subject', () => {
  test('the S-measure of pictures without or full of subject is what is right of them', () => {
    const grey = map(10, 10, () => 0.25);
    expect(structureMeasure(grey, new Uint8Array(100))).toBeCloseTo(0.75, 6);
    expect(structureMeasure(grey, new Uint8Array(100).fill(1))).toBeCloseTo(0.25, 6);
  });

  test('the S-measure by hand: a constant prediction has object scores alone', () => {
    const mask = Uint8Array.from({ length: 100 }, (_, pixel) => Number(pixel % 10 < 4));
    // Object: 2m / (m² + 1) for 0.2 inside and 0.8 outside. Region: all parts without variance of the prediction.
    const object = 0.4 * (0.4 / 1.04) + 0.6 * (1.6 / 1.64);
    // Columns left of the split at 3 (centroid 1.5 → 2, and its own): all subject, no variance in both: 1.
    const region = 0.3 * 1 + 0.7 * 0;
    expect(
      structureMeasure(
        map(10, 10, () => 0.2),
        mask,
      ),
    ).toBeCloseTo(0.5 * object + 0.5 * region, 5);
  });

  test('the weighted F by hand: a far false pixel costs up to twice, one beside the subject barely more than once', () => {
    const square = map(60, 60, (x, y) => Number(x >= 20 && x < 40 && y >= 20 && y < 40));
    const mask = maskOf(square);
    const withPixel = (x: number) => {
      const values = square.values.slice();
      values[30 * 60 + x] = 1;
      return weightedF({ ...square, values }, mask);
    };
    const expected = (cost: number) => 800 / (800 + cost);
    expect(withPixel(58)).toBeCloseTo(expected(2 - 0.5 ** (19 / 5)), 6);
    expect(withPixel(40)).toBeCloseTo(expected(2 - 0.5 ** (1 / 5)), 6);
  });

  test('the weighted F forgives holes less the larger they are, and knows no subject that is not there', () => {
    const square = map(60, 60, (x, y) => Number(x >= 20 && x < 40 && y >= 20 && y < 40));
    const mask = maskOf(square);
    const withHole = (side: number) =>
      weightedF(
        map(60, 60, (x, y) => Number(x >= 20 && x < 40 && y >= 20 && y < 40 && !(x < 20 + side && y < 20 + side))),
        mask,
      );
    // One pixel: inside, the smaller of its error 1 and of the blurred error counts.
    expect(withHole(1)).toBeGreaterThan(0.999);
    expect(withHole(5)).toBeGreaterThan(withHole(10));
    expect(weightedF(square, new Uint8Array(3600))).toBe(0);
  });
});
