import { describe, expect, test } from 'vitest';
import { coverage, dabsBetween } from './dab.ts';

describe('the tip of the brush', () => {
  test.each([0, 0.5, 1])('of hardness %f covers its centre, nothing outside, and less the farther away', (hardness) => {
    const covered = Array.from({ length: 30 }, (_, distance) => coverage(distance, 20, hardness));
    expect(covered[0]).toBe(1);
    expect(covered.slice(21)).toEqual(Array(9).fill(0));
    expect(covered).toEqual([...covered].sort((one, other) => other - one));
  });

  test('is even up to its rim where it is hard, and soft across one pixel there', () => {
    expect([19, 19.5, 20, 20.5].map((distance) => coverage(distance, 20, 1))).toEqual([1, 1, 0.5, 0]);
  });

  test('fades from the centre on where it is soft', () => {
    expect(coverage(10, 20, 0)).toBeGreaterThan(0.4);
    expect(coverage(10, 20, 0)).toBeLessThan(0.6);
  });

  test('of half a pixel still covers the pixel that it is on', () => {
    expect(coverage(0, 0.5, 1)).toBe(1);
    expect(coverage(1, 0.5, 1)).toBe(0);
  });
});

describe('a line', () => {
  test('has dabs that overlap, ends where it is led, and changes its size evenly', () => {
    const dabs = dabsBetween({ x: 0, y: 0, radiusPx: 10 }, { x: 30, y: 40, radiusPx: 20 });
    expect(dabs.length).toBe(25);
    expect(dabs.at(-1)).toEqual({ x: 30, y: 40, radiusPx: 20 });
    expect(dabs[12].radiusPx).toBeCloseTo(15.2);
  });

  test('of no length is one dab', () => {
    const dab = { x: 3, y: 4, radiusPx: 5 };
    expect(dabsBetween(dab, dab)).toEqual([dab]);
  });
});
