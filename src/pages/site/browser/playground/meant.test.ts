// @vitest-environment happy-dom
/** What is looked at where somebody clicks, and what that means. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { meantAt } from './meant.ts';
import { nothingKnown } from './outcome.ts';

const main = new Blob([], { type: 'image/png' });
/** Where the pixel was taken from, and what it is. */
const drawn: number[][] = [];
let pixel: readonly number[];

beforeEach(() => {
  drawn.length = 0;
  vi.stubGlobal('createImageBitmap', async () => ({ width: 200, height: 100, close() {} }));
  HTMLCanvasElement.prototype.getContext = (() => ({
    drawImage: (_picture: unknown, x: number, y: number) => drawn.push([-x, -y]),
    getImageData: () => ({ data: pixel }),
  })) as () => never;
});
afterEach(() => void vi.unstubAllGlobals());

test('what is kept should go, and what is gone should stay', async () => {
  const cutout = { main, isMatte: false, known: nothingKnown };
  for (const [alpha, meant] of [
    [255, 'drop'],
    [128, 'drop'],
    [127, 'keep'],
    [0, 'keep'],
  ] as const) {
    pixel = [7, 7, 7, alpha];
    expect(await meantAt(cutout, { x: 50, y: 25 })).toBe(meant);
  }
  await meantAt(cutout, { x: 100, y: 0 });
  expect(drawn.slice(-2)).toEqual([
    [100, 25],
    [199, 0],
  ]);
});

test('of a matte the grey counts', async () => {
  pixel = [0, 0, 0, 255];
  expect(await meantAt({ main, isMatte: true, known: nothingKnown }, { x: 1, y: 1 })).toBe('keep');
});

test('is not known of a file with a background, nor of one that cannot be read', async () => {
  pixel = [0, 0, 0, 255];
  const jpeg = new Blob([], { type: 'image/jpeg' });
  const place = { x: 1, y: 1 };
  expect(await meantAt({ main: jpeg, isMatte: false, known: nothingKnown }, place)).toBeNull();
  const framed = { ...nothingKnown, outputPx: [3, 3] } as const;
  expect(await meantAt({ main, isMatte: false, known: framed }, place)).toBeNull();
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('Unknown format')));
  expect(await meantAt({ main, isMatte: false, known: nothingKnown }, place)).toBeNull();
});
