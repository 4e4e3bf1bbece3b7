/** A layer of a part of the picture must not end in a straight cut. */
import type { Matte } from '../matte.ts';
import type { Region, Size } from '../region.ts';

/** Width of the fade, as a share of the layer's side. */
const share = 0.06;

/**
 * Lets a layer run out towards the sides of its region.
 * @param alsoAtFrame true for what ends inside the frame (a shadow); false for what the frame itself cuts (a car that
 *   goes on beyond the photo)
 */
export function endSoftly(matte: Matte, region: Region, picture: Size, alsoAtFrame = false): Matte {
  const { widthPx, heightPx } = matte;
  const fades = (inside: boolean) => inside || alsoAtFrame;
  const columns = ramp(widthPx, fades(region.leftPx > 0), fades(region.leftPx + region.widthPx < picture.widthPx));
  const rows = ramp(heightPx, fades(region.topPx > 0), fades(region.topPx + region.heightPx < picture.heightPx));
  const alpha = new Uint8Array(matte.alpha.length);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) alpha[at] = matte.alpha[at] * rows[y] * columns[x] + 0.5;
  }
  return { widthPx, heightPx, alpha };
}

/** 1 inside, falling to 0 with a smooth step at the ends that fade. */
function ramp(length: number, atStart: boolean, atEnd: boolean): Float32Array {
  const reach = Math.max(1, length * share);
  const step = (distance: number) => {
    const t = Math.min(1, distance / reach);
    return t * t * (3 - 2 * t);
  };
  return Float32Array.from(
    { length },
    (_, at) => (atStart ? step(at + 0.5) : 1) * (atEnd ? step(length - at - 0.5) : 1),
  );
}
