/** How far a download is: as a bar that redraws itself on a terminal, as one line when it begins in a log. */

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
  const begun = new Set<string>();
  return ({ model, step, totalBytes }) => {
    if (step !== 'fetch' || begun.has(model)) return;
    begun.add(model);
    output.write(`${model}  fetching${totalBytes > 0 ? ` ${megabytes(totalBytes)} MB` : ''}\n`);
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
