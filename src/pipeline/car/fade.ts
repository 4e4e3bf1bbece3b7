/** A layer of a part of the picture must not end in a straight cut. */
import type { Matte } from '../matte.ts';
import type { Region, Size } from '../region.ts';

/** Over which share of the layer's side it runs out; 0 where it goes on to its end. */
export interface Fades {
  /** Towards sides that lie inside the picture. */
  readonly inside: number;
  /** Towards the frame: 0 for what the frame itself cuts, a car that goes on beyond the photo. */
  readonly atFrame: number;
}

/** Lets a layer run out towards the sides of its region. */
export function endSoftly(matte: Matte, region: Region, picture: Size, { inside, atFrame }: Fades): Matte {
  const { widthPx, heightPx } = matte;
  const share = (isInside: boolean) => (isInside ? inside : atFrame);
  const columns = ramp(widthPx, share(region.leftPx > 0), share(region.leftPx + region.widthPx < picture.widthPx));
  const rows = ramp(heightPx, share(region.topPx > 0), share(region.topPx + region.heightPx < picture.heightPx));
  const alpha = new Uint8Array(matte.alpha.length);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) alpha[at] = matte.alpha[at] * rows[y] * columns[x] + 0.5;
  }
  return { widthPx, heightPx, alpha };
}

/** 1 inside, falling to 0 with a smooth step over shares of the length at both ends. */
function ramp(length: number, start: number, end: number): Float32Array {
  const step = (distance: number, share: number) => {
    if (share === 0) return 1;
    const t = Math.min(1, distance / Math.max(1, length * share));
    return t * t * (3 - 2 * t);
  };
  return Float32Array.from({ length }, (_, at) => step(at + 0.5, start) * step(length - at - 0.5, end));
}
