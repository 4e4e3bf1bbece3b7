/** Where a car is: boxes of the picture, and the same in pixels of a plane. */
import { subjectFrom } from '../plane/alpha.ts';
import type { Layer } from '../plane/layer.ts';
import type { Box, Size } from '../plane/region.ts';

/** A rectangle in pixels of a plane, from its left and top edge; may reach beyond the plane. */
export interface PlaneBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A box of the picture in pixels of a layer's plane. */
export function boxOnPlane({ left, top, right, bottom }: Box, picture: Size, { plane, region }: Layer): PlaneBox {
  const across = plane.widthPx / region.widthPx;
  const down = plane.heightPx / region.heightPx;
  return {
    left: (left * picture.widthPx - region.leftPx) * across,
    right: (right * picture.widthPx - region.leftPx) * across,
    top: (top * picture.heightPx - region.topPx) * down,
    bottom: (bottom * picture.heightPx - region.topPx) * down,
  };
}

/**
 * The box that a body takes of its picture: tighter and truer than the detector's.
 * @param body a layer of alpha that has a subject
 */
export function boxOfBody({ plane, region }: Layer, picture: Size): Box {
  const { widthPx, heightPx, samples } = plane;
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      if (samples[at] < subjectFrom) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  const across = (x: number) => (region.leftPx + (x * region.widthPx) / widthPx) / picture.widthPx;
  const down = (y: number) => (region.topPx + (y * region.heightPx) / heightPx) / picture.heightPx;
  return { left: across(left), right: across(right), top: down(top), bottom: down(bottom) };
}
