/** Steps of a request that are timed: the names that `Server-Timing` shows. `fetch` is of an `image_url` alone; `image-lane` is the whole of it, seen from outside. */
export const timedSteps = ['ledger', 'receive', 'fetch', 'decode', 'inference', 'image-lane'] as const;

export type TimedStep = (typeof timedSteps)[number];
