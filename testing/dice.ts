/** Decisions drawn from a seed: the same seed text gives the same decisions on every run. */
import { generator, seedOf } from './random.ts';

/** Decisions, one after the other. */
export class Dice {
  readonly #next: () => number;

  /** @param words seed text; different texts give independent decisions */
  constructor(words: string) {
    this.#next = generator(seedOf(words));
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  /** From `least` up to, but not including, `most`. */
  between(least: number, most: number): number {
    return least + this.#next() * (most - least);
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.whole(0, items.length - 1)];
  }

  /** An item as often as its weight is of all weights. */
  weighted<Item extends { readonly weight: number }>(items: readonly Item[]): Item {
    let at = this.between(
      0,
      items.reduce((sum, { weight }) => sum + weight, 0),
    );
    for (const item of items) {
      at -= item.weight;
      if (at < 0) return item;
    }
    return items[items.length - 1];
  }
}
