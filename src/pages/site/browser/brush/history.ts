/** Undo and redo: alpha as it was, in the rectangles that each stroke changed. The oldest are dropped. */

/** Alpha of a rectangle of a tile, in the tile's own pixels. */
export interface Kept {
  readonly tileIndex: number;
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly alpha: Uint8Array;
}

/** All that one stroke changed. */
export type Step = readonly Kept[];

const mostBytesByDefault = 64 * 1024 * 1024;

/** The steps that can be taken back, and those that were. */
export class History {
  readonly #mostBytes: number;
  #done: Step[] = [];
  #undone: Step[] = [];
  /** Whether a step is done that can no longer be taken back. */
  #hasDropped = false;

  /** @param mostBytes of alpha in all steps; the last step is kept even if it is larger */
  constructor(mostBytes: number = mostBytesByDefault) {
    this.#mostBytes = mostBytes;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Whether the picture is another one than at first. */
  get isChanged(): boolean {
    return this.canUndo || this.#hasDropped;
  }

  /** Adds a step. What was undone before can no longer be done again. */
  add(step: Step): void {
    this.#undone = [];
    this.#done.push(step);
    while (this.#done.length > 1 && bytesOf(this.#done) > this.#mostBytes) {
      this.#done.shift();
      this.#hasDropped = true;
    }
  }

  /** The step to take back, whose alpha the caller exchanges with what is there; null where there is none. */
  undo(): Step | null {
    return moved(this.#done, this.#undone);
  }

  /** The step to do again, exchanged likewise. */
  redo(): Step | null {
    return moved(this.#undone, this.#done);
  }
}

function moved(from: Step[], to: Step[]): Step | null {
  const step = from.pop();
  if (!step) return null;
  to.push(step);
  return step;
}

function bytesOf(steps: readonly Step[]): number {
  return steps.flat().reduce((sum, { alpha }) => sum + alpha.length, 0);
}
