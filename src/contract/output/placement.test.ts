import { describe, expect, it } from 'vitest';
import { aspectPattern, positionPattern, readAspect, readPosition } from './placement.ts';

describe('a position', () => {
  const form = new RegExp(`^(?:${positionPattern})$`);

  it.each([
    ['original', 'original'],
    ['center', { x: 0.5, y: 0.5 }],
    ['0%', { x: 0, y: 0 }],
    ['25% 100%', { x: 0.25, y: 1 }],
    ['12.5%  87.5%', { x: 0.125, y: 0.875 }],
  ])('%s is read', (text, expected) => {
    expect(text).toMatch(form);
    expect(readPosition(text)).toEqual(expected);
  });

  it.each(['', 'left', 'Center', '101%', '100.1%', '-1%', '50', '50% center', '1% 2% 3%'])('%j is none', (text) => {
    expect(text).not.toMatch(form);
  });
});

describe('a shape', () => {
  const form = new RegExp(`^(?:${aspectPattern})$`);

  it.each([
    ['1:1', 1],
    ['1:4', 0.25],
    ['4:1', 4],
    ['1600:900', 16 / 9],
    ['1.91:1', 1.91],
  ])('%s is read', (text, expected) => {
    expect(text).toMatch(form);
    expect(readAspect(text)).toBeCloseTo(expected, 12);
  });

  it.each(['5:1', '1:4.001', '0:1', '1:0', '0:0'])('%s is too wide or too high', (text) => {
    expect(text).toMatch(form);
    expect(readAspect(text)).toBeUndefined();
  });

  it.each(['', '1', '1x1', '16/9', ':1', '-1:1', '1:1:1'])('%j is none', (text) => expect(text).not.toMatch(form));
});
