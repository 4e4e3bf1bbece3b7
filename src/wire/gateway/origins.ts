/**
 * Several addresses of one service, as one isolate of the gateway sees them. A call goes to the one that it prefers, else to that
 * with the fewest calls on their way. What fails fast has always the fewest, so an address that fails gets none:
 *
 * - one that cannot be reached, or says that it is not ready, until it says that it is
 * - one that refuses our token, or fails at three different calls while another answers, for 5 s, doubled up to a minute each
 *   time; then, once it says that it is ready, one call at a time, until it has answered three
 * - one that serves something else than most
 *
 * Where all are out, one is tried all the same. Nothing here calls anybody; `spread.ts` does.
 */
import { agreementOf, type Served } from './agreement.ts';
import { FailedCalls, failureWindowMs } from './failed-calls.ts';
import { tokenCause } from './hop.ts';
import { isIn, isSlow, newOrigin, type Origin, type OutReason } from './origin.ts';

/** How often an address is asked whether it is ready. */
const probeIntervalMs = { in: 2000, out: 1000 };
const shortestPenaltyMs = 5000;
const longestPenaltyMs = 60_000;
/** Calls that an address answers one after the other on its way back. */
const trialCalls = 3;

/** An answer of an address to a call, as far as it says something of the address. */
export interface AnswerOfOrigin {
  readonly status: number;
  /** Whether the address is well and has no room for the call. */
  readonly isBusy: boolean;
  /** Whether it was out when it got the call, so that the answer is newer than the last probe. */
  readonly wasOut: boolean;
  readonly request: string | null;
  readonly picture: string | null;
}

/** What an address said when it was asked whether it is ready. */
export type Probed = Served | 'ready' | Extract<OutReason, 'unreachable' | 'not-ready' | 'token'>;

/** A log line. */
export interface OriginLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: 'origin-out' | 'origin-back' | 'origins-disagree';
  readonly base?: string;
  readonly reason?: OutReason;
  readonly cause?: string;
  /** Of the call that showed it; left out where a probe did. */
  readonly requestId?: string;
}

export interface OriginsPorts {
  /** Unix milliseconds. */
  readonly now?: () => number;
  /** From 0 to below 1, for addresses that are equally busy. */
  readonly random?: () => number;
  readonly log?: (line: OriginLine) => void;
}

/** The addresses of one service. */
export class Origins {
  readonly all: readonly Origin[];
  readonly #failed = new FailedCalls();
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #log: (line: OriginLine) => void;
  #isTied = false;

  /** @param bases at least one */
  constructor(bases: readonly string[], { now = Date.now, random = Math.random, log = () => {} }: OriginsPorts = {}) {
    this.#now = now;
    this.#random = random;
    this.#log = log;
    this.all = bases.map(newOrigin);
  }

