import { describe, expect, it } from 'vitest';
import { readRoi, roiPattern } from '../../../../contract/roi.ts';
import { afterKey, cornersBetween, cornersOf, textOf } from './subject-box.ts';

const box = { left: 10, top: 20, right: 30, bottom: 40 };

describe('the box around a subject', () => {
  it('is written as the option takes it, and read again', () => {
    const text = textOf({ ...box, left: 10.26 });
    expect(text).toBe('10.3% 20% 30% 40%');
    expect(text).toMatch(new RegExp(`^(?:${roiPattern})$`));
    expect(readRoi(text).left).toEqual({ value: 10.3, unit: '%' });
    expect(cornersOf(text)).toEqual({ ...box, left: 10.3 });
    expect([cornersOf(''), cornersOf('10 20 30 40')]).toEqual([null, null]);
  });

  it('lies between two places, whichever was first, inside of the photo', () => {
    expect(cornersBetween([30, 20], [10, 40])).toEqual(box);
    expect(cornersBetween([-5, 20], [50, 130])).toEqual({ left: 0, top: 20, right: 50, bottom: 100 });
    expect(cornersBetween([30, 20], [30.5, 60])).toBeNull();
  });

  it.each([
    ['ArrowLeft', false, { ...box, left: 9, right: 29 }],
    ['ArrowRight', true, { ...box, right: 31 }],
    ['ArrowUp', true, { ...box, bottom: 39 }],
    ['ArrowDown', false, { ...box, top: 21, bottom: 41 }],
    ['a', false, box],
  ])('after %s, sizing %s', (key, isSizing, expected) => expect(afterKey(box, key, isSizing)).toEqual(expected));

  it('stays in the photo, and a box', () => {
    const whole = { left: 0, top: 0, right: 100, bottom: 100 };
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'])
      expect(afterKey(whole, key, false)).toBe(whole);
    const small = { left: 10, top: 10, right: 11, bottom: 11 };
    expect(afterKey(small, 'ArrowLeft', true)).toBe(small);
  });
});
