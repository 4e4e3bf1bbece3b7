/**
 * The steps of a request that are timed, as `Server-Timing` names them. Only calls with an `image_url` have `fetch`; `image-lane` is all
 * time in the image lane, the way there and back included.
 */
export const timedSteps = ['ledger', 'receive', 'fetch', 'decode', 'inference', 'image-lane'] as const;

export type TimedStep = (typeof timedSteps)[number];
