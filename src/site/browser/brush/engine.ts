/** Does what the page orders: reads, paints, draws and writes. In a worker, or on the page's own thread where it must. */
import { type Canvas, type Context, contextOf } from '../drawing/canvas.ts';
import { type Dab, dabsBetween } from './dab.ts';
import type { Edit } from './edit.ts';
import type { Order, Report } from './orders.ts';
import { joinedPng, type PngFrame } from './png-file.ts';
import { compressedPixels } from './png-pixels.ts';
import { readTiles } from './read-tiles.ts';
import { TilePictures } from './tile-pictures.ts';
import type { Rect } from './tiles.ts';
import type { View } from './view.ts';

interface Opened {
  readonly edit: Edit;
  readonly frame: PngFrame;
  readonly pictures: TilePictures;
  readonly canvas: Canvas;
  readonly context: Context;
}

/** One edit at a time. */
export class Engine {
  readonly #report: (report: Report) => void;
  #turn: Promise<void> = Promise.resolve();
  #opened: Opened | null = null;
  #view: View | null = null;
  /** The last dab of the stroke that is being drawn. */
  #last: Dab | null = null;
  #isDrawingDue = false;

  constructor(report: (report: Report) => void) {
    this.#report = report;
  }

  /** Does it once all that was ordered before is done. */
  take(order: Order): void {
    this.#turn = this.#turn
      .then(() => this.#do(order))
      .catch((cause) => {
        this.#report({ kind: 'failed', text: cause instanceof Error ? cause.message : String(cause) });
      });
  }

  async #do(order: Order): Promise<void> {
    if (order.kind === 'open') return this.#open(order.canvas, order.photo, order.cutout);
    const opened = this.#opened;
    if (!opened) return;
    const { edit, pictures, frame } = opened;
    switch (order.kind) {
      case 'view':
        this.#view = order.view;
        return this.#drawSoon();
      case 'show-photo':
        pictures.isPhotoShown = order.isShown;
        pictures.changedAll();
        return this.#drawSoon();
      case 'begin':
        edit.begin(order.brush);
        this.#last = order.dab;
        return this.#paint(opened, [order.dab]);
      case 'stroke':
        return this.#paint(
          opened,
          order.dabs.flatMap((dab) => this.#lineTo(dab)),
        );
      case 'end':
        return this.#tell(edit, 'stroke', edit.end());
      case 'cancel':
        return this.#show(opened, edit.cancel());
      case 'undo':
      case 'redo':
        this.#show(opened, order.kind === 'undo' ? edit.undo() : edit.redo());
        return this.#tell(edit, order.kind, 0);
      case 'save': {
        edit.end();
        if (!edit.history.isChanged) return this.#report({ kind: 'saved', file: null });
        const rows = await compressedPixels(frame.widthPx, frame.heightPx, (y, into) => edit.writeRow(y, into));
        return this.#report({ kind: 'saved', file: joinedPng(frame, rows) });
      }
    }
  }

  async #open(canvas: Canvas, photo: Blob, cutout: Blob): Promise<void> {
    const { edit, frame } = await readTiles(photo, cutout);
    this.#opened = { edit, frame, pictures: new TilePictures(edit), canvas, context: contextOf(canvas) };
    this.#report({ kind: 'opened', widthPx: frame.widthPx, heightPx: frame.heightPx });
  }

  #lineTo(dab: Dab): readonly Dab[] {
    const from = this.#last;
    this.#last = dab;
    return from ? dabsBetween(from, dab) : [dab];
  }

  #paint(opened: Opened, dabs: readonly Dab[]): void {
    this.#show(
      opened,
      dabs.map((dab) => opened.edit.dab(dab)).filter((rect) => rect !== null),
    );
  }

  #show({ pictures }: Opened, rects: readonly Rect[]): void {
    if (rects.length === 0) return;
    for (const rect of joined(rects)) pictures.changed(rect);
    this.#drawSoon();
  }

  #tell({ history: { canUndo, canRedo } }: Edit, by: 'stroke' | 'undo' | 'redo', changed: number): void {
    this.#report({ kind: 'edited', by, changed, canUndo, canRedo });
  }

  /** At most once for each picture of the screen. */
  #drawSoon(): void {
    if (this.#isDrawingDue) return;
    this.#isDrawingDue = true;
    requestAnimationFrame(() => {
      this.#isDrawingDue = false;
      const view = this.#view;
      if (!this.#opened || !view) return;
      const { canvas, context, pictures } = this.#opened;
      if (canvas.width !== view.widthPx) canvas.width = view.widthPx;
      if (canvas.height !== view.heightPx) canvas.height = view.heightPx;
      pictures.draw(context, view);
    });
  }
}

/** One rectangle for those of a short line, which overlap; a few of an undo stay apart. */
function joined(rects: readonly Rect[]): readonly Rect[] {
  const around = {
    left: Math.min(...rects.map(({ left }) => left)),
    top: Math.min(...rects.map(({ top }) => top)),
    right: Math.max(...rects.map(({ right }) => right)),
    bottom: Math.max(...rects.map(({ bottom }) => bottom)),
  };
  const areaOf = ({ left, top, right, bottom }: Rect) => (right - left) * (bottom - top);
  return areaOf(around) <= rects.reduce((sum, rect) => sum + areaOf(rect), 0) ? [around] : rects;
}
