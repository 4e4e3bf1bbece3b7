/** Which answer of a photo the judge sees at which letter. */
import { createHash } from 'node:crypto';

/** An answer that is shown, and how many clicks it had. Where a click changed nothing, one answer is of several counts. */
export interface Shown {
  readonly letter: string;
  readonly clicks: readonly number[];
}

const letters = ['a', 'b', 'c', 'd'];

/**
 * The different answers in an order that the secret and the photo draw, so that nobody who lacks the secret knows which came first.
 *
 * @param answers PNG files, the one without a click first
 */
export function shownOf(photo: string, answers: readonly Buffer[], secret: string): Shown[] {
  const different: { readonly bytes: Buffer; readonly clicks: number[] }[] = [];
  for (const [clicks, bytes] of answers.entries()) {
    const same = different.find((each) => each.bytes.equals(bytes));
    if (same) same.clicks.push(clicks);
    else different.push({ bytes, clicks: [clicks] });
  }
  const place = (clicks: number) => createHash('sha256').update(`${secret} ${photo} ${clicks}`).digest('hex');
  return different
    .map(({ clicks }) => ({ clicks, place: place(clicks[0]) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ clicks }, index) => ({ letter: letters[index], clicks }));
}
