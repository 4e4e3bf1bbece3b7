/** Turns of others on one thread. */

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
