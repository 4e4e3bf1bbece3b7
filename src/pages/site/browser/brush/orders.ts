/** What the page and the engine say to each other: values alone, for the engine runs in a worker where there is one. */
import type { Canvas } from '../drawing/canvas.ts';
import type { Dab } from './dab.ts';
import type { Brush } from './edit.ts';
import type { Stroke } from './repaint.ts';
import type { View } from './view.ts';

/** From the page. They are done in turn. */
export type Order =
  | { readonly kind: 'open'; readonly canvas: Canvas; readonly photo: Blob; readonly cutout: Blob }
  /** Strokes over a cutout that nobody looks at, in place of all other orders. */
  | {
      readonly kind: 'repaint';
      readonly photo: Blob;
      readonly cutout: Blob;
      readonly strokes: readonly Stroke[];
    }
  | { readonly kind: 'view'; readonly view: View }
  | { readonly kind: 'show-photo'; readonly isShown: boolean }
  | { readonly kind: 'begin'; readonly brush: Brush; readonly dab: Dab }
  | { readonly kind: 'stroke'; readonly dabs: readonly Dab[] }
  | { readonly kind: 'end' | 'cancel' | 'undo' | 'redo' | 'save' };

/** From the engine. */
export type Report =
  | { readonly kind: 'opened'; readonly widthPx: number; readonly heightPx: number }
  | {
      readonly kind: 'edited';
      readonly by: 'stroke' | 'undo' | 'redo';
      /** Pixels that the stroke changed. */
      readonly changed: number;
      readonly canUndo: boolean;
      readonly canRedo: boolean;
    }
  /** No file where nothing was changed, or all of it was taken back. */
  | { readonly kind: 'saved'; readonly file: Blob | null; readonly strokes: readonly Stroke[] }
  | { readonly kind: 'failed'; readonly text: string };
