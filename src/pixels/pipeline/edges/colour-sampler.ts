/** The subject's own colours along its soft edge, read at the size of the picture. */
import { bytes, layOut } from '../../kernels/memory.ts';
import { sourcePosition } from '../plane/taps.ts';
import type { EstimatedColours } from './colours.ts';

/**
 * Removes the old background from soft pixels. Such a pixel should be the mix of both estimates. The difference is divided
 * between the two by least squares, so the subject keeps texture that the estimate is too smooth for.
 * Where the estimates are unknown, the photo's own colours stay. The sums are those of `cleanRow` of the kernels.
 */
export class EdgeColourSampler {
  readonly #colours: EstimatedColours;

  constructor(colours: EstimatedColours) {
    this.#colours = colours;
  }

  /**
   * Changes the colours of the region's soft pixels in row `y` of the picture. Pixels that the photo itself has half
   * transparent keep theirs.
   * @param rgba the row as it will go out: the photo's colours and the final alpha
   * @param pixels the row of the photo, `channels` samples to a pixel
   */
  clean(y: number, rgba: Uint8Array, pixels: Uint8Array, channels: number): void {
    const { region, widthPx, heightPx, foreground, background, known } = this.#colours;
    const inside = y - region.topPx;
    if (inside < 0 || inside >= region.heightPx) return;
    const soft = softSpan(rgba, region.leftPx, region.leftPx + region.widthPx);
    if (soft === null) return;
    const [from, to] = soft;
    const position = sourcePosition(inside, region.heightPx, heightPx);
    const upper = Math.floor(position);
    const down = position - upper;
    const lower = Math.min(upper + 1, heightPx - 1);
    const { kernels, arrays } = layOut({
      row: bytes((to - from) * 4),
      photo: bytes(channels === 4 ? (to - from) * 4 : 0),
      front: bytes(widthPx * 6),
      back: bytes(widthPx * 6),
      known: bytes(widthPx),
    });
    const { row, photo, front, back } = arrays;
    row.set(rgba.subarray(from * 4, to * 4));
    // With four channels, the photo's row has the layout of `rgba`.
    photo.set(pixels.subarray(from * 4, from * 4 + photo.length));
    for (const [line, at] of [upper, lower].entries()) {
      front.set(foreground.subarray(at * widthPx * 3, (at + 1) * widthPx * 3), line * widthPx * 3);
      back.set(background.subarray(at * widthPx * 3, (at + 1) * widthPx * 3), line * widthPx * 3);
    }
    const nearestRow = down < 0.5 ? upper : lower;
    arrays.known.set(known.subarray(nearestRow * widthPx, (nearestRow + 1) * widthPx));
    kernels.cleanRow(
      ...[row.byteOffset, channels === 4 ? photo.byteOffset : 0, to - from, from - region.leftPx, region.widthPx, down],
      ...[front.byteOffset, back.byteOffset, arrays.known.byteOffset, widthPx],
    );
    rgba.set(row, from * 4);
  }
}

/** From the first soft pixel to behind the last one of a part of a row; null where there is none. */
function softSpan(rgba: Uint8Array, left: number, right: number): [from: number, to: number] | null {
  const isSoft = (at: number) => ((rgba[at * 4 + 3] + 1) & 255) > 1;
  let from = left;
  while (from < right && !isSoft(from)) from++;
  if (from === right) return null;
  let to = right;
  while (!isSoft(to - 1)) to--;
  return [from, to];
}
