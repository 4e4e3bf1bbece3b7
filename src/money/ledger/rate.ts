/** The exact sliding window of a key: times of counted requests, oldest first, against a limit. */
import type { RateLimitState } from '../../contract/account.ts';

/** Length of the window. */
export const windowMs = 60_000;

/** The times with one more, less those that have left the window. */
export function withHit(hits: readonly number[], atMs: number): number[] {
  return [...hits.slice(firstLiveHit(hits, atMs)), atMs];
}

/** Whether one more request may be counted. */
export function hasFreeSlot(hits: readonly number[], limit: number, nowMs: number): boolean {
  return countHits(hits, nowMs) < limit;
}

/** State of the window; `adding` is 1 when the present request is about to be counted. */
export function rateLimitState(hits: readonly number[], limit: number, nowMs: number, adding: 0 | 1): RateLimitState {
  const remaining = Math.max(0, limit - countHits(hits, nowMs) - adding);
  return { limit, remaining, resetUnixSeconds: Math.ceil(slotFreeAtMs(hits, limit, nowMs, adding) / 1000) };
}

/** Whole seconds, at least 1, until a request may be counted. */
export function waitSeconds(hits: readonly number[], limit: number, nowMs: number): number {
  return Math.max(1, Math.ceil((slotFreeAtMs(hits, limit, nowMs, 0) - nowMs) / 1000));
}

/** When one more request may be counted: now, or once the oldest of the last `limit` hits leaves the window. */
function slotFreeAtMs(hits: readonly number[], limit: number, nowMs: number, adding: 0 | 1): number {
  if (countHits(hits, nowMs) + adding < limit) return nowMs;
  return (hits[hits.length + adding - limit] ?? nowMs) + windowMs;
}

function countHits(hits: readonly number[], nowMs: number): number {
  return hits.length - firstLiveHit(hits, nowMs);
}

/** A hit leaves the window exactly `windowMs` after it was counted. */
function firstLiveHit(hits: readonly number[], nowMs: number): number {
  let first = 0;
  while (first < hits.length && hits[first] <= nowMs - windowMs) first++;
  return first;
}
