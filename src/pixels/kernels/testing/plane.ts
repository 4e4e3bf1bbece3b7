/** What the kernels of `plane.c` make, in JavaScript. */

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** For each output sample `count` input samples from `first` on, with their weights, `stride` to a sample. */
interface Taps {
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly weights: Float32Array;
  readonly stride: number;
}

/** Weighted sums along the rows and then along the columns, the first rounded to 32 bits, the second to bytes. */
export function reduced(samples: Uint8Array, { widthPx, heightPx }: Size, columns: Taps, lines: Taps): Uint8Array {
  const width = columns.first.length;
  const narrowed = new Float32Array(heightPx * width);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let tap = 0; tap < columns.count[x]; tap++)
        sum += samples[y * widthPx + columns.first[x] + tap] * columns.weights[x * columns.stride + tap];
      narrowed[y * width + x] = sum;
    }
  }
  return Uint8Array.from({ length: lines.first.length * width }, (_, at) => {
    const y = Math.floor(at / width);
    let sum = 0.5;
    for (let tap = 0; tap < lines.count[y]; tap++)
      sum += narrowed[(lines.first[y] + tap) * width + (at % width)] * lines.weights[y * lines.stride + tap];
    return sum;
  });
}

/** Of each pixel, how many of the window around it are above `low` and below `high`. */
export function countsAround(
  samples: Uint8Array,
  { widthPx, heightPx }: Size,
  [low, high, reach]: readonly [low: number, high: number, reach: number],
): number[] {
  return [...samples].map((_, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    let count = 0;
    for (let row = Math.max(0, y - reach); row <= Math.min(heightPx - 1, y + reach); row++) {
      for (let column = Math.max(0, x - reach); column <= Math.min(widthPx - 1, x + reach); column++) {
        const value = samples[row * widthPx + column];
        if (value > low && value < high) count++;
      }
    }
    return count;
  });
}

/** Of each corner between pixels, the greatest softness of the four around it, unless all four are surely the same. */
export function corners(
  alpha: Uint8Array,
  softness: Uint8Array,
  { widthPx, heightPx }: Size,
  [low, high]: readonly [low: number, high: number],
): Uint8Array {
  return Uint8Array.from({ length: (widthPx + 1) * (heightPx + 1) }, (_, at) => {
    const [x, y] = [at % (widthPx + 1), Math.floor(at / (widthPx + 1))];
    const rows = [Math.max(0, y - 1), Math.min(heightPx - 1, y)];
    const columns = [Math.max(0, x - 1), Math.min(widthPx - 1, x)];
    const four = rows.flatMap((row) => columns.map((column) => row * widthPx + column));
    const isSure = four.every((pixel) => alpha[pixel] <= low) || four.every((pixel) => alpha[pixel] >= high);
    return isSure ? 0 : Math.max(...four.map((pixel) => softness[pixel]));
  });
}
