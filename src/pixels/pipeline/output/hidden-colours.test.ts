import { expect, it } from 'vitest';
import { randomly } from '../../kernels/testing/random.ts';
import { blockPx, HiddenColours } from './hidden-colours.ts';

const [widthPx, heightPx] = [45, 37];

/** A pixel of a picture. */
const at = (samples: Uint8Array, x: number, y: number) => [...samples.subarray((y * widthPx + x) * 4).subarray(0, 4)];

function pictureWith(alphaAt: (x: number, y: number) => number): Uint8Array {
  const random = randomly(5);
  return Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, index) => {
    const pixel = Math.floor(index / 4);
    const alpha = alphaAt(pixel % widthPx, Math.floor(pixel / widthPx));
    return index % 4 === 3 ? alpha : alpha && random(256);
  });
}

/** Band by band, as it is encoded. */
function fillHidden(samples: Uint8Array): void {
  const hidden = new HiddenColours();
  for (let top = 0; top < heightPx; top += blockPx) {
    const bandPx = Math.min(blockPx, heightPx - top);
    const band = samples.subarray(top * widthPx * 4, (top + bandPx) * widthPx * 4);
    hidden.fill({ widthPx, heightPx: bandPx, samples: band });
  }
}

it('what is seen, however faint, and every alpha stay', () => {
  const before = pictureWith((x, y) => ((x * 7 + y * 3) % 5 === 0 ? (x * y) % 256 : 0));
  const samples = before.slice();
  fillHidden(samples);
  for (let index = 0; index < samples.length; index += 4) {
    expect(samples[index + 3]).toBe(before[index + 3]);
    if (before[index + 3] > 0) expect(samples.subarray(index, index + 4)).toEqual(before.subarray(index, index + 4));
  }
});

it('what is hidden gets the mean of the others in its block, cut blocks at the borders included', () => {
  const samples = pictureWith((x, y) => (x % 16 < 2 && y % 16 === 0 ? 9 : 0));
  const seen = samples.slice();
  fillHidden(samples);
  for (const [left, top] of [
    [0, 0],
    [16, 16],
    [32, 32],
  ]) {
    const [one, other] = [at(seen, left, top), at(seen, left + 1, top)];
    const mean = one.slice(0, 3).map((value, channel) => Math.floor((value + other[channel]) / 2 + 0.5));
    const [lastX, lastY] = [Math.min(left + 15, widthPx - 1), Math.min(top + 15, heightPx - 1)];
    expect(at(samples, left + 2, top)).toEqual([...mean, 0]);
    expect(at(samples, lastX, lastY)).toEqual([...mean, 0]);
  }
});

it('a hidden block goes on with the colour before it', () => {
  const samples = pictureWith((x, y) => (x === 3 && y === 3 ? 200 : 0));
  fillHidden(samples);
  const colour = at(samples, 3, 3).slice(0, 3);
  expect(at(samples, 44, 36)).toEqual([...colour, 0]);
  const empty = pictureWith(() => 0);
  fillHidden(empty);
  expect(empty.every((value) => value === 0)).toBe(true);
});
