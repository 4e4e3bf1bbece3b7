/** In which order pictures are shown, and on which side which version is. */

export type Version = 'A' | 'B';

/** One picture with both answers, x and y. */
export interface Showing {
  /** From 1, in the order in which they are judged. */
  readonly number: number;
  /** Name of the photo without its ending. */
  readonly photo: string;
  /** The version that is x; the other one is y. */
  readonly x: Version;
  /** The answers have the same pixels, so that one is judged for both. */
  readonly same: boolean;
}

/**
 * Every photo once and some of them a second time, in random order. Which version is x is drawn for every showing, so that
 * nobody can learn it from the first one.
 *
 * @param photos with whether both answers have the same pixels
 * @param repeats how many are shown twice; of those whose answers differ first
 * @param random numbers from 0 to 1
 */
export function drawShowings(
  photos: readonly { readonly name: string; readonly same: boolean }[],
  repeats: number,
  random: () => number,
): Showing[] {
  const drawn = shuffled(photos, random);
  const twice = [...drawn.filter(({ same }) => !same), ...drawn.filter(({ same }) => same)].slice(0, repeats);
  return shuffled([...drawn, ...twice], random).map(({ name, same }, index) => ({
    number: index + 1,
    photo: name,
    x: random() < 0.5 ? 'A' : 'B',
    same,
  }));
}

/** The version that is y. */
export function other(version: Version): Version {
  return version === 'A' ? 'B' : 'A';
}

/** Fisher and Yates. */
function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last--) {
    const at = Math.floor(random() * (last + 1));
    [copy[last], copy[at]] = [copy[at], copy[last]];
  }
  return copy;
}
