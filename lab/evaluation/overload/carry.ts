/** What the service can carry: a few clients, each with one call after the other. */
import { setTimeout as pause } from 'node:timers/promises';
import { type CallTerms, type TimedCall, timedCall } from './call.ts';

/** Keeps `clients` busy for so long. @returns every call that ended, those of the last moment included */
export async function carry(terms: CallTerms, clients: number, seconds: number): Promise<TimedCall[]> {
  const calls: TimedCall[] = [];
  const untilMs = performance.now() + seconds * 1000;
  const client = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      const call = await timedCall(terms);
      calls.push(call);
      if (call.status !== 200) await pause((call.retryAfterSeconds ?? 1) * 1000);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return calls;
}
