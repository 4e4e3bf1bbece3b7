import { describe, expect, it } from 'vitest';
import { extentOf, Histogram, widened } from './histogram.ts';
import { methods } from './methods.ts';

/** A thousand zeros, a slope from 0 to 10 and one outlier at 100. */
const values = Float32Array.from([
  ...new Array<number>(1000).fill(0),
  ...Array.from({ length: 20_000 }, (_, at) => at / 2000),
  100,
]);
const seen = new Histogram(extentOf(values));
seen.add(values);

describe('methods', () => {
  it('minmax keeps the outlier', () => {
    expect(methods.minmax(seen)).toEqual([0, 100]);
  });

  it('a percentile leaves it out', () => {
    const [low, high] = methods['percentile-99.9'](seen);
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(9.9);
    expect(high).toBeLessThan(10.1);
  });

  it('entropy cuts rare values where that gives the others finer steps', () => {
    // Nearly all between 0 and 10 in a steep slope, a thin tail up to 100.
    const steep = Float32Array.from({ length: 50_000 }, (_, at) => 100 * (at / 50_000) ** 12);
    const histogram = new Histogram(extentOf(steep));
    histogram.add(steep);
    const [low, high] = methods.entropy(histogram);
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(5);
    expect(high).toBeLessThan(100);
  });

  it('a percentile cuts both ends of values on both sides of zero', () => {
    const both = Float32Array.from(values, (value, at) => (at % 2 ? value : -value));
    const histogram = new Histogram(widened(extentOf(both), { low: -100, high: 100 }));
    histogram.add(both);
    const [low, high] = methods['percentile-99.9'](histogram);
    expect(low).toBeGreaterThan(-11);
    expect(low).toBeLessThan(-9);
    expect(high).toBeLessThan(11);
  });
});
