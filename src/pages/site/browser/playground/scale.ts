/** Small copies of photos, made here before anything is sent: the trial takes no others. */
import { blobOf, canvasOf } from '../drawing/canvas.ts';

const quality = 0.92;
/** Formats that hold graphics as often as photos: they stay without loss. */
const lossless = /^image\/(png|gif|bmp|svg)/;

/**
 * The size of a picture within a number of pixels, in the same shape.
 * @returns whole sides of at least one pixel
 */
export function sizeWithin(widthPx: number, heightPx: number, maxPixels: number): readonly [number, number] {
  const scale = Math.min(1, Math.sqrt(maxPixels / (widthPx * heightPx)));
  if (scale === 1) return [widthPx, heightPx];
  return [widthPx, heightPx].map((side) => Math.max(1, Math.floor(side * scale))) as [number, number];
}

/**
 * A copy of at most so many pixels; the photo itself where it is small enough.
 * @throws Error where this browser cannot read the format
 */
export async function scaledTo(photo: File, maxPixels: number): Promise<File> {
  const whole = await createImageBitmap(photo);
  try {
    const [width, height] = sizeWithin(whole.width, whole.height, maxPixels);
    if (width === whole.width && height === whole.height) return photo;
    const small = await createImageBitmap(whole, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
    const { canvas, context } = canvasOf(width, height);
    context.drawImage(small, 0, 0);
    small.close();
    const isLossless = lossless.test(photo.type);
    const blob = await blobOf(canvas, isLossless ? 'image/png' : 'image/jpeg', quality);
    const stem = photo.name.replace(/\.[^./\\]*$/, '') || 'photo';
    return new File([blob], `${stem}.${isLossless ? 'png' : 'jpg'}`, { type: blob.type });
  } finally {
    whole.close();
  }
}
