/** One lane child from outside: started, kept alive, given a picture at a time, killed when it fails. */
import { type IncomingMessage, request } from 'node:http';
import type { LaneMessage } from '../../wire/protocol/lane/request.ts';
import type { Log } from '../log.ts';
import { type ChildEntry, childEntry } from '../processes/child-entry.ts';
import { KeptChild } from '../processes/kept-child.ts';
import type { FromLaneChild, StartMessage, ToLaneChild } from './channel.ts';

export interface LaneChildSettings {
  readonly number: number;
  readonly entry: ChildEntry;
  readonly start: StartMessage;
  readonly abandonedMs: number;
  readonly log: Log;
}

export interface LaneChildEvents {
  /** It can take a picture. */
  onIdle(child: LaneChild): void;
  /** Its picture needs so many bytes; it waits for `grant`. */
  onNeed(child: LaneChild, bytes: number): void;
  /** Its picture's memory is free again: the picture was done with, or the process ended. */
  onReleased(child: LaneChild): void;
}

/** From fork to its first message; loading libvips takes half a second. */
const startMs = 30_000;

/**
 * The GNU C library opens a heap for each thread of libvips (eight a core), and what is free in one is no use to the others: up
 * to the limit a child grew for the first 170 pictures (mallopt(3)).
 */
const fewHeaps = { MALLOC_ARENA_MAX: '2' };

/**
 * A picture leaves next to nothing in V8's own heap of 10 MB, but V8 counts frames as its heap too. By its own rule it
 * would collect five times a picture and free nothing, with threads that a small heap does not occupy.
 */
const fewCollections = ['--initial-old-space-size=64', '--single-threaded-gc'];
/** For `measureMemory`, by which a child gives the memory of a picture back before it takes the next. */
const noWarning = '--disable-warning=ExperimentalWarning';

/** Where a lane child starts. */
export function laneChildEntry(): ChildEntry {
  const { file, execArgv } = childEntry('lane-child', import.meta.url);
  return { file, execArgv: [...execArgv, ...fewCollections, noWarning] };
}

/** One child with its socket: takes one picture at a time. */
export class LaneChild {
  readonly #settings: LaneChildSettings;
  readonly #events: LaneChildEvents;
  readonly #process: KeptChild<ToLaneChild, FromLaneChild>;
  #state: 'starting' | 'idle' | 'busy' = 'starting';
  /** Counts pictures: the end of an exchange may be seen after the next one began. */
  #turn = 0;
  #abandoned: NodeJS.Timeout | undefined;

  constructor(settings: LaneChildSettings, events: LaneChildEvents) {
    const { entry, start, log, number } = settings;
    this.#settings = settings;
    this.#events = events;
    this.#process = new KeptChild(
      {
        logName: 'lane-child',
        number,
        entry,
        environment: fewHeaps,
        serialization: 'json',
        firstMessage: start,
        startedWith: 'listening',
        startTimeoutMs: startMs,
        startTimeoutReason: 'it did not start in time',
        log,
      },
      {
        onMessage: (message) => this.#receive(message),
        onUseless: (reason) => this.kill(reason),
        onEnded: () => this.#ended(),
      },
    );
  }

  get idle(): boolean {
    return this.#state === 'idle' && !this.#process.closed;
  }

  /** It listens: idle, or at work. */
  get alive(): boolean {
    return this.#state !== 'starting' && !this.#process.closed;
  }

  /**
   * Hands over a picture. Only while idle; busy from then on until `onReleased`.
   * @param signal aborted to give the picture up
   * @returns the answer once its head is there
   * @throws Error where the process ends, or the signal's reason
   */
  post({ method, path, headers, body }: LaneMessage, signal: AbortSignal): Promise<IncomingMessage> {
    if (!this.idle) throw new Error('A lane child was given a picture while it was not idle');
    this.#state = 'busy';
    this.#turn += 1;
    const turn = this.#turn;
    return new Promise((resolve, reject) => {
      const sent = request({
        socketPath: this.#settings.start.socket,
        method,
        path,
        headers,
        agent: false,
        signal,
      });
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.on('close', () => this.#expectIdle(turn));
      sent.end(body);
    });
  }

  /** Lets it take the memory that it asked for. */
  grant(): void {
    this.#process.send({ kind: 'grant' });
  }

  /** Ends the process at once; it is started again. @param requestId of the picture that is the reason */
  kill(reason: string, requestId?: string): void {
    this.#process.kill(reason, requestId);
  }

  /** Ends the process for good. */
  close(): Promise<void> {
    return this.#process.close();
  }

  /** The exchange is over. A process that goes on works in vain. */
  #expectIdle(turn: number): void {
    if (this.#state !== 'busy' || this.#turn !== turn) return;
    const { abandonedMs } = this.#settings;
    this.#abandoned = setTimeout(() => this.kill('it works on a picture that nobody waits for'), abandonedMs);
  }

  #receive(message: FromLaneChild): void {
    if (message.kind === 'need') {
      this.#events.onNeed(this, message.bytes);
      return;
    }
    if (message.kind === 'trouble') {
      const { requestId, text } = message;
      this.#settings.log.error('lane-picture-failed', { child: this.#settings.number, requestId, text });
      return;
    }
    clearTimeout(this.#abandoned);
    if (message.kind === 'idle') {
      this.#process.worked();
      this.#events.onReleased(this);
    }
    this.#state = 'idle';
    this.#events.onIdle(this);
  }

  #ended(): void {
    clearTimeout(this.#abandoned);
    this.#state = 'starting';
    this.#events.onReleased(this);
  }
}