  /**
   * The address for a call. If all are out, one of them all the same.
   * @param preferred place in the list of the one that gets it while it is in; null where the call prefers none
   */
  choose(preferred: number | null): Origin {
    const first = preferred === null ? undefined : this.all[preferred];
    if (first && isIn(first)) return first;
    const candidates = firstOf(
      // One on its way back gets its next call when it has answered the last.
      this.all.filter((origin) => isIn(origin) || isOnTrial(origin)),
      // Those that work, and would make other pictures.
      this.all.filter(({ out }) => out === null),
      this.all.filter(({ out }) => out !== 'token'),
      this.all,
    );
    const fewest = Math.min(...candidates.map(({ outstanding }) => outstanding));
    const idlest = candidates.filter(({ outstanding }) => outstanding === fewest);
    return idlest[Math.floor(this.#random() * idlest.length)];
  }

  /** An address failed before it had a call, refused our token, or says that it is not ready. */
  putOut(origin: Origin, reason: Exclude<OutReason, 'differs'>, cause?: string, requestId?: string): void {
    const nowMs = this.#now();
    const { out } = origin;
    origin.probedAtMs = nowMs;
    // The way back from what it says of itself would be too short.
    if (isSlow(origin) && (reason === 'unreachable' || reason === 'not-ready')) return;
    origin.out = reason;
    origin.trial = 0;
    // Calls that were on their way together say it together.
    if (isSlow(origin) && nowMs >= origin.backAtMs) {
      origin.penaltyMs = Math.min(longestPenaltyMs, Math.max(shortestPenaltyMs, origin.penaltyMs * 2));
      origin.backAtMs = nowMs + origin.penaltyMs;
    }
    if (out === reason) return;
    origin.outs[reason] += 1;
    this.#log({ level: levelOf(reason), event: 'origin-out', base: origin.base, reason, cause, requestId });
  }

  /** An address answered a call with anything but a refusal of our token. */
  answered(origin: Origin, answer: AnswerOfOrigin): void {
    const nowMs = this.#now();
    const { status, isBusy, wasOut, request, picture } = answer;
    if (status === 200) origin.answeredAtMs = nowMs;
    if (status < 500) {
      if (origin.out !== null && wasOut) this.#putIn(origin);
      if (origin.trial > 0) this.#passTrial(origin);
      return;
    }
    if (isBusy || origin.out !== null) return;
    const { base } = origin;
    const isSuspect = origin.trial > 0;
    this.#failed.note({ base, request, picture }, nowMs);
    if (!isSuspect && !this.#failed.accuse(base, nowMs)) return;
    const others = this.all.filter((other) => other !== origin && isIn(other));
    if (!others.some(({ answeredAtMs }) => nowMs - answeredAtMs < failureWindowMs)) return;
    this.#failed.forget(base);
    this.putOut(
      origin,
      'failing',
      `It answered ${status} to ${isSuspect ? 'a call on its way back' : 'several calls'}`,
      request ?? undefined,
    );
  }

  /** Addresses that are due for a probe. They count as probed from now on. */
  dueForProbe(): readonly Origin[] {
    const nowMs = this.#now();
    const due = this.all.filter(({ out, probedAtMs, backAtMs }) => {
      const intervalMs = out === null ? probeIntervalMs.in : probeIntervalMs.out;
      return nowMs - probedAtMs >= intervalMs && (out === null || nowMs >= backAtMs);
    });
    for (const origin of due) origin.probedAtMs = nowMs;
    return due;
  }

  /** An address was asked whether it is ready. */
  probed(origin: Origin, said: Probed): void {
    if (said === 'unreachable' || said === 'not-ready' || said === 'token') {
      origin.served ??= null;
      const cause = said === 'token' ? tokenCause : undefined;
      this.putOut(origin, said, cause);
    } else {
      origin.served = said === 'ready' ? null : said;
      // What was asked before it went out says nothing of what happened since.
      if (origin.out !== null && (!isSlow(origin) || this.#now() >= origin.backAtMs)) this.#putIn(origin);
    }
    this.#compare();
  }

  #putIn(origin: Origin): void {
    const { base, out } = origin;
    if (isSlow(origin)) origin.trial = trialCalls;
    origin.out = null;
    origin.backAtMs = 0;
    this.#log({ level: 'info', event: 'origin-back', base, reason: out ?? undefined });
  }

  #passTrial(origin: Origin): void {
    origin.trial -= 1;
    if (origin.trial === 0) origin.penaltyMs = 0;
  }

  /** What an address served last counts until it says something else, so that a restart of one does not let a wrong one in. */
  #compare(): void {
    if (this.all.some(({ served }) => served === undefined)) return;
    const { isOdd, isTied } = agreementOf(this.all.map(({ served }) => served ?? null));
    for (const [index, origin] of this.all.entries()) {
      if (isOdd[index] === origin.differs) continue;
      const { base } = origin;
      origin.differs = isOdd[index];
      if (!origin.differs) {
        this.#log({ level: 'info', event: 'origin-back', base, reason: 'differs' });
        continue;
      }
      origin.outs.differs += 1;
      const cause = `Most addresses serve other weights or another version of the pipeline: ${this.#servedByEach()}`;
      this.#log({ level: 'error', event: 'origin-out', base, reason: 'differs', cause });
    }
    if (isTied && !this.#isTied) {
      const cause = `As many addresses serve one thing as another, and all get calls: ${this.#servedByEach()}`;
      this.#log({ level: 'error', event: 'origins-disagree', cause });
    }
    this.#isTied = isTied;
  }

  #servedByEach(): string {
    const words = this.all.map(({ base, served }) =>
      served ? `${base} weights ${served.weights}, pipeline ${served.pipeline}` : `${base} unknown`,
    );
    return words.join('; ');
  }
}

function isOnTrial({ out, differs, trial, outstanding }: Origin): boolean {
  return out === null && !differs && trial > 0 && outstanding === 0;
}

function levelOf(reason: OutReason): OriginLine['level'] {
  // Services end and start.
  return reason === 'unreachable' || reason === 'not-ready' ? 'warn' : 'error';
}

/** The first list that has something. */
function firstOf<Item>(...lists: readonly (readonly Item[])[]): readonly Item[] {
  return lists.find(({ length }) => length > 0) ?? [];
}
