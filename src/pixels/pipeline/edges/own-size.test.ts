import { expect, test } from 'vitest';
import { framePicture } from '../picture/frame.ts';
import { atOwnSize } from './own-size.ts';

/** Grey, each pixel of its own level. */
function photo(widthPx: number, heightPx: number) {
  const samples = Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, at) => Math.floor(at / 3));
  return framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });
}

/** A matte over all of a photo of 8 × 6, its left half opaque. */
function seen(side: number) {
  const samples = Uint8Array.from({ length: side * side }, (_, at) => (at % side < side / 2 ? 255 : 0));
  const plane = { widthPx: side, heightPx: side, samples };
  const region = { leftPx: 0, topPx: 0, widthPx: 8, heightPx: 6 };
  return { layer: { plane, region, outside: 0 }, colours: new Uint8Array(side * side * 3), beforeChooser: plane };
}

test('a matte with two columns and rows or more for each of the photo gets its pixels and its colours', () => {
  const { layer, colours, beforeChooser } = atOwnSize(seen(32), photo(8, 6));
  expect(layer.plane).toMatchObject({ widthPx: 8, heightPx: 6 });
  expect([...layer.plane.samples.subarray(0, 8)]).toEqual([255, 255, 255, 255, 0, 0, 0, 0]);
  expect(beforeChooser).toEqual(layer.plane);
  expect(colours.filter((_, at) => at % 3 === 0)).toEqual(Uint8Array.from({ length: 48 }, (_, at) => at));
});

test('a matte that has fewer is given back as it is', () => {
  const matte = seen(15);
  expect(atOwnSize(matte, photo(8, 6))).toBe(matte);
});
