/**
 * How far a pixel may be from the background and still be background. Where a picture was compressed with loss, sharp edges ring: how
 * much they do is measured beside the picture's own strokes.
 */

import { withinLevels } from '../colour/one-colour.ts';
import type { Background } from './background.ts';
import type { Cells } from './cells.ts';
import { faintBeside, isPeak, isRidge, ringingOf, ringsBy } from './ringing.ts';
import { StrokeContrast } from './stroke-contrast.ts';

/** Differences up to here count as none, whatever the picture. */
const least = 2;
/** Blocks around a stroke that ringing reaches: one of JPEG or a little more; and where colours are stored at half their size. */
const reach = { beside: 2, beyond: 5 };
/** Of what is drawn faintly the share that ringing reaches there. */
const beyondShare = 0.5;
/** Cells from a peak to the background's colour, beside strokes and where colours at half their size ring. */
const wave = { beside: 2, beyond: 6 };
/** Times the noise that a small piece has at least which is drawn. */
const faintByNoise = 2;

/** Tolerance by place, in levels of the largest channel. */
export interface Tolerance {
  /** Whether the picture rings. */
  readonly rings: boolean;
  /** What is let pass at a pixel. */
  at(x: number, y: number): number;
  /** What is let pass everywhere. */
  readonly least: number;
  /** What is let pass where a picture is smooth. */
  readonly smooth: number;
  /** From where on a small piece at a pixel is drawn. */
  faint(x: number, y: number): number;
}

/** How far pixels of a picture may be from its background, by the noise of both. */
export function toleranceOf({ mostNoise, drifts }: Background, cells: Cells): Tolerance {
  const base = Math.max(least, Math.ceil(mostNoise) + 1);
  const smooth = Math.max(base, drifts ? withinLevels : 0);
  if (!ringsBy(cells, base)) return { rings: false, least: base, smooth, at: () => base, faint: () => 0 };
  const strokes = StrokeContrast.of(cells);
  const near = strokes.within(reach.beside);
  const wide = strokes.within(reach.beyond);
  const beside = ringingOf(
    { strokes: near, isIn: () => true, isTop: isPeak, wave: wave.beside, share: 1 },
    cells,
    base,
  );
  const isBeyond = (x: number, y: number) => 2 * near.at(x, y) < wide.at(x, y);
  const beyond = ringingOf(
    { strokes: wide, isIn: isBeyond, isTop: isRidge, wave: wave.beyond, share: beyondShare },
    cells,
    base,
  );
  return {
    rings: true,
    least: base,
    smooth,
    at: (x, y) => Math.max(beside[near.at(x, y)], beyond[wide.at(x, y)]),
    faint: (x, y) => Math.max(faintByNoise * base, faintBeside(wide.at(x, y))),
  };
}
