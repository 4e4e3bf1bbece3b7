/** One address of a service, as one isolate of the gateway knows it. */
import type { Served } from './agreement.ts';

/** Why an address gets no calls. */
export const outReasons = ['unreachable', 'not-ready', 'token', 'failing', 'differs'] as const;
export type OutReason = (typeof outReasons)[number];

export interface Origin {
  readonly base: string;
  /** Calls of this isolate without an answer yet. */
  outstanding: number;
  /** Why it is out; null while it is in. It may differ besides. */
  out: Exclude<OutReason, 'differs'> | null;
  /** Whether it serves something else than most addresses. */
  differs: boolean;
  /** When it was last asked whether it is ready, or failed: Unix milliseconds. */
  probedAtMs: number;
  /** What it said last that it serves. Undefined before it was asked. */
  served: Served | null | undefined;
  /** When it last answered a call with 200: Unix milliseconds. */
  answeredAtMs: number;
  /** Calls that it has to answer one after the other before it gets its share again. */
  trial: number;
  /** How long it stays out, once it refused our token or failed at calls: doubled each time, 0 while it is trusted. */
  penaltyMs: number;
  /** Before that time it is neither asked nor called while others are in: Unix milliseconds. */
  backAtMs: number;
  /** How often it went out, by reason. */
  readonly outs: Record<OutReason, number>;
}

/** An address of which nothing bad is known. */
export function newOrigin(base: string): Origin {
  return {
    ...{ base, outstanding: 0, out: null, differs: false, probedAtMs: 0, served: undefined, answeredAtMs: 0 },
    ...{ trial: 0, penaltyMs: 0, backAtMs: 0 },
    outs: { unreachable: 0, 'not-ready': 0, token: 0, failing: 0, differs: 0 },
  };
}

/** Reasons after which the way back is slow: what listens there says that it is ready, and is not. */
export function isSlow({ out }: Origin): boolean {
  return out === 'token' || out === 'failing';
}

/** Whether it gets its share of the calls. */
export function isIn({ out, differs, trial }: Origin): boolean {
  return out === null && !differs && trial === 0;
}
