/** How often colours are seen, those that are nearly alike counted as one. */

/** How many of the higher bits of each channel count. */
export type Bits = 3 | 4;

/** The bin of a colour. @param colours RGB, 0 to 255 @param at index of the pixel */
export function binOf(colours: Uint8Array, at: number, bits: Bits): number {
  const shift = 8 - bits;
  const [red, green, blue] = [colours[at * 3] >> shift, colours[at * 3 + 1] >> shift, colours[at * 3 + 2] >> shift];
  return (((red << bits) | green) << bits) | blue;
}

/**
 * Counts bins, each blurred into its neighbours, so that no border of bins counts.
 * @returns a count of each bin; they add up to the number of bins that came
 */
export function histogramOf(bins: Iterable<number>, bits: Bits): Float64Array<ArrayBuffer> {
  const levels = 1 << bits;
  let histogram = new Float64Array(levels ** 3);
  for (const bin of bins) histogram[bin]++;
  for (const stride of [1, levels, levels ** 2]) histogram = blurred(histogram, stride, levels);
  return histogram;
}

/** Along one channel by 1, 2, 1; at the ends the last one counts for the missing one. */
function blurred(histogram: Float64Array, stride: number, levels: number): Float64Array<ArrayBuffer> {
  return Float64Array.from(histogram, (count, bin) => {
    const place = Math.floor(bin / stride) % levels;
    const before = place > 0 ? histogram[bin - stride] : count;
    const after = place < levels - 1 ? histogram[bin + stride] : count;
    return (before + 2 * count + after) / 4;
  });
}
