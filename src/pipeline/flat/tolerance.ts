/**
 * How far a pixel may be from the background and still be background. Where a picture was compressed with loss, sharp edges ring:
 * the sharper the edge nearby, the more is let pass.
 */
import { type Background, withinLevels } from './background.ts';
import type { Cells } from './cells.ts';

/** Differences up to here count as none, whatever the picture. */
const least = 2;
/** Share of the sharpest difference nearby that ringing reaches, and where it ends in any case. */
const ringingShare = 0.11;
const mostRinging = 22;
/** Pixels to a side of the blocks that tolerance is given for. Ringing reaches a block of JPEG and its neighbours. */
const blockPx = 8;
/** Levels above the border's noise up to which a peak is ringing, and how many come on one pixel in the middle of an edge. */
const mostPeak = 12;
const ringingFrom = 0.001;

/** Tolerance by place. */
export interface Tolerance {
  /** Whether the picture rings. */
  readonly rings: boolean;
  /** What is let pass at a pixel, in levels of the largest channel. */
  at(x: number, y: number): number;
  /** What is let pass where a picture is smooth. */
  readonly smooth: number;
}

/** How far pixels of a picture may be from its background, by the noise of both. */
export function toleranceOf({ mostNoise, drifts }: Background, cells: Cells): Tolerance {
  const base = Math.max(least, Math.ceil(mostNoise) + 1);
  const smooth = Math.max(base, drifts ? withinLevels : 0);
  const { widthPx, heightPx, sidePx, most } = cells;
  if (!ringsBy(cells, base)) return { rings: false, smooth, at: () => base };
  const across = Math.ceil((widthPx * sidePx) / blockPx);
  const down = Math.ceil((heightPx * sidePx) / blockPx);
  const sharpest = new Uint8Array(across * down);
  for (let y = 0, cell = 0; y < heightPx; y++) {
    const row = Math.floor((y * sidePx) / blockPx) * across;
    for (let x = 0; x < widthPx; x++, cell++) {
      const block = row + Math.floor((x * sidePx) / blockPx);
      if (most[cell] > sharpest[block]) sharpest[block] = most[cell];
    }
  }
  const levels = Uint8Array.from(sharpest, (_, block) => {
    const [x, y] = [block % across, Math.floor(block / across)];
    let around = 0;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const [nearX, nearY] = [x + dx, y + dy];
        if (nearX < 0 || nearY < 0 || nearX >= across || nearY >= down) continue;
        around = Math.max(around, sharpest[nearY * across + nearX]);
      }
    }
    return Math.max(base, Math.min(mostRinging, Math.round(around * ringingShare)));
  });
  return { rings: true, smooth, at: (x, y) => levels[Math.floor(y / blockPx) * across + Math.floor(x / blockPx)] };
}

/** Whether small differences have peaks of their own: shadows and soft edges have none. */
function ringsBy({ widthPx, most }: Cells, base: number): boolean {
  let [peaks, middle] = [0, 0];
  for (let cell = 0; cell < most.length; cell++) {
    const value = most[cell];
    if (value >= 25 && value <= 64) middle++;
    if (value <= base || value > base + mostPeak) continue;
    const beside = Math.max(
      most[cell - 1] ?? 0,
      most[cell + 1] ?? 0,
      most[cell - widthPx] ?? 0,
      most[cell + widthPx] ?? 0,
    );
    if (beside < value) peaks++;
  }
  return peaks > ringingFrom * middle;
}
