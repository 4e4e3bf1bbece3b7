/** Histogram of a value, in equal bins between its least and greatest number. */

export interface Extent {
  readonly low: number;
  readonly high: number;
}

/** The extent of both, or of one where there is no other. */
export function widened(one: Extent | undefined, { low, high }: Extent): Extent {
  return one ? { low: Math.min(one.low, low), high: Math.max(one.high, high) } : { low, high };
}

/** Least and greatest number of an array that holds at least one. */
export function extentOf(values: Float32Array): Extent {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}

export class Histogram {
  readonly extent: Extent;
  readonly counts = new Float64Array(4096);

  constructor(extent: Extent) {
    this.extent = extent;
  }

  get binWidth(): number {
    return (this.extent.high - this.extent.low) / this.counts.length;
  }

  add(values: Float32Array): void {
    const { low } = this.extent;
    const { counts } = this;
    const perNumber = this.binWidth > 0 ? 1 / this.binWidth : 0;
    const last = counts.length - 1;
    for (const value of values) counts[Math.min(last, Math.floor((value - low) * perNumber))]++;
  }
}
