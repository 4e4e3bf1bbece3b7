/** Where a picture is finished: in a worker, so that the page stays quick. If workers cannot draw, on the page's own thread. */
import { canDrawInWorkers, startWorker } from '../drawing/worker.ts';
import type { FileMadeHere, FinishOrder } from './finish.ts';

/** What the worker answers, once. */
export type FinishReport =
  | { readonly kind: 'made'; readonly made: FileMadeHere }
  | { readonly kind: 'failed'; readonly text: string };

/**
 * Has a picture finished.
 * @param signal ends it: what it has in memory goes
 * @throws Error where this browser cannot make it; the reason of the signal where that ended it
 */
export function finish(order: FinishOrder, signal?: AbortSignal): Promise<FileMadeHere> {
  return canDrawInWorkers() ? inWorker(order, signal) : onThisThread(order, signal);
}

function inWorker(order: FinishOrder, signal?: AbortSignal): Promise<FileMadeHere> {
  return new Promise<FileMadeHere>((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      worker.terminate();
      signal?.removeEventListener('abort', cancel);
    };
    const fail = (cause: unknown) => {
      stop();
      reject(cause);
    };
    const cancel = () => fail(signal?.reason);
    const worker = startWorker<FinishReport>(
      'finish-worker.js',
      (report) => {
        if (report.kind === 'failed') return fail(new Error(report.text));
        stop();
        resolve(report.made);
      },
      (why) => fail(new Error(why || 'The worker could not be loaded')),
    );
    signal?.addEventListener('abort', cancel);
    worker.postMessage(order);
  });
}

/** One at a time, for each takes the memory of a whole photo, and what has begun cannot be ended. */
let turn: Promise<unknown> = Promise.resolve();

function onThisThread(order: FinishOrder, signal?: AbortSignal): Promise<FileMadeHere> {
  const making = turn.then(async () => {
    signal?.throwIfAborted();
    const { finishedPicture } = await import('./finish.ts');
    return finishedPicture(order);
  });
  turn = making.catch(() => {});
  return making;
}
