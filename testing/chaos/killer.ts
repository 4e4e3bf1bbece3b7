/** Kills parts of the service and stops them for a while, and measures how long each takes to be back. */

import type { Dice } from '../dice.ts';
import type { Process } from '../processes.ts';
import { askHealth, type Health } from './health.ts';
import { type Part, processesOf, signal } from './parts.ts';

export interface Kill {
  readonly part: Part;
  /** `stopped` processes went on some seconds later. */
  readonly how: 'killed' | 'stopped';
  /** Unix milliseconds. */
  readonly atMs: number;
  /** From the kill, or from the moment it went on; null when it was not back in time. */
  readonly readyMs: number | null;
  /** Unix milliseconds; when nobody waited any longer, if it was not back in time. */
  readonly backAtMs: number;
}

/** Longer than a part may take, so that a report can state by how much it was late. */
const waitMs = 60_000;
const pollMs = 150;
const callsBetween = 12;

/** Kills one part after the other, at random moments, until a given time. */
export class Killer {
  readonly kills: Kill[] = [];
  readonly #base: string;
  readonly #rootPid: number;
  readonly #parts: readonly Part[];
  readonly #dice: Dice;
  /** Parts that are not back yet: none is killed again before. */
  readonly #down = new Map<Part, Promise<void>>();

  constructor(target: { readonly base: string; readonly pid: number }, parts: readonly Part[], dice: Dice) {
    this.#base = target.base;
    this.#rootPid = target.pid;
    this.#parts = parts;
    this.#dice = dice;
  }

  /** Kills until the time is up, and waits until everything is back. */
  async run(untilMs: number): Promise<void> {
    for (;;) {
      await pause(this.#dice.between(300, 4000));
      if (Date.now() >= untilMs) break;
      this.#strike(this.#dice.pick(this.#parts));
      // Now and then a second part goes before the first one is back.
      if (this.#dice.chance(0.2)) this.#strike(this.#dice.pick(this.#parts));
    }
    await Promise.all(this.#down.values());
  }

  /**
   * Kills each part once, in their order: the next one when the one before is back.
   * @param callsEnded how many calls have ended so far; between two kills there are some
   */
  async killEach(callsEnded: () => number): Promise<void> {
    for (const part of this.#parts) {
      const enough = callsEnded() + callsBetween;
      while (callsEnded() < enough) await pause(pollMs);
      const [target] = processesOf(this.#rootPid, part);
      if (target) await this.#kill(part, target);
    }
  }

  /** Kills a process of the part, or stops it for a while; nothing where the part is not back yet. */
  #strike(part: Part): void {
    const isChild = part === 'session' || part === 'lane';
    const stopMs = isChild && this.#dice.chance(0.25) ? this.#dice.between(500, 6000) : 0;
    if (this.#down.has(part)) return;
    const running = processesOf(this.#rootPid, part);
    if (running.length === 0) return;
    const target = this.#dice.pick(running);
    const back = (stopMs > 0 ? this.#stopFor(part, target, stopMs) : this.#kill(part, target)).finally(() =>
      this.#down.delete(part),
    );
    this.#down.set(part, back);
  }

  async #kill(part: Part, target: Process): Promise<void> {
    const atMs = Date.now();
    if (!signal(target, 'SIGKILL')) return;
    const readyMs = await this.#backAfter(part, target, atMs);
    this.kills.push({ part, how: 'killed', atMs, readyMs, backAtMs: Date.now() });
  }

  async #stopFor(part: Part, target: Process, ms: number): Promise<void> {
    const atMs = Date.now();
    if (!signal(target, 'SIGSTOP')) return;
    await pause(ms);
    signal(target, 'SIGCONT');
    const readyMs = await this.#backAfter(part, null, Date.now());
    this.kills.push({ part, how: 'stopped', atMs, readyMs, backAtMs: Date.now() });
  }

  /** Milliseconds until the part is ready; null when it took too long. @param old a process that is not it */
  async #backAfter(part: Part, old: Process | null, sinceMs: number): Promise<number | null> {
    while (Date.now() < sinceMs + waitMs) {
      const isThere = processesOf(this.#rootPid, part).some(
        ({ pid, startedAt }) => pid !== old?.pid || startedAt !== old.startedAt,
      );
      if (isThere && isBack(part, await askHealth(this.#base))) return Date.now() - sinceMs;
      await pause(pollMs);
    }
    return null;
  }
}

function isBack(part: Part, health: Health | null): boolean {
  if (!health) return false;
  if (part === 'workerd') return true;
  return part === 'lane' ? health.image_lane === 'ready' : health.inference === 'ready';
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
