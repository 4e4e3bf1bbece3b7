/** How much answers differ. */
import type { WireTensor } from '../../../../src/wire/protocol/tensor.ts';

export interface Difference {
  readonly largest: number;
  readonly mean: number;
}

/** Of bytes in steps of 255, of other numbers in their own unit, over all outputs of that type. */
export function differenceOf(answers: readonly WireTensor[], others: readonly WireTensor[]): Difference {
  let [largest, sum, count] = [0, 0, 0];
  for (const [index, answer] of answers.entries()) {
    const [mine, theirs] = [numbersOf(answer), numbersOf(others[index])];
    for (let at = 0; at < mine.length; at += 1) {
      const apart = Math.abs(mine[at] - theirs[at]);
      // Not a number stays one.
      largest = Math.max(largest, apart);
      sum += apart;
    }
    count += mine.length;
  }
  return { largest, mean: sum / count };
}

/** The mean of means, and the largest of all. */
export function worstOf(differences: readonly Difference[]): Difference {
  return {
    largest: Math.max(...differences.map(({ largest }) => largest)),
    mean: differences.reduce((sum, { mean }) => sum + mean, 0) / differences.length,
  };
}

function numbersOf({ datatype, data }: WireTensor): ArrayLike<number> {
  if (datatype !== 'FP32') return data;
  // A copy starts at a multiple of four.
  const copy = data.slice();
  return new Float32Array(copy.buffer, 0, copy.byteLength / Float32Array.BYTES_PER_ELEMENT);
}
