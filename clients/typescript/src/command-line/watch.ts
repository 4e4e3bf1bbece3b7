/** Tasks as their pictures come. */
import { statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Task } from './names.ts';

/** How often folders are polled: notifications do not work on every disk. */
const pollMs = 2000;

/**
 * Tasks that are not among the first ones, each once for each state of its file: as soon as it has not changed between two
 * polls, so that no file is read while it is still being written. Ends with the signal.
 * @param find finds all tasks that there are
 */
export async function* comingTasks(
  find: () => Task[],
  known: readonly Task[],
  signal: AbortSignal,
): AsyncGenerator<Task> {
  const given = new Set(known.map(stateOf));
  let before = new Set<string>();
  while (!signal.aborted) {
    const tasks = find().filter((task) => !given.has(stateOf(task)));
    for (const task of tasks.filter((candidate) => before.has(stateOf(candidate)))) {
      given.add(stateOf(task));
      yield task;
    }
    before = new Set(tasks.map(stateOf));
    await setTimeout(pollMs, undefined, { signal }).catch(() => {});
  }
}

function stateOf({ file }: Task): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return `${file} ${found?.size} ${found?.mtimeMs}`;
}
