/** Which of sharp's settings makes a PNG as large as our answer: only then its time and ours are for the same thing. */

/** A setting of sharp's PNG encoder: the effort of zlib, and whether each row has the filter that suits it. */
export interface PngSetting {
  readonly compressionLevel: number;
  readonly adaptiveFiltering: boolean;
}

/** A setting with the bytes of the file and the processor time that it took. */
export interface Tried extends PngSetting {
  readonly bytes: number;
  readonly cpuSeconds: number;
}

/** So much larger or smaller is the same size. */
const tolerance = 0.05;

/**
 * The fastest setting whose file is as large as our answer; where there is none, the one that comes nearest.
 * @param ours bytes
 * @throws Error where none was tried
 */
export function sameSize(all: readonly Tried[], ours: number): Tried {
  const distance = ({ bytes }: Tried) => Math.abs(bytes / ours - 1);
  const alike = all.filter((each) => distance(each) <= tolerance);
  const [best] =
    alike.length > 0
      ? [...alike].sort((a, b) => a.cpuSeconds - b.cpuSeconds)
      : [...all].sort((a, b) => distance(a) - distance(b));
  if (!best) throw new Error('No setting was tried');
  return best;
}
