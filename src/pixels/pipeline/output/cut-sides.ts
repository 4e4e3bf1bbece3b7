/** On which sides a photo cuts its subject: there a margin would show where the photo ends. */

import { subjectFrom } from '../plane/alpha.ts';
import type { RowWriter } from '../rows/compose.ts';

export interface CutSides {
  readonly top: boolean;
  readonly right: boolean;
  readonly bottom: boolean;
  readonly left: boolean;
}

export const noCutSides: CutSides = { top: false, right: false, bottom: false, left: false };

/** Percent of an edge of the photo that the subject takes at least where it is cut. */
const leastPercent = 2;

/** Counts the subject's pixels along the four edges of a photo. */
export class PhotoEdges {
  readonly #rows: RowWriter;
  #top = 0;
  #right = 0;
  #bottom = 0;
  #left = 0;

  /** @param rows of the whole photo, alpha last */
  constructor(rows: RowWriter) {
    this.#rows = rows;
  }

  /** Adds row `y`; each once, in any order. */
  add(row: Uint8Array, y: number): void {
    const { heightPx, channels } = this.#rows;
    if (row[channels - 1] >= subjectFrom) this.#left++;
    if (row[row.length - 1] >= subjectFrom) this.#right++;
    if (y === 0) this.#top = countIn(row, channels);
    if (y === heightPx - 1) this.#bottom = countIn(row, channels);
  }

  /** What all rows together say. */
  get cutSides(): CutSides {
    const { widthPx, heightPx } = this.#rows;
    const isCut = (count: number, side: number) => count * 100 >= side * leastPercent;
    return {
      top: isCut(this.#top, widthPx),
      right: isCut(this.#right, heightPx),
      bottom: isCut(this.#bottom, widthPx),
      left: isCut(this.#left, heightPx),
    };
  }
}

function countIn(row: Uint8Array, channels: number): number {
  let count = 0;
  for (let at = channels - 1; at < row.length; at += channels) if (row[at] >= subjectFrom) count++;
  return count;
}
