/** Verdicts with the versions put back in their places. */
import { other, type Showing, type Version } from './showings.ts';
import { paddedNumber, type Quality, type Verdict } from './verdicts.ts';

/** The verdicts on a photo's two answers. */
export interface Result {
  readonly number: number;
  readonly photo: string;
  readonly kinds: readonly string[];
  /** The answers have the same pixels. */
  readonly same: boolean;
  readonly A: Quality;
  readonly B: Quality;
  readonly better: Version | 'same';
  /** As it was written, with x and y. */
  readonly reason: string;
  /** Which version was x. */
  readonly x: Version;
}

export interface Results {
  /** Of the first time that a photo was shown. These count. */
  readonly first: readonly Result[];
  /** Of the second time, where there was one. */
  readonly second: readonly Result[];
}

/**
 * @param kindsOf kinds by the photo's name
 * @throws Error when a showing has no verdict: the seal stays closed until all have one
 */
export function unblind(
  showings: readonly Showing[],
  verdicts: ReadonlyMap<number, Verdict>,
  kindsOf: Readonly<Record<string, readonly string[]>>,
): Results {
  const missing = showings.filter(({ number }) => !verdicts.has(number)).map(({ number }) => paddedNumber(number));
  if (missing.length > 0) throw new Error(`No verdict yet of ${missing.join(', ')}`);
  const first = new Map<string, Result>();
  const second: Result[] = [];
  for (const showing of showings) {
    const verdict = verdicts.get(showing.number);
    if (!verdict) continue;
    const result = resultOf(showing, verdict, kindsOf[showing.photo] ?? []);
    if (first.has(showing.photo)) second.push(result);
    else first.set(showing.photo, result);
  }
  return { first: [...first.values()], second };
}

function resultOf({ number, photo, same, x }: Showing, verdict: Verdict, kinds: readonly string[]): Result {
  const better = { x, y: other(x), same: 'same' as const }[verdict.better];
  const [A, B] = x === 'A' ? [verdict.x, verdict.y] : [verdict.y, verdict.x];
  return { number, photo, kinds, same, A, B, better, reason: verdict.reason, x };
}
