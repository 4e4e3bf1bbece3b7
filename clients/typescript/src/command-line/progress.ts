/** A bar with rate and time left, on a terminal. */

export interface Count {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
}

const barWidth = 24;

/** The line for that moment. @param seconds since the first picture was begun */
export function progressLine({ done, failed, total }: Count, seconds: number): string {
  const ended = done + failed;
  const filled = total === 0 ? barWidth : Math.round((ended / total) * barWidth);
  const perSecond = ended / Math.max(seconds, 0.001);
  const rate = ended === 0 ? '' : `  ${(perSecond * 60).toFixed(1)}/min`;
  const left = ended === 0 || ended === total ? '' : `  ${timeOf((total - ended) / perSecond)} left`;
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`;
  return `${bar} ${ended}/${total}${rate}${left}${failed > 0 ? `  ${failed} failed` : ''}`;
}

/** A time as a person says it. */
export function timeOf(seconds: number): string {
  if (seconds < 99) return `${Math.ceil(seconds)} s`;
  if (seconds < 99 * 60) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** Draws over its own line. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #beganAt = Date.now();
  #drawn = false;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  draw(count: Count): void {
    if (!this.#stream.isTTY) return;
    const line = progressLine(count, (Date.now() - this.#beganAt) / 1000);
    this.#stream.write(`\r${line.slice(0, this.#stream.columns || 80)}\u001b[K`);
    this.#drawn = true;
  }

  /** Leaves the line, so that something else can be written. */
  end(): void {
    if (this.#drawn) this.#stream.write('\n');
    this.#drawn = false;
  }
}
