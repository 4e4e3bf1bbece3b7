/**
 * Turns between test files that share the service: an isolate has room for two bodies of 20 MB and refuses a third, as it
 * should, so those of megabytes are sent one after the other.
 */
import { inject } from 'vitest';

/** Runs it when no other file has the turn, and gives the turn back. */
export async function inTurn<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  const turn = await fetch(`${inject('sharedService')}/turn`);
  try {
    return await run();
  } finally {
    await turn.body?.cancel();
  }
}
