/** Separates two subjects along the edges of a picture: Grady, "Multilabel random-walker image segmentation using prior models" (2005). */

/** A square of cells. */
export interface Grid {
  readonly side: number;
  /** 0 to 255. */
  readonly alpha: Uint8Array;
  /** RGB. */
  readonly colours: Uint8Array;
}

/** How much a cell's own prior counts beside a neighbour of the same colour. */
const priorWeight = 0.02;
/** Levels, root of the sum of squares, by which two cells differ that are held together half as much. */
const edgeLevels = 24;
/** What holds cells together across any edge: patterns of a subject are small. And what does so where there is no subject. */
const acrossEdges = 0.2;
const leastHold = 0.002;
/** Successive over-relaxation: how far beyond its neighbours' mean a cell goes, and how often, there and back. */
const overshoot = 1.7;
const sweeps = 40;

/** Cells and what holds each to its neighbours, solved for one prior after the other. */
export class Walker {
  readonly #side: number;
  /** Cells with some subject in or beside them, in order; no other cell matters. */
  readonly #active: Uint32Array;
  readonly #right: Float32Array;
  readonly #below: Float32Array;
  readonly #own: Float32Array;
  readonly #shares: Float32Array;

  /** @param fixed 1 for cells that are the other's */
  constructor({ side, alpha, colours }: Grid, fixed: Uint8Array) {
    const cells = side * side;
    this.#side = side;
    this.#right = new Float32Array(cells);
    this.#below = new Float32Array(cells);
    for (let cell = 0; cell < cells; cell++) {
      if (cell % side < side - 1) this.#right[cell] = hold(cell, cell + 1);
      if (cell + side < cells) this.#below[cell] = hold(cell, cell + side);
    }
    this.#own = Float32Array.from(alpha, (value) => (priorWeight * value) / 255);
    this.#shares = new Float32Array(cells);
    const beside = [0, -1, 1, -side, side];
    const isActive = (cell: number) => !fixed[cell] && beside.some((step) => alpha[cell + step] > 0);
    this.#active = Uint32Array.from(alpha.keys()).filter(isActive);

    function hold(one: number, other: number): number {
      let square = 0;
      for (let channel = 0; channel < 3; channel++) {
        square += (colours[one * 3 + channel] - colours[other * 3 + channel]) ** 2;
      }
      const alike = 0.5 ** (square / edgeLevels ** 2);
      return leastHold + ((acrossEdges + alike) * Math.min(alpha[one], alpha[other])) / 255;
    }
  }

  /**
   * Solves for the share of the subject that is meant in each cell, from the last solution on.
   * @param prior of each cell, 0 to 1
   * @returns 0 to 1; valid until the next call
   */
  solve(prior: Float32Array): Float32Array {
    for (let sweep = 0; sweep < sweeps; sweep++) {
      for (let at = 0; at < this.#active.length; at++) this.#relax(this.#active[at], prior);
      for (let at = this.#active.length - 1; at >= 0; at--) this.#relax(this.#active[at], prior);
    }
    return this.#shares;
  }

  #relax(cell: number, prior: Float32Array): void {
    const [side, shares] = [this.#side, this.#shares];
    const [right, below, own] = [this.#right[cell], this.#below[cell], this.#own[cell]];
    const left = cell % side > 0 ? this.#right[cell - 1] : 0;
    const above = cell >= side ? this.#below[cell - side] : 0;
    let sum = own * prior[cell];
    if (left > 0) sum += left * shares[cell - 1];
    if (above > 0) sum += above * shares[cell - side];
    if (right > 0) sum += right * shares[cell + 1];
    if (below > 0) sum += below * shares[cell + side];
    const mean = sum / (own + left + above + right + below);
    shares[cell] += overshoot * (mean - shares[cell]);
  }
}
