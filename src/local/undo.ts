/** Steps that take back what a start has done, last one first. */
export class Undo {
  readonly #steps: (() => Promise<void> | void)[] = [];

  /** Adds the step that takes back what has just been done. */
  add(step: () => Promise<void> | void): void {
    this.#steps.push(step);
  }

  /** Takes everything back, once. */
  async all(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await step();
  }
}
