/** How far a download is: as a bar that redraws itself on a terminal, as a line for each tenth in a log. */

export interface Progress {
  readonly model: string;
  readonly step: 'fetch' | 'prepare' | 'try' | 'ready';
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export type OnProgress = (progress: Progress) => void;

/** The part of process.stdout that is used. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const barCells = 30;
const redrawMs = 100;
/** Back to the first column and clear what was there (ECMA-48 EL). */
const restartLine = '\r\u001b[K';

/** Makes a progress listener that prints to `output`. */
export function printProgress(output: ProgressOutput): OnProgress {
  return output.isTTY ? drawBar(output) : writeLines(output);
}

/** Bytes in decimal megabytes, as registries and disks count them. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function drawBar(output: ProgressOutput): OnProgress {
  let drawnAtMs = 0;
  return (progress) => {
    const finished = progress.doneBytes >= progress.totalBytes;
    if (progress.step === 'fetch' && !finished && Date.now() - drawnAtMs < redrawMs) return;
    drawnAtMs = Date.now();
    output.write(`${restartLine}${describe(progress)}${progress.step === 'ready' ? '\n' : ''}`);
  };
}

function writeLines(output: ProgressOutput): OnProgress {
  /** Tenths that were written of each download. */
  const written = new Map<string, number>();
  return ({ model, step, doneBytes, totalBytes }) => {
    if (step !== 'fetch') return;
    const before = written.get(model);
    const tenths = totalBytes > 0 ? Math.floor((10 * doneBytes) / totalBytes) : 0;
    if (before === undefined)
      output.write(`${model}  fetching${totalBytes > 0 ? ` ${megabytes(totalBytes)} MB` : ''}\n`);
    else if (tenths > before) output.write(`${model}  ${megabytes(doneBytes)} of ${megabytes(totalBytes)} MB\n`);
    // One that is begun once more is silent until it is further than the first.
    written.set(model, Math.max(tenths, before ?? 0));
  };
}

function describe(progress: Progress): string {
  const { model, step, doneBytes, totalBytes } = progress;
  switch (step) {
    case 'fetch':
      return `${model}  ${bar(progress)}${percent(progress)} %  ${megabytes(doneBytes)} of ${megabytes(totalBytes)} MB`;
    case 'prepare':
      return `${model}  preparing`;
    case 'try':
      return `${model}  trial run`;
    case 'ready':
      return `${model}  ready, ${megabytes(totalBytes)} MB`;
  }
}

function bar(progress: Progress): string {
  const full = Math.round((percent(progress) / 100) * barCells);
  return `[${'#'.repeat(full)}${'-'.repeat(barCells - full)}]  `;
}

function percent({ doneBytes, totalBytes }: Progress): number {
  return totalBytes > 0 ? Math.min(100, Math.floor((doneBytes / totalBytes) * 100)) : 100;
}
