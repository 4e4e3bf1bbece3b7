/** Crumbs that moving an edge leaves beside it. */
import type { Size } from '../region.ts';

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
