/** How fast the lane works, in megapixels, and how long the pictures ahead take at that speed. */

const remembered = 10;

/** A picture that a child is at. */
export interface PictureInWork {
  readonly megapixels: number;
  readonly sinceMs: number;
}

/** The speed of one child, from the last ten pictures that were worked on. */
export class Speed {
  /** Newest last. */
  readonly #last: { readonly megapixels: number; readonly tookMs: number }[] = [];

  /** A picture has been worked on. */
  record(megapixels: number, tookMs: number): void {
    this.#last.push({ megapixels, tookMs });
    if (this.#last.length > remembered) this.#last.shift();
  }

  /**
   * Milliseconds until a child is free for one more picture: what is in work and what waits, less what those in work have
   * had, shared out among the children. 0 while nothing is known.
   * @param waiting megapixels that go first
   */
  waitMs(inWork: readonly PictureInWork[], waiting: number, children: number, nowMs: number): number {
    const perMegapixelMs = this.#perMegapixelMs();
    const inWorkMs = inWork.map(({ megapixels, sinceMs }) => {
      return Math.max(0, megapixels * perMegapixelMs - (nowMs - sinceMs));
    });
    return (inWorkMs.reduce((sum, ms) => sum + ms, 0) + waiting * perMegapixelMs) / Math.max(1, children);
  }

  #perMegapixelMs(): number {
    const sum = (of: 'megapixels' | 'tookMs') => this.#last.reduce((all, each) => all + each[of], 0);
    const megapixels = sum('megapixels');
    return megapixels > 0 ? sum('tookMs') / megapixels : 0;
  }
}
