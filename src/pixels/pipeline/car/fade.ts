/** A layer of a part of the picture must not end in a straight cut. */
import type { Plane } from '../plane/plane.ts';
import type { Region, Size } from '../plane/region.ts';

/** Lengths over which a layer fades to 0, as shares of its side; 0 for no fade. */
export interface Fades {
  /** Towards sides that are inside the picture. */
  readonly inside: number;
  /** Towards the frame: 0 for what the frame itself cuts, a car that goes on beyond the photo. */
  readonly atFrame: number;
}

/**
 * Fades a plane to 0 towards the sides of its region.
 * @param region of the picture that the plane covers
 * @returns a new plane of the same size
 */
export function endSoftly(plane: Plane, region: Region, picture: Size, { inside, atFrame }: Fades): Plane {
  const { widthPx, heightPx } = plane;
  const share = (isInside: boolean) => (isInside ? inside : atFrame);
  const columns = ramp(widthPx, share(region.leftPx > 0), share(region.leftPx + region.widthPx < picture.widthPx));
  const rows = ramp(heightPx, share(region.topPx > 0), share(region.topPx + region.heightPx < picture.heightPx));
  const samples = new Uint8Array(plane.samples.length);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) samples[at] = plane.samples[at] * rows[y] * columns[x] + 0.5;
  }
  return { widthPx, heightPx, samples };
}

/** Weights: 1 inside, falling to 0 with a smooth step over shares of the length at both ends. */
function ramp(length: number, start: number, end: number): Float32Array {
  const step = (distance: number, share: number) => {
    if (share === 0) return 1;
    const t = Math.min(1, distance / Math.max(1, length * share));
    return t * t * (3 - 2 * t);
  };
  return Float32Array.from({ length }, (_, at) => step(at + 0.5, start) * step(length - at - 0.5, end));
}
