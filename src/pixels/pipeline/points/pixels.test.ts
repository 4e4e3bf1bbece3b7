import { describe, expect, test } from 'vitest';
import type { AskedPoint } from '../../../contract/points.ts';
import { pixelsOf, pointsIn } from './pixels.ts';

const picture = { widthPx: 400, heightPx: 300 };
const px = (x: number, y: number): AskedPoint => ({ x: { value: x, unit: 'px' }, y: { value: y, unit: 'px' } });
const percent = (x: number, y: number): AskedPoint => ({ x: { value: x, unit: '%' }, y: { value: y, unit: '%' } });

describe('points', () => {
  test('are pixels of the picture, or percent of its sides', () => {
    const keep = [px(0, 0), px(399.9, 299.9), percent(50, 50), percent(100, 100), percent(99.9, 0)];
    expect(pixelsOf({ keep, drop: [] }, picture)).toEqual([
      { kind: 'keep', x: 0, y: 0 },
      { kind: 'keep', x: 399, y: 0 },
      { kind: 'keep', x: 200, y: 150 },
      { kind: 'keep', x: 399, y: 299 },
    ]);
  });

  test('that name the same pixel count once, in whatever order', () => {
    const one = pixelsOf({ keep: [px(7, 9), percent(25, 25), px(100, 75.5)], drop: [px(300, 1)] }, picture);
    const other = pixelsOf({ keep: [px(100, 75), px(7, 9), px(7.2, 9.8)], drop: [px(300, 1), px(300, 1)] }, picture);
    expect(other).toEqual(one);
    expect(one).toHaveLength(3);
  });

  test.each([
    ['right of the picture', px(400, 0)],
    ['below it', px(0, 300)],
    ['above it', px(5, -1)],
    ['beyond its last percent', percent(100.1, 0)],
  ])('%s are refused', (_where, point) => {
    const refused = { field: 'drop_points', code: 'VALIDATION_ERROR', kind: 'invalid' };
    expect(() => pixelsOf({ keep: [], drop: [point] }, picture)).toThrow(expect.objectContaining(refused));
  });

  test('outside of the part that is meant are refused', () => {
    const box = { leftPx: 10, topPx: 20, widthPx: 30, heightPx: 40 };
    const at = (x: number, y: number) => pixelsOf({ keep: [px(x, y)], drop: [] }, picture, box);
    expect(pointsIn([...at(10, 20), ...at(39, 59)], box)).toEqual([
      { kind: 'keep', x: 0, y: 0 },
      { kind: 'keep', x: 29, y: 39 },
    ]);
    for (const [x, y] of [
      [9, 20],
      [40, 20],
      [10, 19],
      [10, 60],
    ]) {
      expect(() => at(x, y)).toThrow(
        expect.objectContaining({ field: 'keep_points', message: expect.stringContaining('roi') }),
      );
    }
  });

  test('to keep and to drop are more than a hundredth of the longer side apart', () => {
    const near = (x: number, y: number) => pixelsOf({ keep: [px(100, 100)], drop: [px(x, y)] }, picture);
    for (const [x, y] of [
      [100, 100],
      [104, 100],
      [103, 102],
    ]) {
      expect(() => near(x, y)).toThrow(expect.objectContaining({ field: 'drop_points', code: 'VALIDATION_ERROR' }));
    }
    expect(near(105, 100)).toHaveLength(2);
    expect(near(103, 103)).toHaveLength(2);
  });
});
