/** Bicubic upsampling (Keys, "Cubic convolution interpolation for digital image processing", 1981): a comparison only. */

import type { Picture } from '../../../src/pixels/pipeline/picture/picture.ts';
import type { Layer } from '../../../src/pixels/pipeline/plane/layer.ts';
import type { RowWriter } from '../../../src/pixels/pipeline/rows/compose.ts';

/** OpenCV's; Keys himself preferred -0.5. */
const sharpness = -0.75;

/** The photo's RGB under the bicubic alpha, 0 where alpha is 0. For pictures without alpha and layers over all of them. */
export function bicubicRows(picture: Picture, { plane: matte }: Layer): RowWriter {
  const { widthPx, heightPx } = picture;
  const source = picture.rows();
  const columns = cubicTaps(matte.widthPx, widthPx);
  const lines = cubicTaps(matte.heightPx, heightPx);
  const blended = new Float32Array(matte.widthPx);
  let y = 0;
  return {
    widthPx,
    heightPx,
    channels: 4,
    write(count, into) {
      const colours = source.next(count);
      for (let row = 0, from = 0, to = 0; row < count; row++, y++) {
        blended.fill(0);
        for (let tap = y * 4; tap < y * 4 + 4; tap++) {
          const start = lines.at[tap] * matte.widthPx;
          for (let x = 0; x < matte.widthPx; x++) blended[x] += matte.samples[start + x] * lines.weights[tap];
        }
        for (let x = 0; x < widthPx; x++, from += 3, to += 4) {
          let alpha = 0;
          for (let tap = x * 4; tap < x * 4 + 4; tap++) alpha += blended[columns.at[tap]] * columns.weights[tap];
          into[to + 3] = Math.min(255, Math.max(0, alpha)) + 0.5;
          for (let channel = 0; channel < 3; channel++) {
            into[to + channel] = into[to + 3] === 0 ? 0 : colours[from + channel];
          }
        }
      }
    },
  };
}

/** Four input samples of each output sample, half-pixel centres, the border's value going on beyond it. */
function cubicTaps(input: number, output: number): { at: Int32Array; weights: Float32Array } {
  const at = new Int32Array(output * 4);
  const weights = new Float32Array(output * 4);
  for (let x = 0; x < output; x++) {
    const position = ((x + 0.5) * input) / output - 0.5;
    const first = Math.floor(position) - 1;
    for (let tap = 0; tap < 4; tap++) {
      at[x * 4 + tap] = Math.min(input - 1, Math.max(0, first + tap));
      weights[x * 4 + tap] = cubic(Math.abs(position - first - tap));
    }
  }
  return { at, weights };
}

function cubic(distance: number): number {
  if (distance <= 1) return (sharpness + 2) * distance ** 3 - (sharpness + 3) * distance ** 2 + 1;
  if (distance < 2) return sharpness * (distance ** 3 - 5 * distance ** 2 + 8 * distance - 4);
  return 0;
}
