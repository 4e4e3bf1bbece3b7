/** Work that goes on one at a time: however often it is asked for meanwhile, it is done once more, for what is wanted then. */
export class OneAtATime {
  readonly #work: () => Promise<void>;
  #isAsked = false;
  #running: Promise<void> | null = null;

  /** @param work looks up what is wanted as it begins; it must not throw */
  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Whether something is being done. */
  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Has it done for what is wanted now. @returns when nothing more is to do */
  ask(): Promise<void> {
    this.#isAsked = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#isAsked) {
        this.#isAsked = false;
        await this.#work();
      }
    } finally {
      this.#running = null;
    }
  }
}
