/** What alpha has to be at points themselves, whatever the edge that was worked out says there. */
import { inTurns } from '../../bounds/shared-thread.ts';
import type { AlphaSampler, AlphaSource } from '../edges/alpha-source.ts';
import type { Picture } from '../picture/picture.ts';
import { subjectFrom } from '../plane/alpha.ts';
import { LayerSampler } from '../plane/layer.ts';
import { claimOver } from './change.ts';
import type { Claims } from './claims.ts';
import type { PictureWithKeptRows } from './kept-rows.ts';
import type { Point, PointKind } from './pixels.ts';

/** Alpha at the pixel of a point: at least where it is kept, and at most where it is dropped. */
export const leastKept = 200;
export const mostDropped = 55;
/** How far from a point the part that it lies on becomes opaque, or clear. */
const reachPx = 4;

/** Measured: microseconds that a pixel takes to be decoded. */
const pixelUs = 0.012;
/** Rows that are passed over at a time. */
const rowsPassed = 64;

/**
 * Alpha that is right at all points: where it misses one, the pixels of its part that are beside it become 255 or 0.
 * @param kept rows of the picture: where alpha looks at one of a point that is not among them, all above it are read again
 * @returns the very same alpha where it misses none
 */
export async function rightAtPoints(
  alpha: AlphaSource,
  points: readonly Point[],
  claims: Claims,
  { picture, kept }: PictureWithKeptRows,
): Promise<AlphaSource> {
  const missed = await inTurns(missedPoints(alpha, points, picture, kept));
  if (missed.length === 0) return alpha;
  return { ...alpha, sampler: () => new PaintedSampler(alpha.sampler(), missed, points, claims, picture) };
}

/** The points at which alpha is another than it has to be. */
function* missedPoints(
  alpha: AlphaSource,
  points: readonly Point[],
  picture: Picture,
  kept: PictureWithKeptRows['kept'],
): Generator<number, readonly Point[], void> {
  const { widthPx, channels } = picture;
  const lines = [...new Set(points.map((point) => point.y))].sort((one, other) => one - other);
  const sampler = alpha.sampler();
  const source = alpha.looksAtPicture && !lines.every((y) => kept.has(y)) ? picture.rows() : null;
  if (source?.begin) yield* source.begin();
  const row = new Uint8Array(widthPx);
  const missed: Point[] = [];
  let passed = 0;
  for (const y of lines) {
    for (; source && passed < y; passed += Math.min(rowsPassed, y - passed)) {
      source.skip(Math.min(rowsPassed, y - passed));
      yield rowsPassed * widthPx * pixelUs;
    }
    sampler.row(y, widthPx, row, source?.next(1) ?? kept.get(y) ?? new Uint8Array(0), channels);
    passed = y + 1;
    const isMissed = ({ kind, x }: Point) => (kind === 'keep' ? row[x] < leastKept : row[x] > mostDropped);
    missed.push(...points.filter((point) => point.y === y && isMissed(point)));
  }
  return missed;
}

class PaintedSampler implements AlphaSampler {
  readonly #alpha: AlphaSampler;
  readonly #missed: readonly Point[];
  readonly #points: readonly Point[];
  readonly #claims: Readonly<Record<PointKind, LayerSampler>>;
  readonly #claimed: Uint8Array;

  constructor(
    alpha: AlphaSampler,
    missed: readonly Point[],
    points: readonly Point[],
    claims: Claims,
    picture: Picture,
  ) {
    this.#alpha = alpha;
    this.#missed = missed;
    this.#points = points;
    this.#claims = {
      keep: new LayerSampler(claimOver(claims.keep, picture)),
      drop: new LayerSampler(claimOver(claims.drop, picture)),
    };
    this.#claimed = new Uint8Array(picture.widthPx);
  }

  row(y: number, widthPx: number, into: Uint8Array, pixels: Uint8Array, channels: number): void {
    this.#alpha.row(y, widthPx, into, pixels, channels);
    for (const kind of ['keep', 'drop'] as const) {
      const near = this.#missed.filter((point) => point.kind === kind && Math.abs(point.y - y) <= reachPx);
      if (near.length === 0) continue;
      this.#claims[kind].row(y, widthPx, this.#claimed);
      for (const point of near) this.#paint(point, y, widthPx, into);
    }
  }

  #paint(point: Point, y: number, widthPx: number, into: Uint8Array): void {
    const across = Math.floor(Math.sqrt(reachPx ** 2 - (point.y - y) ** 2));
    for (let x = Math.max(0, point.x - across); x <= Math.min(widthPx - 1, point.x + across); x++) {
      const isPoint = x === point.x && y === point.y;
      if (isPoint || (this.#claimed[x] >= subjectFrom && this.#isNearest(point, x, y))) {
        into[x] = point.kind === 'keep' ? 255 : 0;
      }
    }
  }

  /** Whether no point of the other kind is nearer. */
  #isNearest({ kind, ...point }: Point, x: number, y: number): boolean {
    const away = Math.hypot(point.x - x, point.y - y);
    return this.#points.every((other) => other.kind === kind || Math.hypot(other.x - x, other.y - y) > away);
  }
}
