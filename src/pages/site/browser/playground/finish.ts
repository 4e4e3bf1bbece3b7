/** A finished picture made in this browser of a cutout that is there, on the page or in a worker. Loaded when it is first used. */
import type { OutputFormat, PictureOutput } from '../../../../contract/output/output.ts';
import type { Framing } from '../../../../pixels/pipeline/output/framing.ts';
import { blobOf, canvasOf } from '../drawing/canvas.ts';
import { finishPixels, type Pixels } from './finish-pixels.ts';

/** A file, in sRGB, and which part of the photo it shows. */
export interface FileMadeHere {
  readonly file: Blob;
  readonly framing: Framing;
}

/** What is to be made: values alone, for a worker may do it. */
export interface FinishOrder {
  /** Of the whole photo, or its matte. */
  readonly cutout: Blob;
  /** Whether it is the matte: then what is made is grey. */
  readonly isMatte: boolean;
  readonly output: PictureOutput;
  /** The picture under it, where the output wants one. */
  readonly background: Blob | null;
}

/** What a browser can write. */
const types: Readonly<Partial<Record<OutputFormat, string>>> = {
  png: 'image/png',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
};

/**
 * Makes the file that the output describes.
 * @throws Error where this browser cannot read a picture, hold one of that size, or write the format
 */
export async function finishedPicture({ cutout, isMatte, output, background }: FinishOrder): Promise<FileMadeHere> {
  const type = types[output.format];
  if (!type) throw new Error('This browser cannot write that format');
  const source = await pixelsOf(cutout);
  if (isMatte) moveGreyToAlpha(source);
  const { pixels, framing } = finishPixels(source, output, background && (await pixelsOf(background)));
  if (isMatte) showAlpha(pixels);
  const { canvas, context } = canvasOf(pixels.widthPx, pixels.heightPx);
  context.putImageData(new ImageData(pixels.samples, pixels.widthPx, pixels.heightPx), 0, 0);
  return { file: await blobOf(canvas, type, output.quality / 100), framing };
}

/** Pixels of a file in sRGB. */
async function pixelsOf(file: Blob): Promise<Pixels> {
  const bitmap = await createImageBitmap(file);
  const { width: widthPx, height: heightPx } = bitmap;
  const { context } = canvasOf(widthPx, heightPx);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  return { widthPx, heightPx, samples: data };
}

/** A matte is framed by what it keeps. */
function moveGreyToAlpha({ samples }: Pixels): void {
  for (let at = 0; at < samples.length; at += 4) samples[at + 3] = samples[at];
}

function showAlpha({ samples }: Pixels): void {
  for (let at = 0; at < samples.length; at += 4) {
    samples.fill(samples[at + 3], at, at + 3);
    samples[at + 3] = 255;
  }
}
