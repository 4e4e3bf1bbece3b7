/** Which pixels a caller has pointed at. */
import type { Length } from '../../../contract/output/margin.ts';
import type { AskedPoint, AskedPoints, PointsField } from '../../../contract/points.ts';
import type { Region, Size } from '../plane/region.ts';
import { PointFault } from './fault.ts';

/** What is said of the part on which a point lies: that it is of the subject, or of the background. */
export type PointKind = 'keep' | 'drop';

/** A pixel of an upright picture, and what is said of it. */
export interface Point {
  readonly kind: PointKind;
  readonly x: number;
  readonly y: number;
}

/** Of the longer side: a pixel cannot be kept that has one to drop so near. */
const leastApart = 0.01;

/** The field that named a point. */
export function fieldOf(kind: PointKind): PointsField {
  return `${kind}_points`;
}

/**
 * The pixels that points name, each once, in an order that is not the caller's: by kind, then by row and column.
 * @param picture upright
 * @param box the part that is meant; null for all of it
 * @throws PointFault where one is outside, or a point to keep and one to drop are too near each other
 */
export function pixelsOf({ keep, drop }: AskedPoints, picture: Size, box: Region | null = null): readonly Point[] {
  const points = [...pixelsOfKind('keep', keep, picture, box), ...pixelsOfKind('drop', drop, picture, box)];
  const least = leastApart * Math.max(picture.widthPx, picture.heightPx);
  const kept = points.filter(({ kind }) => kind === 'keep');
  for (const { kind, x, y } of points) {
    const near = kind === 'drop' && kept.find((other) => Math.hypot(other.x - x, other.y - y) <= least);
    if (!near) continue;
    const message = `The points ${x} ${y} to drop and ${near.x} ${near.y} to keep are less than 1 % of the longer side apart`;
    throw new PointFault('drop_points', 'VALIDATION_ERROR', message);
  }
  return points;
}

/** The same points in pixels of a part that holds them; of the whole where there is none. */
export function pointsIn(
  points: readonly Point[],
  { leftPx, topPx }: Pick<Region, 'leftPx' | 'topPx'> = { leftPx: 0, topPx: 0 },
): readonly Point[] {
  return points.map(({ kind, x, y }) => ({ kind, x: x - leftPx, y: y - topPx }));
}

function pixelsOfKind(kind: PointKind, asked: readonly AskedPoint[], picture: Size, box: Region | null): Point[] {
  const named = asked.map((point) => {
    const [x, y] = [pixelAt(point.x, picture.widthPx), pixelAt(point.y, picture.heightPx)];
    if (x === null || y === null)
      throw outside(kind, point, `picture of ${picture.widthPx}x${picture.heightPx} pixels`);
    if (box && !isWithin(x, y, box)) throw outside(kind, point, 'roi');
    return { kind, x, y };
  });
  return named
    .sort((one, other) => one.y - other.y || one.x - other.x)
    .filter(({ x, y }, at) => at === 0 || x !== named[at - 1].x || y !== named[at - 1].y);
}

/** Null where a length is outside of a side. All of it is its last pixel. */
function pixelAt({ value, unit }: Length, sidePx: number): number | null {
  if (unit === '%') return value < 0 || value > 100 ? null : Math.min(sidePx - 1, Math.floor((value * sidePx) / 100));
  return value < 0 || value >= sidePx ? null : Math.floor(value);
}

function isWithin(x: number, y: number, { leftPx, topPx, widthPx, heightPx }: Region): boolean {
  return x >= leftPx && x < leftPx + widthPx && y >= topPx && y < topPx + heightPx;
}

function outside(kind: PointKind, { x, y }: AskedPoint, of: string): PointFault {
  const written = ({ value, unit }: Length) => `${value}${unit === '%' ? unit : ''}`;
  return new PointFault(
    fieldOf(kind),
    'VALIDATION_ERROR',
    `The point ${written(x)} ${written(y)} is outside of the ${of}`,
  );
}
