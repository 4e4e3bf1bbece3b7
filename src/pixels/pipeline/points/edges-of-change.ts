/** What changes of a matte, drawn: a mask whose edges lie where those of the picture are, and how much of it counts where. */
import { distancesTo } from '../plane/morphology.ts';
import type { Region, Size } from '../plane/region.ts';
import { withoutCrumbs } from './crumbs.ts';
import { cropped, paste, without } from './masks.ts';
import { rampOf } from './ramp.ts';
import { snapped } from './snapped.ts';

/** How far around its masks a picture may change, and over how much of that from nothing to all. */
const reach = 8;
const blend = 2;
/** The same of what the merged matte takes from the masks. */
const mergedBlend = 3;

/** Masks of 0 and 1 of one size, with the colours of their pixels. */
export interface ChangedMasks {
  /** The subject with all changes. */
  readonly merged: Uint8Array;
  /** What changes of it. */
  readonly touched: Uint8Array;
  /** That, and all else that is claimed. */
  readonly claimed: Uint8Array;
  /** RGB. */
  readonly colours: Uint8Array;
}

/** Planes of the size of the masks. */
export interface DrawnChange {
  /** The alpha that is wanted, with a ramp along its edges. Beyond the box it is 0 or 255. */
  readonly target: Uint8Array;
  /** How much of it counts, 0 to 255. */
  readonly share: Uint8Array;
  /** Where the answer may be another one: 0 for nowhere, to 255. */
  readonly weights: Uint8Array;
}

/** How far from what changes a pixel may be that counts for its edges: the share's reach, cells of colours, and the depth in them. */
export const drawnAroundPx = 56;

/** Measured: microseconds of a pixel of the box, in both halves of what is done here. */
const shareUs = 0.05;
const rampUs = 0.04;

/**
 * Draws what changes. Its steps are for `inTurns`.
 * @param box around what changes, wider by at least `drawnAroundPx`, in steps of `cellPx`
 * @param rampPx to each side of an edge
 */
export function* drawnChange(
  masks: ChangedMasks,
  size: Size,
  box: Region,
  rampPx: number,
): Generator<number, DrawnChange, void> {
  const us = box.widthPx * box.heightPx;
  const merged = cropped(masks.merged, size, box);
  const fromTouched = distancesTo(cropped(masks.touched, size, box), 1, box, reach + mergedBlend);
  const fromClaimed = distancesTo(cropped(masks.claimed, size, box), 1, box, reach);
  const [share, weights] = [new Uint8Array(merged.length), new Uint8Array(merged.length)];
  for (let at = 0; at < merged.length; at++) {
    share[at] = counted(fromTouched[at] - 1, mergedBlend);
    weights[at] = counted(Math.max(fromTouched[at], fromClaimed[at]), blend);
  }
  yield us * shareUs;
  const taken = without(cropped(masks.touched, size, box), merged);
  const colours = cropped(masks.colours, size, box, 3);
  const moved = yield* snapped(merged, { open: share, taken, colours }, box);
  const edges = withoutCrumbs(moved, merged, box);
  const over = (within: Uint8Array, plane = new Uint8Array(masks.merged.length)) => {
    paste(within, box, plane, size);
    return plane;
  };
  const ramp = rampOf(edges, box, rampPx);
  yield us * rampUs;
  const beyond = new Uint8Array(masks.merged.length);
  for (let at = 0; at < beyond.length; at++) beyond[at] = masks.merged[at] * 255;
  return { target: over(ramp, beyond), share: over(share), weights: over(weights) };
}

/** How much counts so far away, 0 to 255. One pixel less, for between two pixels weights are read from both. */
function counted(away: number, overPx: number): number {
  return Math.floor(255 * Math.min(1, Math.max(0, (reach - 1 - away) / overPx)) + 0.5);
}
