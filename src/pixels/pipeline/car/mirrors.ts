/**
 * Mirrors that one further pass over the car sees and the matte so far lacks: compact, beside the car, and of its colours rather
 * than the background's. Without the last test people, bollards and awnings come as well.
 *
 * What each number gains and loses is in lab/evaluation/experiments/car-looks.md.
 */
import { mirrorFrom, mirrorMean, missedBelow, shownFrom, subjectFrom } from '../plane/alpha.ts';
import { type Layer, reducedLayer } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import { grown, opened, partsOf } from '../plane/morphology.ts';
import type { PlaneBox } from './box.ts';
import { likenessToCar } from './paint.ts';

/** Sides of squares: one that fits into a mirror, and those for its rest, its soft edge, and its distance to the car. */
const thickness = 7;
const roundness = 3;
const softSide = 3;
const nearSide = 7;
/** Where the middle of a mirror is: shares of the box from its top. */
const middleFrom = 0.08;
const middleTo = 0.42;
/** Widest mirror, in heights of it, both in pixels of the passes: what is behind a flat bed is wider. */
const widest = 1.5;
/** Largest mirror, as a share of the car. */
const largestPart = 0.015;
/** How much more often its colours have to be seen in the car than around it: natural logarithm, in the mean. */
const leastLikeness = 0.6;

/**
 * Adds mirrors.
 * @param matte the car so far
 * @param passes over the same region, all of one size, whose pixels are no smaller
 * @param colours RGB of the region at the size of the passes
 * @param box of the detected vehicle in pixels of the passes
 * @returns a matte of the same size, nowhere below it
 */
export function addMirrors(matte: Layer, passes: readonly Matte[], colours: Uint8Array, box: PlaneBox): Matte {
  const [size] = passes;
  if (!size) return matte.plane;
  const alpha = reducedLayer(matte, matte.region, size.widthPx, size.heightPx);
  const isCar = alpha.map((value) => (value >= subjectFrom ? 1 : 0));
  const near = grown(isCar, size, nearSide);
  const most = largestPart * isCar.reduce((sum, value) => sum + value, 0);
  const likeness = likenessToCar(colours, alpha, size);
  const added = new Uint8Array(alpha.length);
  for (const { samples } of passes) {
    for (const part of compactParts(samples, isCar, size)) {
      const mean = meanOver(samples, part);
      const isMirror =
        part.length <= most &&
        mean >= mirrorMean &&
        meanOver(alpha, part) < missedBelow &&
        meanOver(likeness, part) >= leastLikeness &&
        part.some((at) => near[at] > 0) &&
        isInPlace(part, size, box);
      if (isMirror) addPart(added, samples, part, mean, size);
    }
  }
  const { widthPx, heightPx, samples } = matte.plane;
  const more = reducedLayer({ ...matte, plane: { ...size, samples: added } }, matte.region, widthPx, heightPx);
  return { widthPx, heightPx, samples: samples.map((value, at) => Math.max(value, more[at])) };
}

/** Parts that a pass sees beside the car, without what is thin. */
function compactParts(samples: Uint8Array, isCar: Uint8Array, size: Matte): number[][] {
  const beside = samples.map((value, at) => (value >= mirrorFrom && isCar[at] === 0 ? 1 : 0));
  const core = opened(beside, size, thickness);
  const round = grown(core, size, roundness).map((value, at) => value & beside[at]);
  return partsOf(round, core, size);
}

/** A pass that is half sure of a mirror draws it half transparent, which none is: so its mean becomes opaque. */
function addPart(added: Uint8Array, samples: Uint8Array, part: readonly number[], mean: number, size: Matte): void {
  const mask = new Uint8Array(samples.length);
  for (const at of part) mask[at] = 1;
  for (const [at, isAround] of grown(mask, size, softSide).entries()) {
    if (isAround === 0) continue;
    const alpha = ((samples[at] - shownFrom) * 255) / (mean - shownFrom);
    added[at] = Math.max(added[at], Math.min(255, Math.max(0, Math.round(alpha))));
  }
}

function isInPlace(part: readonly number[], { widthPx, heightPx }: Matte, box: PlaneBox): boolean {
  let [x, y] = [0, 0];
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (const at of part) {
    const [column, row] = [at % widthPx, Math.floor(at / widthPx)];
    x += column;
    y += row;
    left = Math.min(left, column);
    right = Math.max(right, column + 1);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row + 1);
  }
  const across = (x / part.length - box.left) / (box.right - box.left);
  const down = (y / part.length - box.top) / (box.bottom - box.top);
  const isUpright = right - left <= widest * (bottom - top);
  return isUpright && across >= 0 && across <= 1 && down >= middleFrom && down <= middleTo;
}

function meanOver(values: Uint8Array | Float32Array, pixels: readonly number[]): number {
  return pixels.reduce((sum, at) => sum + values[at], 0) / pixels.length;
}
