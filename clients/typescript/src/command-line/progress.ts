/** How far a run is, with rate and time left: a bar on a terminal, a line now and then in a log. */

export interface Count {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
}

const barWidth = 24;

/** Where no terminal is, that long passes from one line to the next. */
const lineMs = 30_000;

/** The bar for that moment. @param seconds since the first picture was begun */
export function progressBar(count: Count, seconds: number): string {
  const ended = count.done + count.failed;
  const filled = count.total === 0 ? barWidth : Math.round((ended / count.total) * barWidth);
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`;
  return [`${bar} ${ended}/${count.total}`, ...factsOf(count, seconds)].join('  ');
}

/** The line of a log for that moment. @param seconds since the first picture was begun */
export function progressLine(count: Count, seconds: number): string {
  return [`${count.done + count.failed} of ${count.total} pictures`, ...factsOf(count, seconds)].join(', ');
}

/** Rate, time left, failures: each where there is one. */
function factsOf({ done, failed, total }: Count, seconds: number): string[] {
  const ended = done + failed;
  const perSecond = ended / Math.max(seconds, 0.001);
  const facts: string[] = [];
  if (ended > 0) facts.push(`${(perSecond * 60).toFixed(1)}/min`);
  if (ended > 0 && ended < total) facts.push(`${timeOf((total - ended) / perSecond)} left`);
  if (failed > 0) facts.push(`${failed} failed`);
  return facts;
}

/** A time as a person would give it. */
export function timeOf(seconds: number): string {
  if (seconds < 99) return `${Math.ceil(seconds)} s`;
  if (seconds < 99 * 60) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** Draws over its own line on a terminal; elsewhere writes one every half minute, as pictures end. */
export class Progress {
  readonly #stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;
  readonly #beganAt = Date.now();
  #writtenAt = Date.now();
  #drawn = false;

  constructor(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>) {
    this.#stream = stream;
  }

  draw(count: Count): void {
    const now = Date.now();
    const seconds = (now - this.#beganAt) / 1000;
    if (this.#stream.isTTY) {
      this.#stream.write(`\r${progressBar(count, seconds).slice(0, this.#stream.columns || 80)}\u001b[K`);
      this.#drawn = true;
    } else if (now - this.#writtenAt >= lineMs) {
      this.#stream.write(`${progressLine(count, seconds)}\n`);
      this.#writtenAt = now;
    }
  }

  /** Leaves the bar, so that something else can be written. */
  end(): void {
    if (this.#drawn) this.#stream.write('\n');
    this.#drawn = false;
  }
}
