/** One run of a forked process, from its start to its end. Its users start it again. */
import { type ChildProcess, fork, type SerializationType } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Log } from '../log.ts';
import type { ChildEntry } from './child-entry.ts';

export interface Message {
  readonly kind: string;
}

export interface ForkSettings<FromChild extends Message> {
  /** What its events in the log begin with: `child` for `child-started` and `child-stderr`. */
  readonly logName: string;
  readonly number: number;
  readonly entry: ChildEntry;
  /** Variables beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly serialization: SerializationType;
  /** Kind of the message that says that it has started. */
  readonly startedWith: FromChild['kind'];
  readonly startTimeoutMs: number;
  /** The reason where it does not start in time. */
  readonly startTimeoutReason: string;
  readonly log: Log;
}

export interface ForkEvents<FromChild extends Message> {
  onMessage(message: FromChild): void;
  /** It did not start in time or cannot be reached, and is to be killed. */
  onUseless(reason: string): void;
  /** It is gone, or could not be started at all. Called once. */
  onEnded(reason: string): void;
}

/** Whether a variable is one of a secret of the service, or of its former values. */
function isSecret(name: string): boolean {
  return /^(INFERENCE_TOKEN|ADMIN_TOKEN|KEY_HASH_SECRET|SESSION_SECRET|METRICS_TOKEN)(S_OLD)?$/.test(name);
}

/** One process, from its fork to its end, and the messages to and from it. */
export class ForkedChild<ToChild extends Message, FromChild extends Message> {
  readonly #process: ChildProcess;
  readonly #events: ForkEvents<FromChild>;
  readonly #startTimer: NodeJS.Timeout;
  #ended = false;

  /** Starts the process. No event comes before the caller's turn is over. */
  constructor(settings: ForkSettings<FromChild>, events: ForkEvents<FromChild>) {
    const { logName, number, entry, serialization, startedWith, log } = settings;
    // Secrets that a child needs come over the channel.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSecret(name)));
    const child = fork(entry.file, [], {
      execArgv: [...entry.execArgv],
      env: { ...env, ...settings.environment },
      serialization,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#process = child;
    this.#events = events;
    log.info(`${logName}-started`, { child: number, pid: child.pid });
    this.#startTimer = setTimeout(() => events.onUseless(settings.startTimeoutReason), settings.startTimeoutMs);
    if (child.stderr) {
      // Native code writes here in its own form.
      createInterface({ input: child.stderr }).on('line', (text) => {
        log.warn(`${logName}-stderr`, { child: number, text });
      });
    }
    child.on('message', (message: FromChild) => {
      if (message.kind === startedWith) clearTimeout(this.#startTimer);
      events.onMessage(message);
    });
    child.on('error', (cause) => {
      // Without a process there is no exit to wait for; otherwise a message did not get through.
      if (child.pid === undefined) this.#end(cause.message);
      else events.onUseless(cause.message);
    });
    child.on('exit', (status, signal) => this.#end(signal ? `ended by ${signal}` : `ended with status ${status}`));
  }

  /** Undefined where it could not be started. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** A process that a message cannot reach is killed; `onEnded` follows. */
  send(message: ToChild): void {
    this.#process.send(message, (fault) => {
      if (fault) this.kill();
    });
  }

  /** Ends it at once; `onEnded` follows. */
  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** Ends it at once and waits until nothing of it is left. Only before `onEnded`. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#process.once('close', resolve));
    this.kill();
    await closed;
  }

  #end(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#startTimer);
    this.#events.onEnded(reason);
  }
}
