import { describe, expect, test } from 'vitest';
import { joined, toBorder } from './joined.ts';
import type { Point } from './pixels.ts';
import { type Mask, maskPx } from './segmenter.ts';

type Box = readonly [left: number, top: number, right: number, bottom: number];

function maskOf(...boxes: Box[]): Mask {
  const samples = new Uint8Array(maskPx * maskPx);
  for (const [left, top, right, bottom] of boxes) {
    for (let y = top; y < bottom; y++) samples.fill(255, y * maskPx + left, y * maskPx + right);
  }
  return { widthPx: maskPx, heightPx: maskPx, samples };
}

describe('a part near the border of the picture', () => {
  /** 256 by 171 places of a mask, of the last row a half. */
  const picture = { widthPx: 1000, heightPx: 666 };

  test('goes on to it, and over the last places, which are mixed with the bar', () => {
    expect(toBorder(maskOf([2, 40, 254, 169]), picture)).toEqual(maskOf([0, 40, 256, 172]));
    const upright = { widthPx: 666, heightPx: 1000 };
    expect(toBorder(maskOf([40, 2, 169, 254]), upright)).toEqual(maskOf([40, 0, 172, 256]));
  });

  test('ends where it ends a little further in', () => {
    const mask = maskOf([3, 40, 253, 168]);
    expect(toBorder(mask, picture)).toEqual(mask);
  });
});

describe('parts that are kept', () => {
  /** As large as a mask, so that pixels are its places. */
  const picture = { widthPx: maskPx, heightPx: maskPx };
  const [left, right] = [maskOf([20, 20, 100, 120]), maskOf([104, 20, 184, 120])];
  const both = maskOf([20, 20, 100, 120], [104, 20, 184, 120]);
  /** The passes have what closes the gap between both, but for a hole of four by forty. */
  const subject = maskOf([100, 0, 104, 60], [100, 100, 104, 140]).samples.map((alpha) => (alpha > 0 ? 1 : 0));
  const filled = maskOf([20, 20, 100, 120], [104, 20, 184, 120], [100, 60, 104, 100]);
  const none: Point[] = [];

  test('are one where a small hole is between them and the subject', () => {
    expect(joined([left, right], both, subject, none, picture)).toEqual(filled);
  });

  test('leave a hole of one part, a large one, and one in which something is to be dropped', () => {
    expect(joined([both], both, subject, none, picture)).toEqual(both);
    const thing = maskOf([220, 220, 230, 230]);
    const all = { ...both, samples: both.samples.map((value, at) => Math.max(value, thing.samples[at])) };
    expect(joined([both, thing], all, subject, none, picture)).toEqual(all);
    const wider = maskOf([100, 0, 104, 20], [100, 120, 104, 140]).samples.map((alpha) => (alpha > 0 ? 1 : 0));
    expect(joined([left, right], both, wider, none, picture)).toEqual(both);
    expect(joined([left, right], both, subject, [{ kind: 'drop', x: 102, y: 80 }], picture)).toEqual(both);
  });
});
