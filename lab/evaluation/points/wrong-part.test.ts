import { expect, test } from 'vitest';
import { wrongOf, wrongPart } from './wrong-part.ts';

const size = { widthPx: 200, heightPx: 100 };
/** 255 in boxes: left, top, right, bottom. */
function alphaOf(...boxes: readonly (readonly [number, number, number, number])[]): Uint8Array {
  return Uint8Array.from({ length: 200 * 100 }, (_, at) => {
    const [x, y] = [at % 200, Math.floor(at / 200)];
    return boxes.some(([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom) ? 255 : 0;
  });
}
const body = [20, 20, 80, 80] as const;
const arm = [80, 40, 140, 61] as const;
const slab = [150, 40, 190, 81] as const;

test('the largest part that is lost is to be kept, and its middle is the point', () => {
  const found = wrongPart(alphaOf(body), alphaOf(body, arm), size);
  expect(found).toMatchObject({ kind: 'keep', y: 50 });
  expect(found?.x).toBeGreaterThan(89);
  expect(found?.x).toBeLessThan(130);
  expect(found?.inside.filter((is) => is === 1)).toHaveLength(60 * 21);
});

test('the largest part that is too much is to be dropped', () => {
  const found = wrongPart(alphaOf(body, slab), alphaOf(body, arm), size);
  expect(found).toMatchObject({ kind: 'drop' });
  expect(found?.x).toBeGreaterThanOrEqual(169);
  expect(found?.x).toBeLessThanOrEqual(170);
});

test('beyond the border there is nothing: a part that reaches it has its middle inside', () => {
  expect(wrongPart(alphaOf(body, [159, 0, 200, 41]), alphaOf(body), size)).toMatchObject({ kind: 'drop', y: 20 });
});

test('what lies side by side and is wrong in two ways are two parts', () => {
  const found = wrongPart(alphaOf(body, [140, 40, 190, 61]), alphaOf(body, arm), size);
  expect(found?.kind).toBe('keep');
  expect(found?.inside.filter((is) => is === 1)).toHaveLength(60 * 21);
});

test('an edge that is drawn elsewhere is no part, nor is a small one', () => {
  expect(wrongOf(alphaOf([24, 20, 84, 80]), alphaOf(body), size)).not.toContain(1);
  expect(wrongPart(alphaOf(body, [100, 30, 109, 39]), alphaOf(body), size)).toBeNull();
});
