/** The way to the engine: a worker, so that the page stays quick; without `OffscreenCanvas` the page's own thread. */
import { canDrawInWorkers, startWorker } from '../drawing/worker.ts';
import { Engine } from './engine.ts';
import type { Order, Report } from './orders.ts';
import type { Stroke } from './repaint.ts';

/** What the page orders by. */
export interface Connection {
  order(order: Order): void;
  /** Ends the engine. Nothing is reported any more. */
  close(): void;
}

/** What is edited, both of the same size. */
interface Pictures {
  readonly photo: Blob;
  readonly cutout: Blob;
}

/**
 * Starts an engine that draws on a canvas of the page, and has it open a photo and its cutout.
 * @param onReport never called before this has returned
 */
export function connect(canvas: HTMLCanvasElement, pictures: Pictures, onReport: (report: Report) => void): Connection {
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

/**
 * Paints strokes over a cutout without showing it.
 * @throws Error where this browser cannot
 */
export function repainted(pictures: Pictures, strokes: readonly Stroke[]): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const end = (report: Report) => {
      close();
      if (report.kind === 'saved' && report.file) resolve(report.file);
      else reject(new Error(report.kind === 'failed' ? report.text : 'Nothing was painted'));
    };
    const close = startRepainting({ kind: 'repaint', ...pictures, strokes }, end);
  });
}

function startRepainting(order: Order, onReport: (report: Report) => void): () => void {
  if (!canDrawInWorkers()) {
    new Engine(onReport).take(order);
    return () => {};
  }
  const worker = startWorker<Report>('brush-worker.js', onReport, (why) =>
    onReport({ kind: 'failed', text: why || 'The brush could not be loaded' }),
  );
  worker.postMessage(order);
  return () => worker.terminate();
}

function onThisThread(canvas: HTMLCanvasElement, pictures: Pictures, onReport: (report: Report) => void): Connection {
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
