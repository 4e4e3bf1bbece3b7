/** Pictures made here of the pixels that were answered: mattes, shadows, and layers as one. */
import { blobOf, canvasOf } from '../drawing/canvas.ts';

/** The alpha of a picture as a grey one: white is kept. */
export function matteOf(cutout: Blob): Promise<Blob> {
  return repainted(cutout, (pixels) => {
    for (let at = 0; at < pixels.length; at += 4) {
      pixels.fill(pixels[at + 3], at, at + 3);
      pixels[at + 3] = 255;
    }
  });
}

/** A grey shadow as black whose alpha is how dark it is. */
export function shadeOf(shadow: Blob): Promise<Blob> {
  return repainted(shadow, (pixels) => {
    for (let at = 0; at < pixels.length; at += 4) {
      pixels[at + 3] = pixels[at];
      pixels.fill(0, at, at + 3);
    }
  });
}

async function repainted(picture: Blob, paint: (pixels: Uint8ClampedArray) => void): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  const { canvas, context } = canvasOf(bitmap.width, bitmap.height);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  paint(image.data);
  context.putImageData(image, 0, 0);
  return blobOf(canvas, 'image/png');
}

/** A picture of several, and how much of it is seen: 0 to 1. */
export interface PictureLayer {
  readonly picture: Blob;
  readonly opacity: number;
}

/** One PNG of all layers, from the bottom to the top. */
export async function composed(layers: readonly PictureLayer[]): Promise<Blob> {
  const bitmaps = await Promise.all(layers.map(({ picture }) => createImageBitmap(picture)));
  const [{ width, height }] = bitmaps;
  const { canvas, context } = canvasOf(width, height);
  for (const [index, bitmap] of bitmaps.entries()) {
    context.globalAlpha = layers[index].opacity;
    context.drawImage(bitmap, 0, 0);
    bitmap.close();
  }
  return blobOf(canvas, 'image/png');
}

/** The name under which a result is saved: `photo.jpg` becomes `photo-cutout.png`. */
export function resultName(photoName: string, what: string, ending: string): string {
  const stem = photoName.replace(/\.[^./\\]*$/, '') || 'photo';
  return `${stem}-${what}.${ending}`;
}

/** Safari begins a download some time after the click that asks for it. */
const downloadStartsWithinMs = 10_000;

/** Has the browser save a file. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), downloadStartsWithinMs);
}
