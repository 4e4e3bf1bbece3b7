import type { Log } from '../log.ts';
import { backoffMs } from '../restart-rule.ts';
import type { FromChild, LoadMessage, RunDone, ToChild } from './channel.ts';
import { type Child, type ChildEvents, ChildFault, type Work } from './child.ts';
import type { ChildEntry } from './child-entry.ts';
import { ForkedChild } from './forked-child.ts';

export interface SupervisionSettings {
  readonly number: number;
  readonly entry: ChildEntry;
  readonly load: LoadMessage;
  readonly loadTimeoutMs: number;
  readonly log: Log;
}

/** Processes in a row that end while they load before the networks are held to be the reason, and not who killed them. */
const endsWhileLoading = 3;

interface Run {
  readonly id: number;
  readonly timer: NodeJS.Timeout;
  resolve(done: RunDone): void;
  reject(fault: ChildFault): void;
}

/**
 * Keeps one session child alive: starts it, has it load its networks, starts it again after a pause when it ends, also
 * while it loads, and kills it when a run takes too long. A native run cannot be interrupted otherwise.
 */
export class SupervisedChild implements Child {
  readonly #settings: SupervisionSettings;
  readonly #events: ChildEvents;
  #process: ForkedChild<ToChild, FromChild> | undefined;
  #loaded = false;
  /** This process was killed by us. */
  #killed = false;
  /** Processes in a row that ended by themselves, or by another's hand, before they had loaded. */
  #endsWhileLoading = 0;
  #run: Run | undefined;
  #runs = 0;
  /** Ends in a row without a run that worked. */
  #failures = 0;
  #closed = false;
  #restart: NodeJS.Timeout | undefined;

  constructor(settings: SupervisionSettings, events: ChildEvents) {
    this.#settings = settings;
    this.#events = events;
    this.#start();
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  get idle(): boolean {
    return this.#loaded && this.#run === undefined && !this.#closed;
  }

  run({ model, inputs, outputs, killAfterMs }: Work): Promise<RunDone> {
    if (!this.idle) throw new Error('A child was given work while it was not idle');
    this.#runs += 1;
    const id = this.#runs;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#endRun()?.reject(
          new ChildFault('too-slow', `The run took longer than ${Math.round(killAfterMs)} ms and was stopped`),
        );
        this.#kill('a run took too long');
      }, killAfterMs);
      this.#run = { id, timer, resolve, reject };
      this.#process?.send({ kind: 'run', id, model, inputs, outputs });
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#restart);
    await this.#process?.close();
  }

  #start(): void {
    const { entry, load, loadTimeoutMs, log, number } = this.#settings;
    this.#killed = false;
    this.#process = new ForkedChild(
      {
        logName: 'child',
        number,
        entry,
        serialization: 'advanced',
        startedWith: 'loaded',
        startTimeoutMs: loadTimeoutMs,
        startTimeoutReason: 'its networks were not loaded in time',
        log,
      },
      {
        onMessage: (message) => this.#receive(message),
        onUseless: (reason) => {
          if (!this.#loaded) this.#events.onLoadFailed(reason);
          this.#kill(reason);
        },
        // A run whose message did not get through is settled here too.
        onEnded: (reason) => this.#ended(reason),
      },
    );
    this.#process.send(load);
  }

  #receive(message: FromChild): void {
    const { log, number } = this.#settings;
    switch (message.kind) {
      case 'warning':
        log.warn('runtime-warning', { child: number, text: message.text });
        return;
      case 'loaded':
        this.#loaded = true;
        this.#endsWhileLoading = 0;
        log.info('child-loaded', { child: number, pid: this.#process?.pid, loadMs: message.loadMs });
        this.#events.onIdle();
        return;
      case 'load-failed':
        log.error('child-load-failed', { child: number, reason: message.message });
        this.#events.onLoadFailed(message.message);
        this.#kill('its networks could not be loaded');
        return;
      case 'done':
      case 'run-failed': {
        // The answer to a run that was given up comes from a process that is being killed.
        if (this.#run?.id !== message.id) return;
        const run = this.#endRun();
        if (message.kind === 'done') {
          this.#failures = 0;
          run?.resolve(message);
        } else {
          run?.reject(new ChildFault('run-failed', message.message));
        }
        this.#events.onIdle();
      }
    }
  }

  #endRun(): Run | undefined {
    const run = this.#run;
    clearTimeout(run?.timer);
    this.#run = undefined;
    return run;
  }

  #kill(reason: string): void {
    this.#loaded = false;
    this.#killed = true;
    this.#settings.log.warn('child-killed', { child: this.#settings.number, pid: this.#process?.pid, reason });
    this.#process?.kill();
  }

  #ended(reason: string): void {
    const wasLoading = !this.#loaded && !this.#killed;
    this.#loaded = false;
    const pid = this.#process?.pid;
    this.#process = undefined;
    this.#endRun()?.reject(new ChildFault('died', `The process that ran the network ${reason}`));
    if (this.#closed) return;
    if (wasLoading) {
      this.#endsWhileLoading += 1;
      if (this.#endsWhileLoading >= endsWhileLoading)
        this.#events.onLoadFailed(`the process that loads the networks ${reason}, ${endsWhileLoading} times in a row`);
    }
    this.#failures += 1;
    const restartInMs = backoffMs(this.#failures);
    this.#settings.log.error('child-ended', { child: this.#settings.number, pid, reason, restartInMs });
    this.#restart = setTimeout(() => this.#start(), restartInMs);
  }
}
