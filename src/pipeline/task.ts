/** A task on its way to the image lane. What tasks there are, the contract's list of operations says. */
import { isTaskKind, type Task } from '../contract/operations.ts';

export type { Task } from '../contract/operations.ts';

/** Tasks of the subject, whatever it is. */
export type SubjectTask = Exclude<Task, { readonly kind: `car-${string}` }>;

/** Tasks of the largest vehicle. */
export type CarTask = Extract<Task, { readonly kind: `car-${string}` }>;

/** A task as the last segment of a path and its query, for the way to the image lane. */
export function taskPath({ kind, ...switches }: Task): string {
  const query = Object.entries(switches).map(([name, value]) => `${name}=${value}`);
  return `${kind}?${query.join('&')}`;
}

/** Reads what `taskPath` wrote; a switch that is missing is off. Null for a kind that there is not. */
export function readTask(kind: string | undefined, query: URLSearchParams): Task | null {
  if (kind === undefined || !isTaskKind(kind)) return null;
  const switches = [...query].map(([name, value]): [string, boolean] => [name, value === 'true']);
  return { ...Object.fromEntries(switches), kind } as Task;
}
