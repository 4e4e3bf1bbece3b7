/** Whether something may be done once more. Nothing here reads a clock or stores anything. */
import type { Claim, Taking } from './calls.ts';

/** How often a subject was counted in its window. */
export interface AllowanceUse {
  readonly count: number;
  readonly endsAtMs: number;
}

/** What is stored of a subject; null where nothing is. */
export type UsedOf = (subject: string) => AllowanceUse | null;

/** The answer to a taking, and the new use of each subject. */
export interface TakingDecision {
  readonly answer: Taking;
  readonly changes: ReadonlyMap<string, AllowanceUse>;
}

/**
 * Subjects of one set. A set that is full refuses new ones until the first window ends: that many of them are an attack,
 * and what they could store is bounded.
 */
export const maxSubjects = 20_000;

/**
 * Counts one time for every claim, or for none.
 * @param usedOf what is stored, windows that have ended among it
 * @param full when a place is free again where the set is full; null where it has places
 */
export function take(claims: readonly Claim[], usedOf: UsedOf, full: number | null, nowMs: number): TakingDecision {
  const changes = new Map<string, AllowanceUse>();
  const usedUp: string[] = [];
  let waitMs = 0;
  for (const { subject, limit, windowMs } of claims) {
    const used = inWindow(usedOf(subject), nowMs);
    const count = used?.count ?? 0;
    const endsAtMs = used?.endsAtMs ?? nowMs + windowMs;
    if (count >= limit) {
      usedUp.push(subject);
      waitMs = Math.max(waitMs, endsAtMs - nowMs);
    } else if (!used && full !== null) waitMs = Math.max(waitMs, full - nowMs, 1);
    changes.set(subject, { count: count + 1, endsAtMs });
  }
  if (waitMs === 0) return { answer: { allowed: true }, changes };
  return { answer: { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000), usedUp }, changes: new Map() };
}

/** Counts a first time where none was counted in the window; what was counted before stays as it is. */
export function begin(claim: Claim, usedOf: UsedOf, full: number | null, nowMs: number): TakingDecision {
  if (!inWindow(usedOf(claim.subject), nowMs)) return take([claim], usedOf, full, nowMs);
  return { answer: { allowed: true }, changes: new Map() };
}

/** A subject's use after one time more, where it was counted in its window before; null where it was not, or is used up. */
export function again({ subject, limit }: Claim, usedOf: UsedOf, nowMs: number): AllowanceUse | null {
  const used = inWindow(usedOf(subject), nowMs);
  return used && used.count < limit ? { ...used, count: used.count + 1 } : null;
}

/** How many times all claims would still allow. */
export function left(claims: readonly Claim[], usedOf: UsedOf, nowMs: number): number {
  const each = claims.map(({ subject, limit }) => limit - (inWindow(usedOf(subject), nowMs)?.count ?? 0));
  return Math.max(0, Math.min(...each));
}

/** A subject's use after one time is given back; null when nothing is left to store. */
export function givenBack(used: AllowanceUse | null, nowMs: number): AllowanceUse | null {
  const left = inWindow(used, nowMs);
  return left && left.count > 1 ? { ...left, count: left.count - 1 } : null;
}

function inWindow(used: AllowanceUse | null, nowMs: number): AllowanceUse | null {
  return used && nowMs < used.endsAtMs ? used : null;
}
