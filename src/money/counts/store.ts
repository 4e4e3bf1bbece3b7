/** The calls of the store of counts, and its binding. */

/** Values by samples as Prometheus names them: metric and labels. */
export type Counts = Readonly<Record<string, number>>;

export interface CountCalls {
  /** Adds to what was counted before. */
  add(counts: Counts): Promise<void>;
  all(): Promise<Counts>;
}

/** The bindings. Without the store nothing is kept. */
export interface CountsEnv {
  readonly COUNTS?: { getByName(name: string): CountCalls };
}

/** All isolates of a deployment count into one object. */
export const storeName = 'edge';
