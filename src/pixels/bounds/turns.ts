/**
 * Whose turn it is: waiting items of several callers, served in turns. Each caller has a line of its own; the lines are in
 * a ring. A caller that was served goes behind all that came before the next item is served, so that a waiting caller is
 * passed by at most one item of each other caller.
 */
import { WaitingLine } from './waiting-line.ts';

/** Waiting items of all callers, and whose turn it is. */
export class Turns<Item> {
  /** Lines that are not empty, in the order of their turns; only the caller that was served last goes behind all others. */
  readonly #lines = new Map<string, WaitingLine<Item>>();
  #servedLast: string | null = null;

  /** Puts an item at the end of its caller's line. */
  add(caller: string, item: Item): void {
    const line = this.#lines.get(caller) ?? new WaitingLine<Item>();
    this.#lines.set(caller, line);
    line.add(item);
  }

  /** The item whose turn it is, left in its line. */
  get first(): Item | undefined {
    return this.#lines.get(this.#nextCaller() ?? '')?.first;
  }

  /** Takes out the item whose turn it is. */
  take(): Item | undefined {
    const caller = this.#nextCaller();
    if (caller === undefined) return undefined;
    if (this.#servedLast !== null) this.#sendToEnd(this.#servedLast);
    const line = this.#lines.get(caller);
    const item = line?.take();
    if (line?.length === 0) this.#lines.delete(caller);
    this.#servedLast = caller;
    return item;
  }

  /** Takes an item out of its line; false if it is in none. */
  remove(caller: string, item: Item): boolean {
    const line = this.#lines.get(caller);
    const isRemoved = line?.remove(item) ?? false;
    if (line?.length === 0) this.#lines.delete(caller);
    return isRemoved;
  }

  /** Waiting items of a caller, first to last. */
  ofCaller(caller: string): Item[] {
    return [...(this.#lines.get(caller) ?? [])];
  }

  /**
   * The items that go before one of this caller, as long as no other caller comes.
   * @param item one that waits; left out, one that the caller adds now
   */
  ahead(caller: string, item?: Item): Item[] {
    const own = this.ofCaller(caller);
    const before = item === undefined ? own.length : Math.max(0, own.indexOf(item));
    return [...this.#lines].flatMap(([other, line]) => [...line].slice(0, other === caller ? before : before + 1));
  }

  #nextCaller(): string | undefined {
    const callers = [...this.#lines.keys()];
    return callers.find((caller) => caller !== this.#servedLast) ?? callers[0];
  }

  #sendToEnd(caller: string): void {
    const line = this.#lines.get(caller);
    if (!line) return;
    this.#lines.delete(caller);
    this.#lines.set(caller, line);
  }
}
