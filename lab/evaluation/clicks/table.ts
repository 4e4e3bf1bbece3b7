/** What clicks mended, counted. */
import { shareInterval } from '../judge/chance.ts';
import { type Quality, qualities } from '../judge/verdicts.ts';
import { type Marked, mostMarks } from './marks.ts';
import type { Shown } from './shown.ts';
import type { Verdict } from './verdicts.ts';

/** A photo's answers after 0 to `mostMarks` clicks. Where it has fewer marks the last ones are alike. */
export interface Outcome {
  readonly photo: string;
  readonly qualities: readonly Quality[];
  /** After some click it has a fault beside the marks that it lacked without. */
  readonly worse: boolean;
  readonly reason: string;
}

/** Outcome of a photo whose answer could be sold as it came, so that nobody clicked. */
export function unclicked({ photo, quality, reason }: Marked): Outcome {
  return { photo, qualities: Array.from({ length: mostMarks + 1 }, () => quality), worse: false, reason };
}

/**
 * Gives each count of clicks the verdict on the letter that had it.
 * @throws Error when there are not as many verdicts as answers
 */
export function outcomeOf({ photo, answers, reason }: Verdict, shown: readonly Shown[]): Outcome {
  if (answers.length !== shown.length) {
    throw new Error(`${photo} has ${shown.length} answers but verdicts on ${answers.length}`);
  }
  const last = Math.max(...shown.flatMap(({ clicks }) => clicks));
  const verdictAfter = (clicks: number) => answers[shown.findIndex((each) => each.clicks.includes(clicks))];
  const verdicts = Array.from({ length: mostMarks + 1 }, (_, clicks) => verdictAfter(Math.min(clicks, last)));
  return {
    photo,
    qualities: verdicts.map(({ quality }) => quality),
    worse: verdicts.slice(1).some(({ worse }) => worse) && !verdicts[0].worse,
    reason,
  };
}

/** How many clicks it took until the answer could be sold; null where it never could. */
export function clicksNeeded({ qualities: after }: Outcome): number | null {
  const clicks = after.indexOf('sell');
  return clicks === -1 ? null : clicks;
}

/** The middle one of the numbers, the lower one of two; null of none. */
export function median(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? null;
}

/** The table as Markdown. After an answer that can be sold nobody clicks further. */
export function report(outcomes: readonly Outcome[]): string {
  const needed = outcomes.map(clicksNeeded);
  const mended = needed.filter((clicks) => clicks !== null && clicks > 0).map(Number);
  const rows = Array.from({ length: mostMarks + 1 }, (_, clicks) => {
    const sold = needed.filter((each) => each !== null && each <= clicks).length;
    const counts = qualities.map((quality) => outcomes.filter((each) => each.qualities[clicks] === quality).length);
    return `| ${clicks} | ${share(sold, outcomes.length)} | ${counts.join(', ')} |`;
  });
  const worse = outcomes.filter((each) => each.worse);
  return `| Clicks | Sellable after at most so many | This answer: sell, retouch, not |
|---|---|---|
${rows.join('\n')}

${outcomes.length} photos. Mended by clicks: ${mended.length}, median ${median(mended) ?? '–'}. Worse beside the click: ${share(worse.length, outcomes.length)}.`;
}

function share(hits: number, of: number): string {
  const { from, to } = shareInterval(hits, of);
  const percent = (value: number) => (value * 100).toFixed(0);
  return of === 0 ? '–' : `${hits}, ${percent(hits / of)} % (${percent(from)}–${percent(to)})`;
}
