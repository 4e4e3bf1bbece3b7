/** Steps of a request that are timed: the names that `Server-Timing` shows. `image-lane` is the whole of it, seen from outside. */
export const timedSteps = ['ledger', 'receive', 'decode', 'inference', 'image-lane'] as const;

export type TimedStep = (typeof timedSteps)[number];
