/**
 * Foreground and background of a picture, given its alpha: Germer, Uelwer, Conrad and Harmeling, "Fast multi-level
 * foreground estimation" (2020). Both are smooth except where alpha changes, and mix to the picture. What is done to a
 * level is in `colours.c` of the kernels.
 */
import { bytes, floats, layOut } from '../../kernels/memory.ts';
import type { Layer } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import type { Region, Size } from '../plane/region.ts';
import { knownColours } from './known-colours.ts';

/** Foreground and background of a region of a picture, at a reduced size. */
export interface EstimatedColours {
  readonly region: Region;
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGB of the subject, also where it is hidden. */
  readonly foreground: Uint8Array;
  /** RGB of what is behind it. */
  readonly background: Uint8Array;
  /** How far both are known: 0, the photo's own colours are better, to 255. */
  readonly known: Uint8Array;
}

/** A larger level takes four times the memory and time, and measured hardly better. */
const largestLevelPx = 512;
const smallLevelPx = 32;
const sweepsWhileSmall = 10;
const sweeps = 2;

/** Rows that are halved at a time, so that a large matte is not held twice. An even number. */
const rowsAtATime = 64;

/** The picture and its alpha at one size. */
interface Level extends Size {
  readonly colours: Uint8Array;
  readonly alpha: Uint8Array;
}

/**
 * Estimates both sides of soft edges.
 * @param layer the matte of a region
 * @param colours RGB of the region at the size of the matte
 * @param beforeChooser the matte of the same size that a pass chooser blended: where it was widely unknown nothing is known of colours
 * @returns both at half of the matte's size; halved further while a side is over 512 pixels
 */
export function estimateColours(
  { plane, region }: Layer,
  colours: Uint8Array,
  beforeChooser: Matte | null = null,
): EstimatedColours {
  const largest = largestLevel(plane, colours);
  const levels = [largest];
  while (levels[0].widthPx > 1 || levels[0].heightPx > 1) levels.unshift(halved(levels[0]));
  const { widthPx, heightPx } = largest;
  const known = knownAt(largest);
  if (beforeChooser) {
    const before = knownAt(largestLevel(beforeChooser, colours));
    for (let at = 0; at < known.length; at++) known[at] = Math.min(known[at], before[at]);
  }
  const { foreground, background } = solved(levels);
  return { region, widthPx, heightPx, foreground: withinHull(foreground, largest), background, known };
}

function largestLevel({ samples, ...size }: Matte, colours: Uint8Array): Level {
  let level = halved({ ...size, alpha: samples, colours });
  while (Math.max(level.widthPx, level.heightPx) > largestLevelPx) level = halved(level);
  return level;
}

const knownAt = ({ alpha: samples, ...size }: Level) => knownColours({ ...size, samples });

/** Pixels to each side within which the photo must have a colour, channel by channel, for the subject to have it. */
const hullReach = 16;

/** Keeps an estimate between the smallest and the largest values of the picture nearby. */
function withinHull(estimate: Uint8Array, { widthPx, heightPx, colours }: Level): Uint8Array {
  const { kernels, arrays } = layOut({
    estimate: bytes(estimate.length),
    colours: bytes(colours.length),
    low: bytes(colours.length),
    high: bytes(colours.length),
    room: bytes(colours.length * 2),
  });
  const { low, high, room } = arrays;
  arrays.estimate.set(estimate);
  arrays.colours.set(colours);
  kernels.extremes(
    ...[arrays.colours.byteOffset, widthPx, heightPx, 3, hullReach],
    ...[low.byteOffset, high.byteOffset, room.byteOffset],
  );
  kernels.keepBetween(arrays.estimate.byteOffset, low.byteOffset, high.byteOffset, estimate.length);
  return arrays.estimate.slice();
}

/** Means of 2 × 2 pixels; at an odd border the last one counts twice. */
function halved(full: Level): Level {
  const widthPx = Math.ceil(full.widthPx / 2);
  const heightPx = Math.ceil(full.heightPx / 2);
  const colours = new Uint8Array(widthPx * heightPx * 3);
  const alpha = new Uint8Array(widthPx * heightPx);
  for (let top = 0; top < full.heightPx; top += rowsAtATime) {
    const rows = Math.min(rowsAtATime, full.heightPx - top);
    const from = top * full.widthPx;
    const to = from + rows * full.widthPx;
    const pixels = Math.ceil(rows / 2) * widthPx;
    const { kernels, arrays } = layOut({
      fullColours: bytes((to - from) * 3),
      fullAlpha: bytes(to - from),
      colours: bytes(pixels * 3),
      alpha: bytes(pixels),
    });
    arrays.fullColours.set(full.colours.subarray(from * 3, to * 3));
    arrays.fullAlpha.set(full.alpha.subarray(from, to));
    kernels.halve(
      ...[arrays.fullColours.byteOffset, arrays.fullAlpha.byteOffset, full.widthPx, rows],
      ...[arrays.colours.byteOffset, arrays.alpha.byteOffset],
    );
    colours.set(arrays.colours, (top / 2) * widthPx * 3);
    alpha.set(arrays.alpha, (top / 2) * widthPx);
  }
  return { widthPx, heightPx, colours, alpha };
}

/**
 * Both sides of the last level, each level started from the one before.
 * @param levels from a single pixel to the largest
 */
function solved(levels: readonly Level[]): Pick<EstimatedColours, 'foreground' | 'background'> {
  const last = levels.length - 1;
  const pixels = levels[last].alpha.length;
  const pixelsBefore = levels[last - 1]?.alpha.length ?? 0;
  const { kernels, arrays } = layOut({
    colours: bytes(pixels * 3),
    alpha: bytes(pixels),
    near: bytes(pixels),
    across: bytes(pixels),
    // Of two levels each, in turns: the last one, and the one before it.
    fronts: floats(spaced(pixels) + spaced(pixelsBefore)),
    backs: floats(spaced(pixels) + spaced(pixelsBefore)),
    rounded: bytes(pixels * 3),
  });
  const sidesOf = (index: number) => {
    const at = ((last - index) & 1) * spaced(pixels) * 4;
    return [arrays.fronts.byteOffset + at, arrays.backs.byteOffset + at] as const;
  };
  // The smallest level: what is seen is both sides.
  const first = (last & 1) * spaced(pixels);
  arrays.fronts.set(levels[0].colours, first);
  arrays.backs.set(levels[0].colours, first);
  for (const [index, { widthPx, heightPx, colours, alpha }] of levels.entries()) {
    if (index === 0) continue;
    arrays.colours.set(colours);
    arrays.alpha.set(alpha);
    const near = arrays.near.byteOffset;
    const level = [arrays.colours.byteOffset, arrays.alpha.byteOffset, near, widthPx, heightPx] as const;
    kernels.nearEdges(arrays.alpha.byteOffset, widthPx, heightPx, arrays.across.byteOffset, near);
    kernels.startLevel(...level, ...sidesOf(index - 1), levels[index - 1].widthPx, ...sidesOf(index));
    const count = Math.max(widthPx, heightPx) <= smallLevelPx ? sweepsWhileSmall : sweeps;
    for (let sweep = 0; sweep < count; sweep++) kernels.solveAll(...level, ...sidesOf(index));
  }
  const [foreground, background] = sidesOf(last).map((side) => {
    kernels.roundToBytes(side, pixels * 3, arrays.rounded.byteOffset);
    return arrays.rounded.slice();
  });
  return { foreground, background };
}

/** Numbers of one side of a level of so many pixels, and of what may be read beyond them. */
function spaced(pixels: number): number {
  return pixels * 3 + 4;
}
