import { expect, test } from 'vitest';
import { atOnce } from '../../bounds/shared-thread.ts';
import { framePicture } from '../picture/frame.ts';
import { backgroundOf } from './background.ts';
import { cellsOf } from './cells.ts';
import { Flood } from './flood.ts';
import { localBackground } from './local-background.ts';

/** Seven blocks to a side, of which the subject hides the nine in the middle. */
const sidePx = 7 * 32;
const isHidden = (x: number, y: number) => x >= 64 && x < 160 && y >= 64 && y < 160;
const atBorder = [60, 120, 200];
const inside = [68, 114, 204];

/** A square on a background that changes behind its border, over half a block. */
const picture = (() => {
  const samples = new Uint8Array(sidePx * sidePx * 3);
  for (let y = 0, at = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++, at += 3) {
      const fromBorder = Math.min(x, y, sidePx - 1 - x, sidePx - 1 - y);
      const share = Math.min(1, Math.max(0, (fromBorder - 8) / 16));
      const behind = atBorder.map((level, channel) => Math.round(level + share * (inside[channel] - level)));
      samples.set(isHidden(x, y) ? [250, 250, 20] : behind, at);
    }
  }
  return framePicture({ widthPx: sidePx, heightPx: sidePx, channels: 3, samples, orientation: 1, icc: null });
})();

test('under a subject the background goes on as it is around it, not as it is at the border', () => {
  const border = atOnce(backgroundOf(picture));
  if (!border) throw new Error('The border is of one colour');
  const cells = atOnce(cellsOf(picture, border));
  let steps = 0;
  const counted = function* () {
    const work = localBackground(picture, border, cells, new Flood(cells));
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value;
      steps++;
      yield step.value;
    }
  };
  const background = atOnce(counted());
  // Each row is one.
  expect(steps).toBe(sidePx);
  const row = new Float32Array(sidePx * 3);
  let most = 0;
  for (let y = 0; y < sidePx; y++) {
    background.row(y, row);
    for (let x = 0; x < sidePx; x++) {
      if (!isHidden(x, y)) continue;
      for (const [channel, level] of inside.entries()) {
        most = Math.max(most, Math.abs(row[x * 3 + channel] - level));
      }
    }
  }
  expect(most).toBeLessThan(0.01);
  expect([border.drifts, background.drifts]).toEqual([false, true]);
});
