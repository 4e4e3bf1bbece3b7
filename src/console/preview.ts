/**
 * Small pictures of large files. Size comes from the header, decoding and scaling happen off the page's thread, and
 * the full-size bitmap is never kept.
 */

/** Sharp on a dense display at the width a stage has. */
const longestSidePx = 1400;

export interface Preview {
  readonly canvas: HTMLCanvasElement;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A canvas with the picture scaled down; null when this browser cannot show the format, as with HEIC or TIFF. */
export async function preview(file: Blob, label: string): Promise<Preview | null> {
  try {
    const { widthPx, heightPx } = await sizeOf(file);
    const scale = Math.min(1, longestSidePx / Math.max(widthPx, heightPx));
    const bitmap = await createImageBitmap(file, {
      resizeWidth: Math.max(1, Math.round(widthPx * scale)),
      resizeHeight: Math.max(1, Math.round(heightPx * scale)),
      resizeQuality: 'medium',
    });
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    // Hands the pixels over without another copy.
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', label);
    return { canvas, widthPx, heightPx };
  } catch {
    return null;
  }
}

/** Upright size from the header; browsers decode the pixels of an image only when it is painted. */
function sizeOf(file: Blob): Promise<{ widthPx: number; heightPx: number }> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  return new Promise<{ widthPx: number; heightPx: number }>((resolve, reject) => {
    image.onload = () => resolve({ widthPx: image.naturalWidth, heightPx: image.naturalHeight });
    image.onerror = () => reject(new Error('This browser cannot show the format'));
    image.src = url;
  }).finally(() => URL.revokeObjectURL(url));
}
