import { describe, expect, it } from 'vitest';
import { processingOperations } from './operations.ts';
import { readRoi, roi, roiOption, unlessWhole } from './roi.ts';
import { refusedItem } from './testing/refused-item.ts';

const px = (value: number) => ({ value, unit: 'px' });
const percent = (value: number) => ({ value, unit: '%' });

describe('a box', () => {
  it.each([
    ['10 20 300 400', [px(10), px(20), px(300), px(400)]],
    ['10px, 20px,300px ,400px', [px(10), px(20), px(300), px(400)]],
    ['10% 12.5% 90% 100%', [percent(10), percent(12.5), percent(90), percent(100)]],
    ['-5   0%,99999 60.5', [px(-5), percent(0), px(99_999), px(60.5)]],
  ])('%s is read', (text, [left, top, right, bottom]) => {
    expect(roi.read(text, 'roi')).toEqual({ left, top, right, bottom });
  });

  it.each(['', '10 20 30', '10 20 30 40 50', '10;20;30;40', '10 20 30 40em', '1e3 0 9 9', ' 0 0 9 9', '10,,20 30 40'])(
    '%j is refused',
    (text) => {
      expect(refusedItem(() => roi.read(text, 'roi'))).toMatchObject({ loc: ['body', 'roi'], type: 'value_error' });
    },
  );

  it('goes to the image lane and comes back', () => {
    const box = readRoi('10 20% 300 100%');
    expect(roiOption.read(roiOption.write(box))).toEqual(box);
    expect(roiOption.read(null)).toBeUndefined();
  });

  it('that is all of any picture is none', () => {
    for (const text of ['0 0 100% 100%', '0%,-1px,100%,120%']) expect(unlessWhole(readRoi(text)), text).toBeUndefined();
    for (const text of ['0 0 100% 99%', '1 0 100% 100%', '0 0 100 100'])
      expect(unlessWhole(readRoi(text)), text).toBeDefined();
  });

  it('belongs to every operation on a picture', () => {
    for (const { options, read } of processingOperations) {
      expect(options).toHaveProperty('roi', roi);
      expect(read(new Map([['roi', '1 2 30 40']]))).toMatchObject({ roi: readRoi('1 2 30 40') });
    }
  });
});
