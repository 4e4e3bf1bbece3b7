/**
 * Crops, turns and mirrors in the order in which HEIF lists them (ISO/IEC 23008-12 section 6.5), folded into one crop
 * of the stored picture and one orientation.
 */
import type { Orientation } from '../../pixels/pipeline/picture/header.ts';

/** One property of a HEIF item that moves pixels: `irot`, `imir` or `clap`. */
export type Transformation =
  | { readonly kind: 'turn'; readonly quartersAntiClockwise: number }
  | { readonly kind: 'mirror'; readonly axis: 'left-right' | 'top-bottom' }
  /** Pixels cropped from each side of the picture, as it is turned by then. */
  | {
      readonly kind: 'crop';
      readonly left: number;
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
    };

/** Part of the stored picture, in its pixels. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A left-right mirror, if any, then quarter turns clockwise: every orientation is one of these. */
interface Turning {
  readonly mirrored: boolean;
  readonly quarters: number;
}

/** EXIF tag 274 by quarter turns clockwise, plain and mirrored first. */
const plain: readonly Orientation[] = [1, 6, 3, 8];
const mirrored: readonly Orientation[] = [2, 7, 4, 5];

/**
 * Folds transformations into one crop and one orientation after it.
 * @param widthPx of the stored picture
 * @param heightPx of the stored picture
 * @param transformations in the order of application, `crop` by the size that the picture then has
 * @returns the crop in pixels of the stored picture, and the EXIF orientation of what is left
 */
export function foldTransformations(
  widthPx: number,
  heightPx: number,
  transformations: readonly Transformation[],
): { crop: Crop; orientation: Orientation } {
  let turning: Turning = { mirrored: false, quarters: 0 };
  let crop: Crop = { left: 0, top: 0, widthPx, heightPx };
  for (const step of transformations) {
    if (step.kind === 'turn')
      turning = { ...turning, quarters: (turning.quarters + 4 - step.quartersAntiClockwise) % 4 };
    else if (step.kind === 'crop') crop = cropStored(crop, turning, [step.top, step.right, step.bottom, step.left]);
    // Turning and then mirroring is mirroring and then turning the other way; top-bottom is left-right and a half turn.
    else
      turning = {
        mirrored: !turning.mirrored,
        quarters: (4 - turning.quarters + (step.axis === 'left-right' ? 0 : 2)) % 4,
      };
  }
  return { crop, orientation: (turning.mirrored ? mirrored : plain)[turning.quarters] };
}

/** @param borders top, right, bottom and left as the picture is turned now */
function cropStored(crop: Crop, { mirrored, quarters }: Turning, borders: readonly number[]): Crop {
  // A stored side is `quarters` further clockwise now; a mirror first exchanged left and right.
  const [top, right, bottom, left] = [0, 1, 2, 3].map((side) => {
    const beforeTurn = mirrored && side % 2 === 1 ? 4 - side : side;
    return borders[(beforeTurn + quarters) % 4];
  });
  return {
    left: crop.left + left,
    top: crop.top + top,
    widthPx: crop.widthPx - left - right,
    heightPx: crop.heightPx - top - bottom,
  };
}
