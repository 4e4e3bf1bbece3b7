/** How often an answer that needs a review is one that a person would not sell. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { shareInterval } from '../judge/chance.ts';
import { qualities } from '../judge/verdicts.ts';

const verdict = z.strictObject({ quality: z.enum(qualities), reason: z.string() });
const verdicts = z.record(z.string(), verdict);

export type Verdicts = z.infer<typeof verdicts>;

/** The part of an answer that rates are made of. */
export interface Judged {
  readonly name: string;
  readonly uncertainty: number;
}

/** From this uncertainty on, an answer asks for a review, as in `contract/answers.ts`. */
export const reviewFrom = 0.5;

/** @throws ZodError where the file is none of verdicts */
export function readVerdicts(file: string): Verdicts {
  return verdicts.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** A Markdown table: for each verdict the number of answers, and how many of them ask for a review. */
export function ratesTable(answers: readonly Judged[], judged: Verdicts): string {
  const rows = qualities.map((quality) => {
    const all = answers.filter(({ name }) => judged[name]?.quality === quality);
    const flagged = all.filter(({ uncertainty }) => uncertainty >= reviewFrom);
    const { from, to } = shareInterval(flagged.length, all.length);
    const percent = (share: number) => (share * 100).toFixed(0);
    const rate = all.length === 0 ? '–' : `${percent(flagged.length / all.length)} % (${percent(from)}–${percent(to)})`;
    return `| ${quality} | ${all.length} | ${flagged.length} | ${rate} |`;
  });
  return [
    '| Verdict | Answers | Say that they need a review | Share, 95 % interval |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}
