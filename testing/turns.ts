/** Turns of others on one thread. */
import { SharedThread } from '../src/pixels/bounds/shared-thread.ts';

/** A thread that counts turns, and those whose end was not waited for. */
export class WatchedThread extends SharedThread {
  readonly seen: { readonly turns: number; readonly passedBy: number };

  constructor() {
    const seen = { turns: 0, passedBy: 0 };
    let isPaused = false;
    super(async () => {
      seen.turns++;
      if (isPaused) seen.passedBy++;
      isPaused = true;
      await new Promise((resolve) => setTimeout(resolve, 0));
      isPaused = false;
    });
    this.seen = seen;
  }
}

/** Waits for work that is begun already. @returns what it came to, and how often a timer came to an end meanwhile */
export async function turnsBeside<Result>(work: Promise<Result>): Promise<{ result: Result; turns: number }> {
  let [turns, isDone] = [0, false];
  const others = (async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (isDone) return;
      turns++;
    }
  })();
  try {
    const result = await work;
    return { result, turns };
  } finally {
    isDone = true;
    await others;
  }
}
