/** What a person does until they have what they came for. */

/** Counts actions from now on, and the time that they and the service take. */
export class CountedActions {
  readonly #startedAt = performance.now();
  #count = 0;

  /** Does the next one: a click, a file given, a paste. */
  async next<Result>(action: () => Promise<Result>): Promise<Result> {
    this.#count++;
    return action();
  }

  /** Ends it, and prints it with the seconds: a machine of tests says little of them, so none is asserted. @returns how many */
  end(what: string): number {
    const seconds = ((performance.now() - this.#startedAt) / 1000).toFixed(1);
    console.log(`${what}: ${this.#count} ${this.#count === 1 ? 'action' : 'actions'}, ${seconds} s`);
    return this.#count;
  }
}
