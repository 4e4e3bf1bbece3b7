/** What two judges are shown: numbers in random order, and the key that says what each is. They do not read the key. */
import * as z from 'zod';

const made = z.enum(['before', 'after']);
/** A version of the service. */
export type Made = z.infer<typeof made>;

const single = z.strictObject({ number: z.string(), photo: z.string() });
const shownPair = z.strictObject({ ...single.shape, A: made });

const judgedSet = z.strictObject({
  /** Kinds by the photo's name. */
  kinds: z.record(z.string(), z.array(z.string())),
  /** Answers of the later version, one for each photo. */
  singles: z.array(single),
  /** Both answers where they differ; A is the answer on the left. */
  pairs: z.array(shownPair),
  /** Photos whose answers have the same pixels: ties that nobody is shown. */
  same: z.array(z.string()),
});

export type JudgedSet = z.infer<typeof judgedSet>;
export type ShownPair = z.infer<typeof shownPair>;

/**
 * Draws order, numbers and sides: `S001` … for single answers, `P001` … for pairs, in an order of their own.
 *
 * @param photos with whether both answers have the same pixels
 * @param random numbers from 0 to below 1
 */
export function drawSet(
  photos: readonly { readonly name: string; readonly same: boolean }[],
  kinds: JudgedSet['kinds'],
  random: () => number,
): JudgedSet {
  const numbered = (letter: string, names: readonly string[]) =>
    names
      .map((photo) => ({ photo, at: random() }))
      .sort((one, another) => one.at - another.at)
      .map(({ photo }, index) => ({ number: `${letter}${String(index + 1).padStart(3, '0')}`, photo }));
  const names = (wanted: readonly { readonly name: string }[]) => wanted.map(({ name }) => name);
  const differing = numbered('P', names(photos.filter(({ same }) => !same)));
  return {
    kinds,
    singles: numbered('S', names(photos)),
    pairs: differing.map((each) => ({ ...each, A: random() < 0.5 ? 'before' : 'after' })),
    same: names(photos.filter(({ same }) => same)),
  };
}

/** @throws ZodError when the text is no such key */
export function parseKey(text: string): JudgedSet {
  return judgedSet.parse(JSON.parse(text));
}
