/** How far strokes ring in a picture that was compressed with loss, measured beside them. */
import type { Cells } from './cells.ts';
import type { StrokeContrast } from './stroke-contrast.ts';

/** Levels above the border's noise up to which a peak is ringing, and how many come on one pixel in the middle of an edge; of lines too. */
const mostPeak = 12;
const ringingFrom = { peaks: 0.001, lines: 0.05 };
/** Share of the contrast of a stroke below which nothing is drawn beside it; of faint ones more, up to so many levels: compression rounds. */
const faintShare = 0.25;
const faintLevels = 24;
const faintShareOfFaint = 0.45;
/** Share of the peaks beside strokes that ringing explains. */
const peaksExplained = 0.99;
/** Strokes are of one class within so many levels of contrast; classes of fewer peaks follow all strokes. */
const classLevels = 32;
const leastPeaks = 40;

/** Whether a cell is farther from the background than the four beside it. */
export function isPeak(cell: number, { widthPx, most }: Cells): boolean {
  const value = most[cell];
  return (
    most[cell - 1] < value && most[cell + 1] < value && most[cell - widthPx] < value && most[cell + widthPx] < value
  );
}

/** Whether a cell is farther from the background than those before and after it, across or down. */
export function isRidge(cell: number, { widthPx, most }: Cells): boolean {
  const value = most[cell];
  return (
    (most[cell - 1] < value && most[cell + 1] <= value) ||
    (most[cell - widthPx] < value && most[cell + widthPx] <= value)
  );
}

/** Whether small differences have peaks of their own, or lines beside straight strokes: shadows and soft edges have none. */
export function ringsBy(cells: Cells, base: number): boolean {
  const { widthPx, most } = cells;
  let [peaks, lines, middle] = [0, 0, 0];
  for (let cell = widthPx; cell < most.length - widthPx; cell++) {
    const value = most[cell];
    if (value >= 25 && value <= 64) middle++;
    if (value <= base || value > base + mostPeak) continue;
    const isLineDown = most[cell - 1] < value && most[cell + 1] < value;
    const isLineAcross = most[cell - widthPx] < value && most[cell + widthPx] < value;
    if (isLineDown && isLineAcross) peaks++;
    if (isLineDown || isLineAcross) lines++;
  }
  return peaks > ringingFrom.peaks * middle || lines > ringingFrom.lines * middle;
}

/** The difference below which nothing is drawn beside a stroke of some contrast. */
export function faintBeside(contrast: number): number {
  return Math.max(faintShare * contrast, Math.min(faintLevels, faintShareOfFaint * contrast));
}

/** A part of the picture in which ringing is measured. */
interface Zone {
  readonly strokes: StrokeContrast;
  isIn(x: number, y: number): boolean;
  isTop(cell: number, cells: Cells): boolean;
  /** Of what is drawn faintly what ringing reaches here at most. */
  readonly share: number;
  readonly wave: number;
}

/**
 * What ringing reaches in a zone beside strokes of each contrast, in levels. What is drawn faintly is not counted: it has no background
 * within a wave.
 */
export function ringingOf(
  { strokes, isIn, isTop, wave: length, share: part }: Zone,
  cells: Cells,
  base: number,
): Uint8Array {
  const { widthPx, heightPx, sidePx, most } = cells;
  const steps = 100;
  const classes = Array.from({ length: 256 / classLevels }, () => new Uint32Array(steps));
  for (let y = length; y < heightPx - length; y++) {
    for (let x = length, cell = y * widthPx + length; x < widthPx - length; x++, cell++) {
      if (most[cell] <= base || !isTop(cell, cells)) continue;
      const [xPx, yPx] = [x * sidePx, y * sidePx];
      const contrast = strokes.at(xPx, yPx);
      if (most[cell] >= part * faintBeside(contrast) || !isIn(xPx, yPx)) continue;
      const comesBack =
        most[cell - length] <= base ||
        most[cell + length] <= base ||
        most[cell - length * widthPx] <= base ||
        most[cell + length * widthPx] <= base;
      if (comesBack) classes[Math.floor(contrast / classLevels)][Math.floor((most[cell] / contrast) * steps)]++;
    }
  }
  const all = new Uint32Array(steps);
  for (const counts of classes) for (let step = 0; step < steps; step++) all[step] += counts[step];
  const shares = classes.map((counts) => shareExplained(counts) ?? shareExplained(all) ?? 0);
  return Uint8Array.from({ length: 256 }, (_, contrast) => {
    const ringing = shares[Math.floor(contrast / classLevels)] * contrast;
    return Math.max(base, Math.round(Math.min(ringing, part * faintBeside(contrast))));
  });
}

/** The share that most peaks stay below; null for too few. */
function shareExplained(counts: Uint32Array): number | null {
  const peaks = counts.reduce((sum, count) => sum + count, 0);
  if (peaks < leastPeaks) return null;
  let explained = 0;
  let step = 0;
  while (explained < peaksExplained * peaks) explained += counts[step++];
  return step / counts.length;
}
