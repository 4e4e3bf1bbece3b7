/** Resampling along one axis: which input samples make an output sample, and with which weight. */

/** For each output sample, the input samples that it is the weighted sum of. */
export interface Taps {
  /** First input sample of each output sample. */
  readonly first: Int32Array;
  /** Input samples of each output sample; none where it is outside the input. */
  readonly count: Int32Array;
  /**
   * `stride` weights for each output sample, of which `count` count. They sum to 1 inside the input. Those between the first and
   * the last are equal.
   */
  readonly weights: Float32Array;
  readonly stride: number;
}

/** A length of input, in samples: 0 is the edge before the first one. It may reach beyond the input. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Taps that map a span of `input` samples onto `output` samples: area average where that shrinks, bilinear with
 * half-pixel centres where it grows.
 * @param input samples that there are
 * @param output samples that are wanted
 * @param span the part of the input that is mapped; all of it when left out
 */
export function axisTaps(input: number, output: number, span: Span = { from: 0, to: input }): Taps {
  return output < span.to - span.from ? areaTaps(input, output, span) : bilinearTaps(input, output, span);
}

/** Each output sample is the mean of the input that it covers, partly covered samples in proportion. */
function areaTaps(input: number, output: number, { from, to }: Span): Taps {
  const scale = (to - from) / output;
  const stride = Math.ceil(scale) + 1;
  const taps = emptyTaps(output, stride);
  for (let x = 0; x < output; x++) {
    const start = from + x * scale;
    const end = from + (x + 1) * scale;
    const first = Math.max(0, Math.floor(start));
    const last = Math.min(input - 1, Math.ceil(end) - 1);
    taps.first[x] = first;
    taps.count[x] = Math.max(0, last - first + 1);
    for (let sample = first; sample <= last; sample++) {
      const covered = Math.min(end, sample + 1) - Math.max(start, sample);
      taps.weights[x * stride + sample - first] = covered / (end - start);
    }
  }
  return taps;
}

/** The two samples around the centre. At the input's edge the last sample goes on for half of its width. */
function bilinearTaps(input: number, output: number, { from, to }: Span): Taps {
  const taps = emptyTaps(output, 2);
  for (let x = 0; x < output; x++) {
    const centre = from + ((x + 0.5) * (to - from)) / output;
    if (centre < 0 || centre > input) continue;
    const position = Math.min(Math.max(centre - 0.5, 0), input - 1);
    const first = Math.min(Math.floor(position), Math.max(0, input - 2));
    taps.first[x] = first;
    taps.count[x] = Math.min(2, input);
    taps.weights[x * 2] = input === 1 ? 1 : 1 - (position - first);
    taps.weights[x * 2 + 1] = position - first;
  }
  return taps;
}

function emptyTaps(output: number, stride: number): Taps {
  return {
    first: new Int32Array(output),
    count: new Int32Array(output),
    weights: new Float32Array(output * stride),
    stride,
  };
}

/**
 * Where output sample `at` of `size` is among `sourceSize` input samples that cover the same length: half-pixel
 * centres, kept inside.
 * @returns 0 (the centre of the first input sample) to `sourceSize` − 1
 */
export function sourcePosition(at: number, size: number, sourceSize: number): number {
  return Math.min(Math.max(((at + 0.5) * sourceSize) / size - 0.5, 0), sourceSize - 1);
}

/** Where output samples are among input samples, one after the other. */
export interface Neighbours {
  /** For each input sample, and one beyond: the first output sample that has it, or a later one, to its left. */
  readonly start: Int32Array;
  /** For each output sample: the weight of its right neighbour against the left one, 0 to below 1. */
  readonly across: Float32Array;
}

/** The neighbours of `size` output samples among `sourceSize` input samples: see `sourcePosition`. */
export function neighbours(size: number, sourceSize: number): Neighbours {
  const start = new Int32Array(sourceSize + 1).fill(size);
  const across = new Float32Array(size);
  let after = sourceSize;
  for (let x = size - 1; x >= 0; x--) {
    const position = sourcePosition(x, size, sourceSize);
    const left = Math.floor(position);
    across[x] = position - left;
    // Columns from here to the last one that was met begin no earlier than the pixel after this one.
    start.fill(x + 1, left + 1, after);
    start[left] = x;
    after = left + 1;
  }
  start.fill(0, 0, after);
  return { start, across };
}
