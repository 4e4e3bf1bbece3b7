import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRoi } from '../../../contract/roi.ts';
import { askedPart, boxInSeen, boxOf, refusalOf } from './asked.ts';

const picture = { widthPx: 200, heightPx: 100 };
const box = (text: string) => boxOf(readRoi(text), picture);

describe('the box of a picture', () => {
  it.each([
    ['10 20 110 90', { leftPx: 10, topPx: 20, widthPx: 100, heightPx: 70 }],
    ['10% 20% 55% 90%', { leftPx: 20, topPx: 20, widthPx: 90, heightPx: 70 }],
    ['-30 -5% 120% 5000', { leftPx: 0, topPx: 0, widthPx: 200, heightPx: 100 }],
    ['0 0 16 16', { leftPx: 0, topPx: 0, widthPx: 16, heightPx: 16 }],
    ['184 84 300 300', { leftPx: 184, topPx: 84, widthPx: 16, heightPx: 16 }],
  ])('%s', (text, expected) => expect(box(text)).toEqual(expected));

  it.each(['0 0 15 100', '0 0 100 15', '110 20 10 90', '300 300 400 400', '185 0 300 100'])(
    '%s is too little',
    (text) => {
      expect(box(text)).toBeNull();
    },
  );

  it('that is too little is reported in pixels', () => {
    const roi = readRoi('110 20 10 90');
    expect(refusalOf(roi, picture)).toBe('roi covers 0x70 pixels of the image; at least 16x16 are needed');
    expect(() => askedPart(roi, picture)).toThrow(refusalOf(roi, picture));
  });
});

describe('the part that is asked for', () => {
  it('is none where nothing is sent, or all of the picture', () => {
    for (const roi of [undefined, readRoi('0 0 100% 100%'), readRoi('-1 -1 200 100')]) {
      expect(askedPart(roi, picture)).toBeNull();
    }
  });

  it('is the box, seen with room around it that stays in the picture', () => {
    const side = fc.integer({ min: -20, max: 220 });
    fc.assert(
      fc.property(side, side, side, side, (left, top, right, bottom) => {
        const roi = readRoi([left, top, right, bottom].join(' '));
        if (!boxOf(roi, picture)) return;
        const asked = askedPart(roi, picture);
        if (!asked) return;
        const { box: inner, seen } = asked;
        expect(seen.leftPx).toBeGreaterThanOrEqual(0);
        expect(seen.leftPx + seen.widthPx).toBeLessThanOrEqual(picture.widthPx);
        expect(seen.topPx + seen.heightPx).toBeLessThanOrEqual(picture.heightPx);
        expect(seen.leftPx).toBeLessThanOrEqual(inner.leftPx);
        expect(seen.leftPx + seen.widthPx).toBeGreaterThanOrEqual(inner.leftPx + inner.widthPx);
        const within = boxInSeen(asked);
        expect(Math.min(within.left, within.top)).toBeGreaterThanOrEqual(0);
        expect(Math.max(within.right, within.bottom)).toBeLessThanOrEqual(1);
        expect(within.left * seen.widthPx + seen.leftPx).toBeCloseTo(inner.leftPx, 6);
      }),
    );
  });

  it('is seen wider where it is narrow, for networks see squares', () => {
    // 60 % of 100 pixels with 15 % around them; of the 100 no more than the picture has.
    expect(askedPart(readRoi('90 0 110 100'), picture)?.seen).toEqual({
      leftPx: 61,
      topPx: 0,
      widthPx: 78,
      heightPx: 100,
    });
  });
});
