/** More than the service can carry: calls at a steady rate, which wait for nobody. */
import { setTimeout as pause } from 'node:timers/promises';
import { type CallTerms, type TimedCall, timedCall } from './call.ts';

/** Begins so many calls a second for so long. @returns all of them, once the last one has ended */
export async function offer(terms: CallTerms, perSecond: number, seconds: number): Promise<TimedCall[]> {
  const calls: Promise<TimedCall>[] = [];
  const beganMs = performance.now();
  for (let number = 0; number < perSecond * seconds; number++) {
    await pause(Math.max(0, beganMs + (number * 1000) / perSecond - performance.now()));
    calls.push(timedCall(terms));
  }
  return Promise.all(calls);
}
