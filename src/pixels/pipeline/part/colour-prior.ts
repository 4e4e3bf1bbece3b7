/** How likely a colour is of one of two subjects, by the colours of cells that are known to be of either. */
import { binOf, histogramOf } from '../colour/histogram.ts';

/** Bits of each channel by which colours differ. */
const bits = 3;
/** Cells that every colour is given of each subject before any is counted. */
const unseen = 0.5;

/**
 * Compares two histograms.
 * @param colours RGB of all cells
 * @param mine cells of the subject that is meant
 * @param other cells of the other one
 * @returns of each cell 0, surely the other's, to 1
 */
export function priorOf(colours: Uint8Array, mine: readonly number[], other: readonly number[]): Float32Array {
  const bins = Uint16Array.from({ length: colours.length / 3 }, (_, cell) => binOf(colours, cell, bits));
  const [ofMine, ofOther] = [sharesOf(bins, mine), sharesOf(bins, other)];
  return Float32Array.from(bins, (bin) => ofMine[bin] / (ofMine[bin] + ofOther[bin]));
}

/** Shares of the cells by colour. */
function sharesOf(bins: Uint16Array, cells: readonly number[]): Float64Array {
  const counts = histogramOf(
    cells.map((cell) => bins[cell]),
    bits,
  );
  const all = cells.length + unseen * counts.length;
  return counts.map((count) => (count + unseen) / all);
}
