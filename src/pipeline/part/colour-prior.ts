/** How likely a colour is of one of two subjects, by the colours of cells that are known to be of either. */

/** Levels of a channel that are one, as a power of two. */
const levelBits = 5;
const levels = 256 >> levelBits;
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
  const [ofMine, ofOther] = [histogramOf(colours, mine), histogramOf(colours, other)];
  return Float32Array.from({ length: colours.length / 3 }, (_, cell) => {
    const bin = binOf(colours, cell);
    return ofMine[bin] / (ofMine[bin] + ofOther[bin]);
  });
}

/** Shares of the cells by colour; neighbours of a colour have a part of it, so that no border of bins counts. */
function histogramOf(colours: Uint8Array, cells: readonly number[]): Float32Array {
  const counts = new Float32Array(levels ** 3);
  for (const cell of cells) counts[binOf(colours, cell)]++;
  for (const step of [1, levels, levels ** 2]) smooth(counts, step);
  const all = cells.length + unseen * counts.length;
  return counts.map((count) => (count + unseen) / all);
}

function smooth(counts: Float32Array, step: number): void {
  const before = counts.slice();
  for (let bin = 0; bin < counts.length; bin++) {
    const level = Math.floor(bin / step) % levels;
    const lower = level > 0 ? before[bin - step] : before[bin];
    const upper = level < levels - 1 ? before[bin + step] : before[bin];
    counts[bin] = (lower + 2 * before[bin] + upper) / 4;
  }
}

function binOf(colours: Uint8Array, cell: number): number {
  const level = (channel: number) => colours[cell * 3 + channel] >> levelBits;
  return (level(0) * levels + level(1)) * levels + level(2);
}
