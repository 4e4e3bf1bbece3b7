/** Crumbs that moving an edge leaves beside it, and nubs that it leaves at it. */
import { distancesTo, mostly, partsOf, thickParts } from '../plane/morphology.ts';
import type { Size } from '../plane/region.ts';

/**
 * A mask with moved edges, without what these have left: pieces and holes, connected by sides, that have nothing of what was there before.
 * @param moved 0 and 1, as the other
 * @param before the mask whose edges were moved
 */
export function withoutCrumbs(moved: Uint8Array, before: Uint8Array, { widthPx, heightPx }: Size): Uint8Array {
  const mask = moved.slice();
  const isWalked = new Uint8Array(moved.length);
  for (let start = 0; start < moved.length; start++) {
    if (moved[start] === before[start] || isWalked[start] === 1) continue;
    const value = moved[start];
    const part = [start];
    isWalked[start] = 1;
    let isJoined = false;
    const take = (at: number): void => {
      if (moved[at] !== value || isWalked[at] === 1) return;
      if (before[at] === value) {
        isJoined = true;
        return;
      }
      isWalked[at] = 1;
      part.push(at);
    };
    for (let next = 0; next < part.length; next++) {
      const at = part[next];
      const x = at % widthPx;
      if (x > 0) take(at - 1);
      if (x < widthPx - 1) take(at + 1);
      if (at >= widthPx) take(at - widthPx);
      if (at < widthPx * (heightPx - 1)) take(at + widthPx);
    }
    if (!isJoined) for (const at of part) mask[at] = before[at];
  }
  return mask;
}

/** Side of the squares in which most pixels say that a nub ends there, not a single pixel. */
const endPx = 5;
/** Share of a nub, at least, that is too narrow for discs whose radius is as far as edges may move. */
const leastNarrow = 0.6;

/** What an edge was moved from. */
export interface EdgeBefore {
  /** The mask whose edges were moved: 0 and 1. */
  readonly before: Uint8Array;
  /** 1 in what was taken away of it. */
  readonly taken: Uint8Array;
  /** How far edges may move. */
  readonly mostPx: number;
}

/**
 * A mask with moved edges, without nubs: what comes back of what was taken away, is narrow, and goes on as far as edges may move. There
 * colours have no edge: a dark joint below a dark sole looks like it.
 * @param moved 0 and 1
 */
export function withoutNubs(moved: Uint8Array, { before, taken, mostPx }: EdgeBefore, size: Size): Uint8Array {
  const back = moved.map((value, at) => value & taken[at] & (1 - before[at]));
  if (!back.includes(1)) return moved;
  const away = distancesTo(before, 1, size, mostPx);
  const most = mostly(moved, size, endPx);
  const ends = back.map((value, at) => (away[at] >= mostPx - 1 ? value & most[at] : 0));
  const thick = thickParts(moved, size, mostPx, 0);
  const mask = moved.slice();
  for (const part of partsOf(back, ends, size)) {
    // What is larger is more than twice as wide as it is long: a rim that masks have cut off.
    if (part.length > 2 * mostPx ** 2) continue;
    const narrow = part.filter((at) => thick[at] === 0).length;
    if (narrow >= part.length * leastNarrow) for (const at of part) mask[at] = 0;
  }
  return mask;
}
