/** Workers that draw, so that the page stays quick. */

/** Whether workers of this browser can draw. */
export function canDrawInWorkers(): boolean {
  return typeof OffscreenCanvas !== 'undefined';
}

/**
 * Starts a worker of this site.
 * @param script name of its file, which is served beside this one
 * @param onReport gets what the worker posts
 * @param onFailure gets why it could not be loaded or has broken, where the browser says so
 */
export function startWorker<Report>(
  script: string,
  onReport: (report: Report) => void,
  onFailure: (why: string) => void,
): Worker {
  const worker = new Worker(new URL(script, import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }) => onReport(data));
  worker.addEventListener('error', ({ message }) => onFailure(message));
  return worker;
}
