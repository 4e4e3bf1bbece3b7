/** The brush: a cutout is restored and erased by hand. Loaded when it is used; the page imports it by its address. */
import { type Connection, connect, repainted } from './brush/connection.ts';
import { chosenTool, makeDialog, type Parts } from './brush/dialog.ts';
import { takeKeys } from './brush/keyboard.ts';
import type { Report } from './brush/orders.ts';
import { takePointers } from './brush/pointer.ts';
import type { Stroke } from './brush/repaint.ts';
import { Stage } from './brush/stage.ts';
import { Strokes } from './brush/strokes.ts';

/** What is edited: both of the same size. */
export interface BrushPictures {
  /** In a format that this browser reads. */
  readonly photo: Blob;
  /** An 8-bit RGBA PNG. */
  readonly cutout: Blob;
}

/** What was done. */
export interface Brushed {
  /** The edited cutout as PNG, equal to the given one but for the strokes. */
  readonly file: Blob;
  /** In the order in which they were drawn. */
  readonly strokes: readonly Stroke[];
}

/**
 * Paints strokes of earlier visits over another cutout of the photo.
 * @returns the cutout as PNG
 * @throws Error where this browser cannot
 */
export function paintStrokes({ photo, cutout }: BrushPictures, strokes: readonly Stroke[]): Promise<Blob> {
  return repainted({ photo, cutout }, strokes);
}

/**
 * Opens the brush over the page.
 * @returns null where nothing was changed
 */
export async function openBrush(pictures: BrushPictures): Promise<Brushed | null> {
  await styleLoaded();
  const parts = makeDialog();
  document.body.append(parts.dialog);
  parts.dialog.showModal();
  try {
    return await edited(parts, pictures);
  } finally {
    parts.dialog.close();
    parts.dialog.remove();
  }
}

/** Until the dialog is left. */
function edited(parts: Parts, pictures: BrushPictures): Promise<Brushed | null> {
  return new Promise((resolve) => {
    let stage: Stage | null = null;
    const leave = (brushed: Brushed | null) => {
      stage?.close();
      connection.close();
      resolve(brushed);
    };
    const connection = connect(parts.canvas, pictures, (report) => {
      if (report.kind === 'opened') stage = begin(parts, connection, report);
      else if (report.kind === 'saved') leave(report.file && { file: report.file, strokes: report.strokes });
      else show(parts, report);
    });
    /** Strokes are not lost by one key or one gesture. */
    const holdBack = (event: Event) => {
      event.preventDefault();
      parts.status.textContent = 'Done keeps your strokes, Cancel drops them.';
      parts.cancel.focus();
    };
    parts.cancel.addEventListener('click', () => leave(null));
    parts.done.addEventListener('click', () => {
      busy(parts, 'Saving …');
      // The engine may still paint, so it alone knows whether anything is changed.
      connection.order({ kind: 'save' });
    });
    parts.dialog.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !parts.undo.disabled) holdBack(event);
    });
    parts.dialog.addEventListener('cancel', (event) => {
      if (parts.undo.disabled || !event.cancelable) leave(null);
      else holdBack(event);
    });
  });
}

/** Brings the dialog to life once both pictures are read. */
function begin(parts: Parts, connection: Connection, sides: { widthPx: number; heightPx: number }): Stage {
  const stage = new Stage(parts, connection, sides);
  const strokes = new Strokes(parts, connection);
  takePointers(parts.stage, stage, strokes);
  takeKeys(parts, stage, strokes);
  parts.undo.addEventListener('click', () => connection.order({ kind: 'undo' }));
  parts.redo.addEventListener('click', () => connection.order({ kind: 'redo' }));
  parts.photo.addEventListener('change', () => connection.order({ kind: 'show-photo', isShown: parts.photo.checked }));
  parts.in.addEventListener('click', () => stage.zoomStep(true));
  parts.out.addEventListener('click', () => stage.zoomStep(false));
  parts.fit.addEventListener('click', () => stage.fit());
  parts.busy.hidden = true;
  parts.done.disabled = false;
  parts.stage.focus();
  return stage;
}

function show(parts: Parts, report: Extract<Report, { kind: 'edited' | 'failed' }>): void {
  if (report.kind === 'failed') {
    busy(parts, `${report.text}.`);
    return;
  }
  parts.undo.disabled = !report.canUndo;
  parts.redo.disabled = !report.canRedo;
  parts.status.textContent = textOf(parts, report);
}

function textOf(parts: Parts, { by, changed }: Extract<Report, { kind: 'edited' }>): string {
  if (by !== 'stroke') return by === 'undo' ? 'Undone.' : 'Done again.';
  if (changed === 0) return 'Nothing changed here.';
  const pixels = `${changed.toLocaleString('en-GB')} ${changed === 1 ? 'pixel' : 'pixels'}`;
  return chosenTool(parts) === 'erase' ? `Erased ${pixels}.` : `Restored ${pixels}.`;
}

/** Nothing but Cancel can be done. */
function busy(parts: Parts, text: string): void {
  parts.busy.textContent = text;
  parts.busy.hidden = false;
  parts.done.disabled = true;
  parts.tools.inert = true;
}

function styleLoaded(): Promise<void> {
  const href = new URL('../styles/brush.css', import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('The brush could not be loaded'));
    });
  });
}
