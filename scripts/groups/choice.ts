/** Which groups run. */

/** A group as it is now. */
export interface GroupState {
  readonly name: string;
  readonly key: string;
  /** Of its last green run; null where there is none. */
  readonly green: { readonly key: string; readonly commit: string; readonly date: string } | null;
}

export interface Choice {
  /** In the order in which they are listed. */
  readonly run: readonly string[];
  /** One line for each group. */
  readonly lines: readonly string[];
}

/**
 * Those with another key than that of their record run, and where it is asked for one of the others: the one whose record is oldest.
 * @param random between 0 and 1, where one of the others is to run: it decides between records of one day; null for none
 */
export function chooseGroups(states: readonly GroupState[], random: number | null): Choice {
  const green = states.filter(({ key, green }) => green?.key === key);
  const oldest = green.map(({ green }) => green?.date ?? '').sort()[0];
  const candidates = green.filter(({ green }) => green?.date === oldest);
  const drawn = random === null ? undefined : candidates[Math.floor(random * candidates.length)];
  const lines = states.map((state) => {
    if (!green.includes(state)) return `${state.name}: ${state.green ? 'changed' : 'no record'}, runs`;
    const since = `green as of ${state.green?.commit.slice(0, 12)}`;
    return `${state.name}: ${since}${state === drawn ? ', drawn, runs' : ''}`;
  });
  const run = states.filter((state) => !green.includes(state) || state === drawn);
  return { run: run.map(({ name }) => name), lines };
}
