/** The text file of verdicts on answers before and after clicks, a line for each photo. */
import { type Quality, qualities } from '../judge/verdicts.ts';

/** What the judge says of the answer at a letter. */
export interface AnswerVerdict {
  readonly quality: Quality;
  /** It has a fault beside the marks that another answer of the photo lacks. */
  readonly worse: boolean;
}

export interface Verdict {
  readonly photo: string;
  /** In the order of the letters. */
  readonly answers: readonly AnswerVerdict[];
  readonly reason: string;
}

const line = /^([a-z0-9-]+)((?:\s+[srn]!?)+)\s*(?:\|\s*(.*))?$/;

/**
 * Reads lines such as `avatar-guitar2 s n! r | b has a hole in the neck`: a letter for each answer, s one can sell it, r after a small
 * retouch, n not; `!` after one with a fault beside the marks that another answer lacks. `#` begins a remark.
 *
 * @throws Error that names the line that cannot be read, or has a photo again
 */
export function parseVerdicts(text: string): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const [index, whole] of text.split('\n').entries()) {
    const words = whole.trim();
    if (words === '' || words.startsWith('#')) continue;
    const [found, photo, letters, reason = ''] = line.exec(words) ?? [];
    if (found === undefined) throw new Error(`Line ${index + 1} of the verdicts cannot be read: ${words}`);
    if (verdicts.has(photo)) throw new Error(`Line ${index + 1} of the verdicts: ${photo} was there before`);
    const answers = letters
      .trim()
      .split(/\s+/)
      .map((each) => ({ quality: qualityOf(each[0]), worse: each.endsWith('!') }));
    verdicts.set(photo, { photo, answers, reason });
  }
  return verdicts;
}

function qualityOf(letter: string): Quality {
  return qualities.find((quality) => quality.startsWith(letter)) ?? 'not';
}
