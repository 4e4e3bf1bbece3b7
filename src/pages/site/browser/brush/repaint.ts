/** Strokes as they were painted, which can be painted again over another cutout of the same photo. */
import { type Dab, dabsBetween } from './dab.ts';
import type { Brush, Edit } from './edit.ts';

/** One stroke: how it paints, and the places that it was drawn through. */
export interface Stroke {
  readonly brush: Brush;
  /** In pixels of the picture; the first is where it begins. */
  readonly dabs: readonly Dab[];
}

/** Paints strokes, the oldest first. What they change depends on the photo and on the cutout that is there now. */
export function paintAgain(edit: Edit, strokes: readonly Stroke[]): void {
  for (const { brush, dabs } of strokes) {
    edit.begin(brush);
    for (const [index, dab] of dabs.entries()) {
      for (const each of index === 0 ? [dab] : dabsBetween(dabs[index - 1], dab)) edit.dab(each);
    }
    edit.end();
  }
}

/** The strokes of one edit while they are drawn, taken back and done again: those that changed something. */
export class StrokeList {
  #drawn: { readonly brush: Brush; readonly dabs: Dab[] } | null = null;
  #done: Stroke[] = [];
  #undone: Stroke[] = [];

  /** Those that are done, oldest first. */
  get strokes(): readonly Stroke[] {
    return this.#done;
  }

  begin(brush: Brush, dab: Dab): void {
    this.#drawn = { brush, dabs: [dab] };
  }

  draw(dabs: readonly Dab[]): void {
    this.#drawn?.dabs.push(...dabs);
  }

  /** Ends the stroke. @param isKept whether it changed something and was not given up */
  end(isKept: boolean): void {
    if (this.#drawn && isKept) {
      this.#done.push(this.#drawn);
      this.#undone = [];
    }
    this.#drawn = null;
  }

  undo(): void {
    this.#undone.push(...this.#done.splice(-1));
  }

  redo(): void {
    this.#done.push(...this.#undone.splice(-1));
  }
}
