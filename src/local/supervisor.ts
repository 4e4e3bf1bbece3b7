/** Keeps one part of the service alive: starts it again when it has ended, and says so in one line each time. */
import type { Log } from '../inference/log.ts';
import { afterEnd, freshHistory, type PartHistory } from '../inference/restart-rule.ts';

/** One life of a part, from its being ready to its end. */
export interface Life {
  /** How it ended: `was ended by SIGKILL`. */
  readonly ended: Promise<string>;
  stop(graceMs: number): Promise<void>;
  kill(): void;
}

export interface SupervisorSettings<Part extends Life> {
  /** How it is called at the beginning of a line: `Inference`. */
  readonly name: string;
  /** Resolves when it is ready. `signal` is aborted when it is not wanted any more. */
  start(signal: AbortSignal): Promise<Part>;
  readonly say: (line: string) => void;
  readonly log: Log;
  /** Called once, when no further start is tried. */
  readonly onGivenUp: (line: string) => void;
}

/** One part, through all its lives. */
export class Supervisor<Part extends Life> {
  readonly #settings: SupervisorSettings<Part>;
  readonly #unwanted = new AbortController();
  #part: Part | null = null;
  /** The start that was last begun. */
  #starting: Promise<unknown> = Promise.resolve();
  #history: PartHistory = freshHistory;
  #pause: NodeJS.Timeout | undefined;
  #endedMs = 0;

  constructor(settings: SupervisorSettings<Part>) {
    this.#settings = settings;
  }

  /**
   * Starts the part; once it is ready it is kept alive.
   * @throws Error when this start fails: what is wrong at the first one is wrong with the settings
   */
  begin(): Promise<Part> {
    const starting = this.#settings.start(this.#unwanted.signal).then((part) => {
      this.#watch(part);
      return part;
    });
    this.#starting = starting;
    return starting;
  }

  /** Has it finish its work, at most `graceMs`, and does not start it again. A start under way is given up, and its end waited for. */
  async stop(graceMs: number): Promise<void> {
    this.#forget();
    await this.#starting.catch(() => {});
    await this.#part?.stop(graceMs);
  }

  /** Ends it at once and does not start it again. */
  kill(): void {
    this.#forget();
    this.#part?.kill();
  }

  #forget(): void {
    this.#unwanted.abort();
    clearTimeout(this.#pause);
  }

  get #isWanted(): boolean {
    return !this.#unwanted.signal.aborted;
  }

  #watch(part: Part): void {
    this.#part = part;
    const readyMs = performance.now();
    part.ended.then((how) => {
      this.#part = null;
      this.#endedMs = performance.now();
      if (this.#isWanted) this.#startAgain(how, this.#endedMs - readyMs);
    });
  }

  #startAgain(how: string, upMs: number | null): void {
    const { name, say, log, onGivenUp } = this.#settings;
    const { history, inMs } = afterEnd(this.#history, upMs);
    this.#history = history;
    if (inMs === null) {
      log.error('part-given-up', { part: name, how });
      onGivenUp(`${name} has not become ready ${history.unready} times in a row and is given up: ${how}`);
      return;
    }
    log.error('part-ended', { part: name, how, restartInMs: inMs });
    say(`${name} ${how}; it is started again in ${inMs / 1000} s`);
    this.#pause = setTimeout(() => this.#start(), inMs);
  }

  async #start(): Promise<void> {
    const { name, say, log } = this.#settings;
    try {
      await this.begin();
      const awayMs = Math.round(performance.now() - this.#endedMs);
      log.info('part-back', { part: name, awayMs });
      say(`${name} is back after ${(awayMs / 1000).toFixed(1)} s`);
    } catch (cause) {
      if (!this.#isWanted) return;
      this.#startAgain(`did not become ready (${cause instanceof Error ? cause.message : String(cause)})`, null);
    }
  }
}
