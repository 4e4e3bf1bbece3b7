/** A waiting line: first come, first served, and items may leave it. Its length is bounded by its users. */

/** Waiting items in the order in which they came. */
export class WaitingLine<Item> {
  readonly #items: Item[] = [];

  get length(): number {
    return this.#items.length;
  }

  /** The next item, left in the line. */
  get first(): Item | undefined {
    return this.#items[0];
  }

  /** Waiting items, first to last. */
  [Symbol.iterator](): Iterator<Item> {
    return this.#items[Symbol.iterator]();
  }

  /** Puts one at the end. */
  add(item: Item): void {
    this.#items.push(item);
  }

  /** Takes the first one out; undefined if the line is empty. */
  take(): Item | undefined {
    return this.#items.shift();
  }

  /** Takes one out, at any place; false if it is not in the line. */
  remove(item: Item): boolean {
    const at = this.#items.indexOf(item);
    if (at < 0) return false;
    this.#items.splice(at, 1);
    return true;
  }
}
