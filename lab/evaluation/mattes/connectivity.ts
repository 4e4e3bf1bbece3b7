/** How connected the pixels of a matte are, as Rhemann et al. compare it (CVPR 2009). */

const steps = 10;
const tolerance = 0.15;

/**
 * Difference of connectivity at each pixel. A pixel is connected up to the last of the levels 0, 0.1 … 1 at which it
 * still belongs to the largest 4-connected part of what is at least that opaque in both mattes; what rises 0.15 or more
 * above its level counts as not connected by as much.
 * @param alpha row-major values, 0 to 1
 * @param truth the same
 * @returns |phi - phi*| of each pixel, 0 to 1
 */
export function connectivityDifference(alpha: Float32Array, truth: Float32Array, widthPx: number): Float32Array {
  const reached = connectedSteps(alpha, truth, widthPx);
  const difference = new Float32Array(alpha.length);
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    if (alpha[pixel] === truth[pixel]) continue;
    const level = reached[pixel] / steps;
    difference[pixel] = Math.abs(connection(alpha[pixel], level) - connection(truth[pixel], level));
  }
  return difference;
}

function connection(alpha: number, level: number): number {
  return alpha - level >= tolerance ? 1 - (alpha - level) : 1;
}

/** The last step up to which each pixel is connected, 0 to 10. */
function connectedSteps(alpha: Float32Array, truth: Float32Array, widthPx: number): Uint8Array {
  const height = new Uint8Array(alpha.length);
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    height[pixel] = highestStep(Math.min(alpha[pixel], truth[pixel]));
  }
  const reached = new Uint8Array(alpha.length);
  const runs = new Runs(widthPx, alpha.length / widthPx);
  for (let step = 1; step <= steps; step++) {
    runs.find(height, step);
    if (runs.count === 0) break;
    runs.eachOfLargest((from, to) => {
      for (let pixel = from; pixel < to; pixel++) if (reached[pixel] === step - 1) reached[pixel] = step;
    });
  }
  return reached;
}

/** The last step whose level a value reaches. */
function highestStep(value: number): number {
  const near = Math.round(value * steps);
  return value >= near / steps ? near : near - 1;
}

/** Horizontal runs of pixels, joined where those of neighbouring rows touch: union-find by size. */
class Runs {
  count = 0;
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  readonly #parent: Int32Array;
  readonly #pixels: Int32Array;
  readonly #widthPx: number;
  readonly #heightPx: number;

  constructor(widthPx: number, heightPx: number) {
    const most = Math.ceil(widthPx / 2) * heightPx;
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
    this.#from = new Int32Array(most);
    this.#to = new Int32Array(most);
    this.#parent = new Int32Array(most);
    this.#pixels = new Int32Array(most);
  }

  /** Finds the runs of pixels of at least that height. */
  find(height: Uint8Array, step: number): void {
    this.count = 0;
    let above = 0;
    for (let y = 0; y < this.#heightPx; y++) {
      const firstHere = this.count;
      const end = (y + 1) * this.#widthPx;
      for (let pixel = y * this.#widthPx; pixel < end; ) {
        if (height[pixel] < step) {
          pixel++;
          continue;
        }
        const start = pixel;
        while (pixel < end && height[pixel] >= step) pixel++;
        this.#add(start, pixel);
      }
      this.#joinRows(above, firstHere);
      above = firstHere;
    }
  }

  /** Visits the runs of the part with most pixels, as [from, to) of the map. */
  eachOfLargest(visit: (from: number, to: number) => void): void {
    let largest = 0;
    for (let run = 1; run < this.count; run++) if (this.#pixels[run] > this.#pixels[largest]) largest = run;
    for (let run = 0; run < this.count; run++) {
      if (this.#root(run) === largest) visit(this.#from[run], this.#to[run]);
    }
  }

  #add(from: number, to: number): void {
    const run = this.count++;
    this.#from[run] = from;
    this.#to[run] = to;
    this.#parent[run] = run;
    this.#pixels[run] = to - from;
  }

  /** Joins runs from `upper` on, which end where the row of runs from `lower` on begins, with those below them. */
  #joinRows(upper: number, lower: number): void {
    let over = upper;
    let under = lower;
    while (over < lower && under < this.count) {
      const shift = this.#widthPx;
      if (this.#from[over] + shift < this.#to[under] && this.#from[under] < this.#to[over] + shift)
        this.#join(over, under);
      if (this.#to[over] + shift < this.#to[under]) over++;
      else under++;
    }
  }

  #join(one: number, other: number): void {
    const [a, b] = [this.#root(one), this.#root(other)];
    if (a === b) return;
    const [larger, smaller] = this.#pixels[a] >= this.#pixels[b] ? [a, b] : [b, a];
    this.#parent[smaller] = larger;
    this.#pixels[larger] += this.#pixels[smaller];
    this.#pixels[smaller] = 0;
  }

  #root(run: number): number {
    const parent = this.#parent;
    let at = run;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }
}
