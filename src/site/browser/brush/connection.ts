/** The way to the engine: a worker, so that the page stays quick; without `OffscreenCanvas` the page's own thread. */
import { canDrawInWorkers, startWorker } from '../drawing/worker.ts';
import { Engine } from './engine.ts';
import type { Order, Report } from './orders.ts';

/** What the page orders by. */
export interface Connection {
  order(order: Order): void;
  /** Ends the engine. Nothing is reported any more. */
  close(): void;
}

/**
 * Starts an engine that draws on a canvas of the page, and has it open a photo and its cutout.
 * @param onReport never called before this has returned
 */
export function connect(
  canvas: HTMLCanvasElement,
  pictures: { readonly photo: Blob; readonly cutout: Blob },
  onReport: (report: Report) => void,
): Connection {
  if (!('transferControlToOffscreen' in canvas) || !canDrawInWorkers()) {
    return onThisThread(canvas, pictures, onReport);
  }
  const worker = startWorker<Report>('brush-worker.js', onReport, (why) =>
    onReport({ kind: 'failed', text: why || 'The brush could not be loaded' }),
  );
  const offscreen = canvas.transferControlToOffscreen();
  worker.postMessage({ kind: 'open', canvas: offscreen, ...pictures } satisfies Order, [offscreen]);
  return { order: (order) => worker.postMessage(order), close: () => worker.terminate() };
}

function onThisThread(
  canvas: HTMLCanvasElement,
  pictures: { readonly photo: Blob; readonly cutout: Blob },
  onReport: (report: Report) => void,
): Connection {
  let isOpen = true;
  const engine = new Engine((report) => {
    if (isOpen) onReport(report);
  });
  engine.take({ kind: 'open', canvas, ...pictures });
  return {
    order: (order) => engine.take(order),
    close() {
      isOpen = false;
    },
  };
}
