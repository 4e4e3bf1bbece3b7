/** A forked process that is kept alive: when it ends it is started again after a pause, until it is closed. */
import { backoffMs } from '../restart-rule.ts';
import { type ForkEvents, ForkedChild, type ForkSettings, type Message } from './forked-child.ts';

export interface KeptSettings<ToChild extends Message, FromChild extends Message> extends ForkSettings<FromChild> {
  /** The first message to each process. */
  readonly firstMessage: ToChild;
}

/** One process after the other, with pauses that double as long as none does its work. */
export class KeptChild<ToChild extends Message, FromChild extends Message> {
  readonly #settings: KeptSettings<ToChild, FromChild>;
  readonly #events: ForkEvents<FromChild>;
  #process: ForkedChild<ToChild, FromChild> | undefined;
  #restart: NodeJS.Timeout | undefined;
  /** Ends in a row without work that was done. */
  #failures = 0;
  #closed = false;

  /**
   * Starts the first process. No event comes before the caller's turn is over.
   * @param events of every process; after `onEnded` the next one is started
   */
  constructor(settings: KeptSettings<ToChild, FromChild>, events: ForkEvents<FromChild>) {
    this.#settings = settings;
    this.#events = events;
    this.#start();
  }

  /** Of the process that runs; undefined between two of them. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Sends to the running process. One that a message cannot reach is killed. */
  send(message: ToChild): void {
    this.#process?.send(message);
  }

  /** It has done what it is there for: the next pause is the shortest again. */
  worked(): void {
    this.#failures = 0;
  }

  /** Ends the process at once. @param requestId of the work that is the reason */
  kill(reason: string, requestId?: string): void {
    if (!this.#process) return;
    const { log, logName, number } = this.#settings;
    log.warn(`${logName}-killed`, { child: number, pid: this.#process.pid, requestId, reason });
    this.#process.kill();
  }

  /** Ends the process for good, and waits until nothing of it is left. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#restart);
    await this.#process?.close();
  }

  #start(): void {
    this.#process = new ForkedChild(this.#settings, {
      ...this.#events,
      onEnded: (reason) => this.#ended(reason),
    });
    // A message that does not get through ends the process, and is settled there.
    this.#process.send(this.#settings.firstMessage);
  }

  #ended(reason: string): void {
    const { log, logName, number } = this.#settings;
    const pid = this.#process?.pid;
    this.#process = undefined;
    this.#events.onEnded(reason);
    if (this.#closed) return;
    this.#failures += 1;
    const restartInMs = backoffMs(this.#failures);
    log.error(`${logName}-ended`, { child: number, pid, reason, restartInMs });
    this.#restart = setTimeout(() => this.#start(), restartInMs);
  }
}
