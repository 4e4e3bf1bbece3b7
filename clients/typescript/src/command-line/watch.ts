/** Tasks as their pictures come. */
import { statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Task } from './names.ts';

/** How often folders are looked at. Looking works on every disk; being told does not. */
const lookMs = 2000;

/**
 * Tasks that are not among the first ones, each once for each state of its file: as soon as it has not changed between two
 * looks, so that nothing is taken while it is still being written. Ends with the signal.
 * @param look finds all tasks that there are
 */
export async function* comingTasks(
  look: () => Task[],
  known: readonly Task[],
  signal: AbortSignal,
): AsyncGenerator<Task> {
  const taken = new Set(known.map(stateOf));
  let before = new Set<string>();
  while (!signal.aborted) {
    const tasks = look().filter((task) => !taken.has(stateOf(task)));
    for (const task of tasks.filter((candidate) => before.has(stateOf(candidate)))) {
      taken.add(stateOf(task));
      yield task;
    }
    before = new Set(tasks.map(stateOf));
    await setTimeout(lookMs, undefined, { signal }).catch(() => {});
  }
}

function stateOf({ file }: Task): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return `${file} ${found?.size} ${found?.mtimeMs}`;
}
