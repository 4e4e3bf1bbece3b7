/** A task on its way to the image lane. What tasks there are, the contract's list of operations says. */
import { type Task, taskOptions } from '../contract/operations.ts';

export type { Task } from '../contract/operations.ts';

/** Tasks of the subject, whatever it is. */
export type SubjectTask = Exclude<Task, { readonly kind: `car-${string}` }>;

/** Tasks of the largest vehicle. */
export type CarTask = Extract<Task, { readonly kind: `car-${string}` }>;

/** A task as the last segment of a path and its query, for the way to the image lane. */
export function taskPath({ kind, ...options }: Task): string {
  const query = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return `${kind}?${query.join('&')}`;
}

/** Reads what `taskPath` wrote; an option that is missing is off. Null for a kind that there is not. */
export function readTask(kind: string | undefined, query: URLSearchParams): Task | null {
  const known = kind === undefined ? undefined : taskOptions.get(kind);
  if (!known) return null;
  const options = Object.entries(known).map(([option, values]) => {
    const written = query.get(option);
    return [option, values.find((value) => String(value) === written) ?? values[0]];
  });
  // The list of options is complete for each kind, which its type says.
  return { kind, ...Object.fromEntries(options) } as Task;
}
