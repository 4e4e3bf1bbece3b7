/**
 * Child processes, by the lines that the log has of each start and each end. Session children are `child-…`, those of the
 * image lane `lane-child-…`.
 */
import { readFileSync } from 'node:fs';
import type { Log, LogFields } from '../log.ts';

export interface RunningChild {
  readonly kind: 'session' | 'lane';
  readonly number: string;
  readonly pid: number;
}

/** What is to be known of children. */
export class Children {
  readonly #running = new Map<string, RunningChild>();
  readonly #onEnded: (kind: RunningChild['kind']) => void;

  /** @param onEnded called for each process that ended unexpectedly */
  constructor(onEnded: (kind: RunningChild['kind']) => void) {
    this.#onEnded = onEnded;
  }

  get running(): Iterable<RunningChild> {
    return this.#running.values();
  }

  /** The same log, heard. */
  listenTo(log: Log): Log {
    return {
      ...log,
      info: (event, fields) => {
        this.#hear(event, fields);
        log.info(event, fields);
      },
      error: (event, fields) => {
        this.#hear(event, fields);
        log.error(event, fields);
      },
    };
  }

  #hear(event: string, fields: LogFields = {}): void {
    const [, lane, what] = /^(lane-)?child-(started|ended)$/.exec(event) ?? [];
    if (what === undefined) return;
    const kind = lane ? 'lane' : 'session';
    const number = String(fields.child);
    if (what === 'ended') {
      this.#running.delete(`${kind} ${number}`);
      this.#onEnded(kind);
    } else if (typeof fields.pid === 'number') {
      this.#running.set(`${kind} ${number}`, { kind, number, pid: fields.pid });
    }
  }
}

/** Resident bytes of a process; undefined if the system does not report them, or it has ended. */
export function residentBytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
