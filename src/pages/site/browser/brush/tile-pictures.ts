/**
 * What is seen of an edit: each tile as a small canvas, reduced where the picture is shown small, and made anew where a
 * stroke changed it. No canvas is larger than the screen.
 */
import { type CanvasAndContext, type Context, canvasOf } from '../drawing/canvas.ts';
import { writePixel } from './colours.ts';
import type { Edit } from './edit.ts';
import { common, type PictureTile, type Rect } from './tiles.ts';
import type { View } from './view.ts';

/** The photo behind what is removed, so that one sees what can be restored: its opacity. */
const photoOpacity = 0.3;
const mostReduction = 8;
/** From here on single pixels are shown as squares. */
const squaresFromScale = 3;
/** Canvases of tiles that are out of sight are dropped above this number. */
const mostPictures = 160;

/** Draws an edit. */
export class TilePictures {
  /** Whether the photo is seen faintly where it was removed. */
  isPhotoShown = true;
  readonly #edit: Edit;
  #reduction = 0;
  readonly #pictures = new Map<number, CanvasAndContext>();

  constructor(edit: Edit) {
    this.#edit = edit;
  }

  /** Draws what is seen. */
  draw(context: Context, view: View): void {
    const reduction = reductionOf(view.scale);
    if (reduction !== this.#reduction) this.#pictures.clear();
    this.#reduction = reduction;
    context.clearRect(0, 0, view.widthPx, view.heightPx);
    context.imageSmoothingEnabled = view.scale < squaresFromScale;
    const seen = this.#edit.grid.touched(seenIn(view));
    if (this.#pictures.size > mostPictures) this.#dropAllBut(seen);
    for (const tile of seen) {
      // On whole pixels of the screen, so that no seam is seen between tiles.
      const [left, right] = [tile.left, tile.right].map((x) => Math.round(x * view.scale + view.left));
      const [top, bottom] = [tile.top, tile.bottom].map((y) => Math.round(y * view.scale + view.top));
      const { canvas } = this.#pictureOf(tile);
      const [wide, high] = [tile.widthPx / reduction, tile.heightPx / reduction];
      context.drawImage(canvas, 0, 0, wide, high, left, top, right - left, bottom - top);
    }
  }

  /** Makes anew what was drawn of a rectangle of the picture. */
  changed(rect: Rect): void {
    for (const tile of this.#edit.grid.touched(rect)) {
      const picture = this.#pictures.get(tile.index);
      const within = common(tile, rect);
      if (picture && within) this.#paint(picture, tile, within);
    }
  }

  /** Makes everything anew. */
  changedAll(): void {
    this.#pictures.clear();
  }

  #dropAllBut(seen: readonly PictureTile[]): void {
    const kept = new Set(seen.map(({ index }) => index));
    for (const index of [...this.#pictures.keys()]) if (!kept.has(index)) this.#pictures.delete(index);
  }

  #pictureOf(tile: PictureTile): CanvasAndContext {
    const known = this.#pictures.get(tile.index);
    if (known) return known;
    const reduction = this.#reduction;
    const made = canvasOf(Math.ceil(tile.widthPx / reduction), Math.ceil(tile.heightPx / reduction));
    this.#pictures.set(tile.index, made);
    this.#paint(made, tile, tile);
    return made;
  }

  /** Draws a part of a tile, widened to whole pixels of its canvas. */
  #paint({ context }: CanvasAndContext, tile: PictureTile, part: Rect): void {
    const reduction = this.#reduction;
    const left = Math.floor((part.left - tile.left) / reduction);
    const top = Math.floor((part.top - tile.top) / reduction);
    const width = Math.ceil((part.right - tile.left) / reduction) - left;
    const height = Math.ceil((part.bottom - tile.top) / reduction) - top;
    const image = context.createImageData(width, height);
    for (let y = 0, to = 0; y < height; y++) {
      for (let x = 0; x < width; x++, to += 4) this.#reduce(tile, left + x, top + y, image.data, to);
    }
    context.putImageData(image, left, top);
  }

  /** A pixel of a tile's canvas: the mean of at most four pixels of the picture. */
  #reduce(tile: PictureTile, x: number, y: number, into: Uint8ClampedArray, to: number): void {
    const { photo, cutout, alpha } = this.#edit.pixelsOf(tile);
    const reduction = this.#reduction;
    const taps = tapsOf[reduction];
    let [red, green, blue, sum, count] = [0, 0, 0, 0, 0];
    for (const down of taps) {
      const row = Math.min(tile.heightPx - 1, y * reduction + down);
      for (const across of taps) {
        const pixel = row * tile.widthPx + Math.min(tile.widthPx - 1, x * reduction + across);
        const at = pixel * 4;
        writePixel(cutout, photo, at, alpha[pixel], scratch, 0);
        const own = scratch[3];
        const behind = this.isPhotoShown ? ((255 - own) * photo[at + 3] * photoOpacity) / 255 : 0;
        red += scratch[0] * own + photo[at] * behind;
        green += scratch[1] * own + photo[at + 1] * behind;
        blue += scratch[2] * own + photo[at + 2] * behind;
        sum += own + behind;
        count++;
      }
    }
    into[to + 3] = Math.round(sum / count);
    if (sum === 0) return;
    into[to] = red / sum;
    into[to + 1] = green / sum;
    into[to + 2] = blue / sum;
  }
}

const scratch = new Uint8ClampedArray(4);

/** For each reduction, which pixels of a row stand for all of them. */
const tapsOf: Readonly<Record<number, readonly number[]>> = { 1: [0], 2: [0, 1], 4: [1, 2], 8: [2, 5] };

/** By how much tiles may be reduced without being blown up again: a power of two. */
function reductionOf(scale: number): number {
  const wanted = scale >= 1 ? 1 : 2 ** Math.floor(Math.log2(1 / scale));
  return Math.min(mostReduction, wanted);
}

function seenIn({ widthPx, heightPx, scale, left, top }: View): Rect {
  const [x, y] = [-left / scale, -top / scale];
  return { left: x, top: y, right: x + widthPx / scale, bottom: y + heightPx / scale };
}
