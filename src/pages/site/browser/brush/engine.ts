/** Does what the page orders: reads, paints, draws and writes. In a worker, or on the page's own thread where it must. */
import { type Canvas, type Context, contextOf } from '../drawing/canvas.ts';
import { type Dab, dabsBetween } from './dab.ts';
import type { Edit } from './edit.ts';
import type { Order, Report } from './orders.ts';
import { joinedPng, type PngFrame } from './png-file.ts';
import { compressedPixels } from './png-pixels.ts';
import { readTiles } from './read-tiles.ts';
import { paintAgain, type Stroke, StrokeList } from './repaint.ts';
import { TilePictures } from './tile-pictures.ts';
import type { Rect } from './tiles.ts';
import type { View } from './view.ts';

interface Opened {
  readonly edit: Edit;
  readonly strokes: StrokeList;
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
    if (order.kind === 'repaint') return this.#repaint(order.photo, order.cutout, order.strokes);
    const opened = this.#opened;
    if (!opened) return;
    const { edit, pictures, frame, strokes } = opened;
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
        strokes.begin(order.brush, order.dab);
        this.#last = order.dab;
        return this.#paint(opened, [order.dab]);
      case 'stroke':
        strokes.draw(order.dabs);
        return this.#paint(
          opened,
          order.dabs.flatMap((dab) => this.#lineTo(dab)),
        );
      case 'end': {
        const changed = edit.end();
        strokes.end(changed > 0);
        return this.#tell(edit, 'stroke', changed);
      }
      case 'cancel':
        strokes.end(false);
        return this.#show(opened, edit.cancel());
      case 'undo':
      case 'redo':
        if (edit.history[order.kind === 'undo' ? 'canUndo' : 'canRedo']) strokes[order.kind]();
        this.#show(opened, order.kind === 'undo' ? edit.undo() : edit.redo());
        return this.#tell(edit, order.kind, 0);
      case 'save': {
        edit.end();
        const file = edit.history.isChanged ? await fileOf(edit, frame) : null;
        return this.#report({ kind: 'saved', file, strokes: strokes.strokes });
      }
    }
  }

  async #open(canvas: Canvas, photo: Blob, cutout: Blob): Promise<void> {
    const { edit, frame } = await readTiles(photo, cutout);
    const pictures = new TilePictures(edit);
    this.#opened = { edit, strokes: new StrokeList(), frame, pictures, canvas, context: contextOf(canvas) };
    this.#report({ kind: 'opened', widthPx: frame.widthPx, heightPx: frame.heightPx });
  }

  async #repaint(photo: Blob, cutout: Blob, strokes: readonly Stroke[]): Promise<void> {
    const { edit, frame } = await readTiles(photo, cutout);
    paintAgain(edit, strokes);
    this.#report({ kind: 'saved', file: await fileOf(edit, frame), strokes });
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

async function fileOf(edit: Edit, frame: PngFrame): Promise<Blob> {
  const rows = await compressedPixels(frame.widthPx, frame.heightPx, (y, into) => edit.writeRow(y, into));
  return joinedPng(frame, rows);
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
