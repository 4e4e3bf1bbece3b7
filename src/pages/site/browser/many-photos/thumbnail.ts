/** Small copies of pictures, for the page and for what the browser remembers. */
import { blobOf, canvasOf } from '../drawing/canvas.ts';

/** Shown at half of it, for screens with two pixels where others have one. */
const longestSidePx = 320;

/** A copy of at most 320 pixels wide and high; null where this browser cannot read the format. */
export async function thumbnailOf(picture: Blob): Promise<Blob | null> {
  try {
    const whole = await createImageBitmap(picture);
    const scale = Math.min(1, longestSidePx / Math.max(whole.width, whole.height));
    const [width, height] = [whole.width, whole.height].map((side) => Math.max(1, Math.round(side * scale)));
    const { canvas, context } = canvasOf(width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(whole, 0, 0, width, height);
    whole.close();
    return await blobOf(canvas, 'image/png');
  } catch {
    return null;
  }
}
