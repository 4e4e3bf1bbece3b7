/** The load of the line in front of a network: reported with each of its answers, remembered by the caller. */
import type { ReadHeader } from './call-headers.ts';

export interface LineLoad {
  /** Milliseconds until a run that comes now would begin, estimated. */
  readonly waitMs: number;
  /** Milliseconds of a run and of what calls ask after it, in the mean; null where the network has not run yet. */
  readonly runMs: number | null;
}

const waitName = 'X-Line-Wait-Ms';
const runName = 'X-Line-Run-Ms';
/** Longer than any wait that is worth one. */
const mostMs = 3_600_000;

/** The headers that say it. */
export function loadHeaders({ waitMs, runMs }: LineLoad): Record<string, string> {
  return { [waitName]: String(Math.ceil(waitMs)), ...(runMs === null ? {} : { [runName]: String(Math.ceil(runMs)) }) };
}

/** What the headers say; null where they say nothing, as those of other servers do not. */
export function readLoad(header: ReadHeader): LineLoad | null {
  const waitMs = readMs(header(waitName));
  return waitMs === null ? null : { waitMs, runMs: readMs(header(runName)) };
}

function readMs(text: string | null): number | null {
  return text !== null && /^[0-9]{1,9}$/.test(text) ? Math.min(Number(text), mostMs) : null;
}

const mostNetworks = 64;

/** What is known of the lines of one service's networks, shared by those who ask it. */
export class KnownLines {
  readonly #lines = new Map<string, LineLoad & { readonly atMs: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Remembers what an answer about a network says of its line. */
  note(network: string, header: ReadHeader): void {
    const load = readLoad(header);
    if (!load) return;
    this.#lines.delete(network);
    this.#lines.set(network, { ...load, atMs: this.#now() });
    if (this.#lines.size <= mostNetworks) return;
    for (const oldest of this.#lines.keys()) {
      this.#lines.delete(oldest);
      return;
    }
  }

  /** A network's line by now, as if no run came since the last report. Without a report: no wait. */
  of(network: string): LineLoad {
    const known = this.#lines.get(network);
    if (!known) return { waitMs: 0, runMs: null };
    return { waitMs: Math.max(0, known.waitMs - (this.#now() - known.atMs)), runMs: known.runMs };
  }
}
