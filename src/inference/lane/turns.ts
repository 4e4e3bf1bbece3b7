/**
 * Whose turn it is: waiting items of several callers, served in turns. Each caller has a line of its own; the lines are in
 * a ring. A caller that was served goes behind all that came before the next item is served, so that a waiting caller is
 * passed by at most one item of each other caller.
 */
import { WaitingLine } from '../../bounds/waiting-line.ts';

/** Waiting items of all callers, and whose turn it is. */
export class Turns<Item> {
  /** Lines that are not empty, in the order of their turns. */
  readonly #lines = new Map<string, WaitingLine<Item>>();
  #servedLast: string | null = null;

  /** Puts an item at the end of its caller's line. */
  add(caller: string, item: Item): void {
    const line = this.#lines.get(caller) ?? new WaitingLine<Item>();
    this.#lines.set(caller, line);
    line.add(item);
  }

  /** The item whose turn it is. */
  take(): Item | undefined {
    if (this.#servedLast !== null) this.#sendToEnd(this.#servedLast);
    for (const [caller, line] of this.#lines) {
      const item = line.take();
      if (line.length === 0) this.#lines.delete(caller);
      this.#servedLast = caller;
      return item;
    }
    return undefined;
  }

  /** Takes an item out of its line; nothing happens where it is in none. */
  remove(caller: string, item: Item): void {
    const line = this.#lines.get(caller);
    line?.remove(item);
    if (line?.length === 0) this.#lines.delete(caller);
  }

  /** The items that go before one that this caller adds now, as long as no other caller comes. */
  ahead(caller: string): Item[] {
    const own = this.#lines.get(caller)?.length ?? 0;
    return [...this.#lines].flatMap(([other, line]) => [...line].slice(0, other === caller ? own : own + 1));
  }

  #sendToEnd(caller: string): void {
    const line = this.#lines.get(caller);
    this.#servedLast = null;
    if (!line) return;
    this.#lines.delete(caller);
    this.#lines.set(caller, line);
  }
}
