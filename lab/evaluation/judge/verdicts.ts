/** The text file of verdicts, a line each, as a person or the page writes it. */
import type { Showing } from './showings.ts';

export const qualities = ['sell', 'retouch', 'not'] as const;
export type Quality = (typeof qualities)[number];
export const preferences = ['x', 'y', 'same'] as const;

export interface Verdict {
  readonly number: number;
  readonly x: Quality;
  readonly y: Quality;
  readonly better: (typeof preferences)[number];
  /** Empty where none was given. */
  readonly reason: string;
}

const letters = { sell: 's', retouch: 'r', not: 'n' } as const;
const signs = { x: 'x', y: 'y', same: '=' } as const;
const ofTwo = /^([srn])\s+([srn])\s+([xy=])(?:\s+(.*))?$/i;
const ofOne = /^([srn])(?:\s+(.*))?$/i;

/** The file before anything is judged: how to write, and a number for each showing. */
export function emptyVerdicts(showings: readonly Pick<Showing, 'number' | 'same'>[]): string {
  const single = showings.filter(({ same }) => same).map(({ number }) => paddedNumber(number));
  return `# NUMBER X Y BETTER REASON, for example: 012 s r x a finger of y is missing
# X and Y: s one can sell it, r after a small retouch, n not. BETTER: x, y or =. REASON: as many words as you like.
# Where both answers have the same pixels, one letter is for both and there is nothing to prefer: 013 s
# These are: ${single.length === 0 ? 'none' : single.join(', ')}
${showings.map(({ number }) => `${paddedNumber(number)}\n`).join('')}`;
}

/** One line of the file. */
export function verdictLine({ number, x, y, better, reason }: Verdict, same: boolean): string {
  const verdict = same ? letters[x] : `${letters[x]} ${letters[y]} ${signs[better]}`;
  return `${paddedNumber(number)} ${verdict} ${reason.replace(/\s+/g, ' ')}`.trim();
}

/**
 * Verdicts by their number. A number alone has none yet; of several lines of a number the last one counts.
 *
 * @throws Error that names the line when it cannot be read
 */
export function parseVerdicts(text: string, showings: readonly Pick<Showing, 'number' | 'same'>[]) {
  const verdicts = new Map<number, Verdict>();
  for (const [index, line] of text.split('\n').entries()) {
    const [, digits, rest] = /^\s*(\d+)\s*(.*?)\s*$/.exec(line) ?? [];
    if (digits === undefined) {
      if (/^\s*(#|$)/.test(line)) continue;
      throw new Error(`Line ${index + 1} of the verdicts begins with no number: ${line}`);
    }
    const showing = showings.find(({ number }) => number === Number(digits));
    if (!showing) throw new Error(`Line ${index + 1} of the verdicts: there is no number ${digits}`);
    if (rest === '') continue;
    const verdict = parseVerdict(rest, showing);
    if (!verdict) throw new Error(`Line ${index + 1} of the verdicts cannot be read: ${line.trim()}`);
    verdicts.set(showing.number, verdict);
  }
  return verdicts;
}

function parseVerdict(text: string, { number, same }: Pick<Showing, 'number' | 'same'>): Verdict | null {
  if (same) {
    const [whole, letter, reason = ''] = ofOne.exec(text) ?? [];
    if (whole === undefined) return null;
    return { number, x: qualityOf(letter), y: qualityOf(letter), better: 'same', reason };
  }
  const [whole, x, y, sign, reason = ''] = ofTwo.exec(text) ?? [];
  if (whole === undefined) return null;
  const better = preferences.find((each) => signs[each] === sign.toLowerCase()) ?? 'same';
  return { number, x: qualityOf(x), y: qualityOf(y), better, reason };
}

function qualityOf(letter: string): Quality {
  return qualities.find((quality) => letters[quality] === letter.toLowerCase()) ?? 'not';
}

/** As names of files have it too. */
export function paddedNumber(number: number): string {
  return String(number).padStart(3, '0');
}
