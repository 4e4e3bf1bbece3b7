/**
 * SharedThread for others in long work on one thread: timers, other requests and their bodies wait for as long as a loop goes on.
 */

/** Microseconds of work, roughly and on the processors of 2026, after which others get a turn. */
const turnUs = 50_000;

/** Counts the work of one task, so that it pauses after a fixed amount: never by the clock, which says other things on other machines. */
export class SharedThread {
  #given = 0;
  #doneUs = 0;
  readonly #pause: () => Promise<void>;

  /** @param pause resolves when others have had their turn */
  constructor(pause: () => Promise<void> = pauseForOthers) {
    this.#pause = pause;
  }

  /** How many were given. */
  get given(): number {
    return this.#given;
  }

  /**
   * Adds to what was done since the last turn.
   * @param workUs about how many microseconds it takes
   * @returns what to wait for before going on; null while it is too early, so that a loop waits for nothing then
   */
  after(workUs: number): Promise<void> | null {
    this.#doneUs += workUs;
    if (this.#doneUs < turnUs) return null;
    this.#doneUs = 0;
    this.#given++;
    return this.#pause();
  }
}

/**
 * Does work in steps, and gives others their turns between them.
 * @param steps yields about how many microseconds each took
 * @returns what the steps come to
 */
export async function inTurns<Result>(
  steps: Generator<number, Result, void>,
  thread = new SharedThread(),
): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    const turn = thread.after(step.value);
    if (turn) await turn;
  }
}

/** Does the same work without any turn of others: for what takes no longer than one. */
export function atOnce<Result>(steps: Generator<number, Result, void>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** A promise that is kept already would let nobody else in: only a timer does. */
function pauseForOthers(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
