/** Pictures made here of the pixels that were answered: mattes, shadows, and downloads on another background. */

interface Drawing {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
}

/** An empty canvas. @throws Error where it is larger than this browser can hold */
export function canvasOf(width: number, height: number): Drawing {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures of that size');
  return { canvas, context };
}

/** The file of a canvas. @throws Error where this browser cannot write the format, or a picture of that size */
export async function blobOf(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (blob?.type !== type) throw new Error('This browser cannot write that format');
  return blob;
}

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

/** What is behind a cutout: nothing, a colour of CSS, or a picture that covers it. */
export type ShownBackground = { readonly colour: string | null; readonly picture: Blob | null };

/** Layers, from the bottom to the top. */
export interface Composition {
  readonly background: ShownBackground;
  readonly layers: readonly { readonly picture: Blob; readonly opacity: number }[];
}

/** One file of all layers. @param type JPEG has no transparency: where nothing is behind it is white */
export async function composed({ background, layers }: Composition, type: string): Promise<Blob> {
  const bitmaps = await Promise.all(layers.map(({ picture }) => createImageBitmap(picture)));
  const [{ width, height }] = bitmaps;
  const { canvas, context } = canvasOf(width, height);
  const colour = background.colour ?? (type === 'image/jpeg' ? '#ffffff' : null);
  if (colour) {
    context.fillStyle = colour;
    context.fillRect(0, 0, width, height);
  }
  if (background.picture) {
    const behind = await createImageBitmap(background.picture);
    const { left, top, wide, high } = covering(behind, { width, height });
    context.drawImage(behind, left, top, wide, high);
    behind.close();
  }
  for (const [index, bitmap] of bitmaps.entries()) {
    context.globalAlpha = layers[index].opacity;
    context.drawImage(bitmap, 0, 0);
    bitmap.close();
  }
  return blobOf(canvas, type, 0.92);
}

interface Sides {
  readonly width: number;
  readonly height: number;
}

/** Where a picture is that covers a place, centred, as `background-size: cover` has it. */
export function covering(picture: Sides, place: Sides) {
  const scale = Math.max(place.width / picture.width, place.height / picture.height);
  const [wide, high] = [picture.width * scale, picture.height * scale];
  return { left: (place.width - wide) / 2, top: (place.height - high) / 2, wide, high };
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
