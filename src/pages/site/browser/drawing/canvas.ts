/** Canvases, on the page or in a worker, and their files. */

/** In a worker there are no elements. */
export type Canvas = HTMLCanvasElement | OffscreenCanvas;
export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A canvas and how it is drawn upon. */
export interface CanvasAndContext {
  readonly canvas: Canvas;
  readonly context: Context;
}

/** On larger ones phones draw nothing, and do not say so. */
const surePixels = 16_000_000;

/** An empty canvas. @throws Error where it is larger than this browser can hold */
export function canvasOf(
  widthPx: number,
  heightPx: number,
  settings?: CanvasRenderingContext2DSettings,
): CanvasAndContext {
  const canvas =
    typeof document === 'undefined' ? new OffscreenCanvas(widthPx, heightPx) : elementOf(widthPx, heightPx);
  const context = contextOf(canvas, settings);
  if (widthPx * heightPx > surePixels && !keepsPixels(context)) throw noRoom();
  return { canvas, context };
}

/** What both kinds of canvas have in common. */
interface Drawable {
  getContext(kind: '2d', settings?: CanvasRenderingContext2DSettings): Context | null;
}

/** The context to draw with. @throws Error where the browser has no room for it */
export function contextOf(canvas: Drawable, settings?: CanvasRenderingContext2DSettings): Context {
  const context = canvas.getContext('2d', settings);
  if (!context) throw noRoom();
  return context;
}

/**
 * The file of a canvas.
 * @param type of media
 * @param quality 0 to 1, where the format loses something
 * @throws Error where this browser cannot write the format, or a picture of that size
 */
export async function blobOf(canvas: Canvas, type: string, quality?: number): Promise<Blob> {
  const blob =
    'convertToBlob' in canvas
      ? await canvas.convertToBlob({ type, quality })
      : await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (blob?.type !== type) throw new Error('This browser cannot write that format');
  return blob;
}

function elementOf(widthPx: number, heightPx: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = heightPx;
  return canvas;
}

/** Whether what is drawn is there. */
function keepsPixels(context: Context): boolean {
  const { width, height } = context.canvas;
  const last = [width - 1, height - 1, 1, 1] as const;
  context.fillRect(...last);
  const { data } = context.getImageData(...last);
  context.clearRect(...last);
  return data[3] === 255;
}

function noRoom(): Error {
  return new Error('This browser cannot draw pictures of that size');
}
