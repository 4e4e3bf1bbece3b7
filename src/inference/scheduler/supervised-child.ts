/**
 * A session child as a process: it loads its networks, runs one at a time, and is killed when a run takes too long. A
 * native run cannot be interrupted otherwise.
 */
import type { Log } from '../log.ts';
import { type ChildEntry, childEntry } from '../processes/child-entry.ts';
import { KeptChild } from '../processes/kept-child.ts';
import type { FromChild, LoadMessage, RunDone, ToChild } from './channel.ts';
import { type Child, type ChildEvents, ChildFault, type Work } from './child.ts';

export interface SupervisionSettings {
  readonly number: number;
  readonly entry: ChildEntry;
  readonly load: LoadMessage;
  readonly loadTimeoutMs: number;
  readonly log: Log;
}

/** After so many processes in a row that ended while loading, the networks count as the reason. */
const endsWhileLoading = 3;

/**
 * The GNU C library gives blocks back to the system as soon as they are free, and clears pages for the next run: half of a
 * small network's time. So blocks of up to 32 MiB, the most that it allows, stay in the heap (mallopt(3)).
 */
const heapThatKeeps = { MALLOC_MMAP_THRESHOLD_: `${32 * 2 ** 20}`, MALLOC_TRIM_THRESHOLD_: `${2 ** 30}` };

interface Run {
  readonly id: number;
  readonly timer: NodeJS.Timeout;
  resolve(done: RunDone): void;
  reject(fault: ChildFault): void;
}

/** Where a session child starts. */
export function sessionChildEntry(): ChildEntry {
  return childEntry('session-child', import.meta.url);
}

/** One child of the scheduler, through all its processes. */
export class SupervisedChild implements Child {
  readonly #settings: SupervisionSettings;
  readonly #events: ChildEvents;
  readonly #process: KeptChild<ToChild, FromChild>;
  #loaded = false;
  /** The process that runs was killed by us. */
  #killed = false;
  /** Processes in a row that ended by themselves, or by another's hand, before they had loaded. */
  #endsWhileLoading = 0;
  #run: Run | undefined;
  #runs = 0;

  constructor(settings: SupervisionSettings, events: ChildEvents) {
    const { number, entry, load, loadTimeoutMs, log } = settings;
    this.#settings = settings;
    this.#events = events;
    this.#process = new KeptChild(
      {
        logName: 'child',
        number,
        entry,
        environment: heapThatKeeps,
        serialization: 'advanced',
        firstMessage: load,
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
        onEnded: (reason) => this.#ended(reason),
      },
    );
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  get idle(): boolean {
    return this.#loaded && this.#run === undefined && !this.#process.closed;
  }

  run({ killAfterMs, ...work }: Work): Promise<RunDone> {
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
      this.#process.send({ kind: 'run', id, ...work });
    });
  }

  close(): Promise<void> {
    return this.#process.close();
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
        log.info('child-loaded', {
          child: number,
          pid: this.#process.pid,
          loadMs: message.loadMs,
          selfTestMs: message.selfTestMs,
        });
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
          this.#process.worked();
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
    this.#process.kill(reason);
  }

  #ended(reason: string): void {
    const wasLoading = !this.#loaded && !this.#killed;
    this.#loaded = false;
    this.#killed = false;
    this.#endRun()?.reject(new ChildFault('died', `The process that ran the network ${reason}`));
    if (!wasLoading || this.#process.closed) return;
    this.#endsWhileLoading += 1;
    if (this.#endsWhileLoading < endsWhileLoading) return;
    this.#events.onLoadFailed(`the process that loads the networks ${reason}, ${endsWhileLoading} times in a row`);
  }
}
