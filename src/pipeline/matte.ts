/** The matte a network gave, and how it is read at the size of the picture. */

export interface Matte {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Row-major opacity, 0 (background) to 255 (subject). */
  readonly alpha: Uint8Array;
}

/** Below this the network saw no subject: its noise on pictures without one stays under a tenth of it. */
const subjectThreshold = 128;

/** True when some pixel is more subject than background. */
export function hasSubject({ alpha }: Matte): boolean {
  return alpha.some((value) => value >= subjectThreshold);
}

/** Reads a matte at another size, row by row: bilinear with half-pixel centres, rounded to nearest. */
export class MatteSampler {
  private readonly matte: Matte;
  private readonly heightPx: number;
  /** Left neighbour and weight of the right one, for each output column. */
  private readonly left: Int32Array;
  private readonly weight: Float32Array;
  /** One matte row between two, a column longer so that the right neighbour always exists. */
  private readonly blended: Float32Array;

  constructor(matte: Matte, widthPx: number, heightPx: number) {
    this.matte = matte;
    this.heightPx = heightPx;
    this.left = new Int32Array(widthPx);
    this.weight = new Float32Array(widthPx);
    this.blended = new Float32Array(matte.widthPx + 1);
    for (let x = 0; x < widthPx; x++) {
      const position = sourcePosition(x, widthPx, matte.widthPx);
      this.left[x] = Math.floor(position);
      this.weight[x] = position - this.left[x];
    }
  }

  /** Writes the alpha of row `y`, 0 to 255, into the first bytes of `into`. */
  row(y: number, into: Uint8Array): void {
    const { left, weight, blended } = this;
    this.blendRows(sourcePosition(y, this.heightPx, this.matte.heightPx));
    for (let x = 0; x < left.length; x++) {
      const at = left[x];
      const value = blended[at];
      into[x] = value + (blended[at + 1] - value) * weight[x] + 0.5;
    }
  }

  private blendRows(position: number): void {
    const { alpha, widthPx, heightPx } = this.matte;
    const upper = Math.floor(position);
    const share = position - upper;
    const upperAt = upper * widthPx;
    const lowerAt = Math.min(upper + 1, heightPx - 1) * widthPx;
    for (let x = 0; x < widthPx; x++) {
      const value = alpha[upperAt + x];
      this.blended[x] = value + (alpha[lowerAt + x] - value) * share;
    }
    this.blended[widthPx] = this.blended[widthPx - 1];
  }
}

function sourcePosition(at: number, size: number, sourceSize: number): number {
  return Math.min(Math.max(((at + 0.5) * sourceSize) / size - 0.5, 0), sourceSize - 1);
}
