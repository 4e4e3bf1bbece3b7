/** Counts the verdicts of two judges on one set, ties included, and how far they agree beyond chance. */
import { reviewFrom } from '../uncertainty/rates.ts';
import { shareInterval, signTest } from './chance.ts';
import type { JudgedSet, Made } from './judged-set.ts';
import { type Quality, qualities } from './verdicts.ts';

const sizes = ['slight', 'clear', 'decisive'] as const;
const preferences = ['A', 'B', 'tie'] as const;
type Preference = (typeof preferences)[number];
/** Which version a judge prefers, before sides are forgotten. */
type Better = Made | 'tie';

/** What one judge wrote. */
export interface Written {
  readonly singles: ReadonlyMap<string, Quality>;
  readonly pairs: ReadonlyMap<string, { readonly better: Preference; readonly size: string }>;
}

/** The head of a file of verdicts. */
export const csvHead = 'picture,verdict,size,reason';

/**
 * Reads a judge's file: `S001,sell|retouch|not,,reason` and `P001,A|B|tie,slight|clear|decisive,reason`. The reason may have commas.
 *
 * @throws Error that names the line when it cannot be read, or the numbers without a verdict
 */
export function readVerdicts(text: string, { singles, pairs }: JudgedSet): Written {
  const written = {
    singles: new Map<string, Quality>(),
    pairs: new Map<string, { better: Preference; size: string }>(),
  };
  const numbers = new Set([...singles, ...pairs].map(({ number }) => number));
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('picture,')) continue;
    const [number, verdict, size = ''] = line.split(',').map((cell) => cell.trim());
    const quality = qualities.find((each) => each === verdict);
    const better = preferences.find((each) => each === verdict);
    const isPair = number.startsWith('P');
    if (!numbers.has(number)) throw new Error(`Line ${index + 1}: there is no ${number}`);
    if (isPair && better && (better === 'tie' || sizes.some((each) => each === size))) {
      written.pairs.set(number, { better, size });
    } else if (!isPair && quality) {
      written.singles.set(number, quality);
    } else throw new Error(`Line ${index + 1} cannot be read: ${line}`);
  }
  const missing = [...numbers].filter((number) => !written.singles.has(number) && !written.pairs.has(number));
  if (missing.length > 0) throw new Error(`No verdict on ${missing.join(', ')}`);
  return written;
}

/**
 * Cohen's kappa: agreement of two judges beyond what their own frequencies give by chance. 1 where both always say one and the same word.
 *
 * @param verdicts of both on the same things
 */
export function kappa(verdicts: readonly (readonly [string, string])[]): number {
  const shareOf = (judge: 0 | 1, word: string) =>
    verdicts.filter((both) => both[judge] === word).length / verdicts.length;
  const observed = verdicts.filter(([one, another]) => one === another).length / verdicts.length;
  const words = [...new Set(verdicts.flat())];
  const byChance = words.reduce((sum, word) => sum + shareOf(0, word) * shareOf(1, word), 0);
  return byChance === 1 ? 1 : (observed - byChance) / (1 - byChance);
}

/** Results as Markdown. @param judges what each wrote, in the order of their names */
export function countOf(set: JudgedSet, judges: readonly [Written, Written]): string {
  return `${singlesTable(set, judges)}\n\n${pairsTable(set, judges)}\n`;
}

/**
 * How many of the answers on which both agree ask for a review, as Markdown.
 * @param uncertainty of each answer by its photo, 0 to 1
 */
export function reviewsOf(
  { singles }: JudgedSet,
  judges: readonly [Written, Written],
  uncertainty: Readonly<Record<string, number>>,
): string {
  const rows = qualities.map((quality) => {
    const agreed = singles.filter(({ number }) => judges.every((each) => each.singles.get(number) === quality));
    const asking = agreed.filter(({ photo }) => uncertainty[photo] >= reviewFrom);
    return `| ${quality} | ${agreed.length} | ${share(asking.length, agreed.length)} |`;
  });
  return `| Both say | Answers | Ask for a review |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function singlesTable(set: JudgedSet, judges: readonly [Written, Written]): string {
  const all = set.singles.map(({ number, photo }) => ({
    kinds: set.kinds[photo] ?? [],
    both: both(judges, ({ singles }) => singles.get(number) ?? 'not'),
  }));
  const kinds = [...new Set(all.flatMap((each) => each.kinds))].sort();
  const rows = kinds.map((kind) => singlesRow(kind, all.filter((each) => each.kinds.includes(kind)).map(bothOf)));
  const verdicts = all.map(bothOf);
  const yesNo = verdicts.map((each) => both(each, (quality) => (quality === 'sell' ? 'sell' : 'other')));
  return `| Kind | Pictures | First: sell, retouch, not | Second: sell, retouch, not | Both sell | Both not | Same verdict |
|---|---|---|---|---|---|---|
${[...rows, singlesRow('**all**', verdicts)].join('\n')}

Kappa ${kappa(verdicts).toFixed(2)} of three verdicts, ${kappa(yesNo).toFixed(2)} of sell or not.`;
}

function singlesRow(name: string, verdicts: readonly (readonly [Quality, Quality])[]): string {
  const counts = (judge: 0 | 1) =>
    qualities.map((quality) => verdicts.filter((each) => each[judge] === quality).length);
  const agreed = (wanted: Quality) => verdicts.filter((each) => each.every((quality) => quality === wanted)).length;
  const same = verdicts.filter(([one, another]) => one === another).length;
  const cells = [
    ...[name, verdicts.length, counts(0).join(', '), counts(1).join(', ')],
    ...[agreed('sell'), agreed('not'), share(same, verdicts.length)],
  ];
  return `| ${cells.join(' | ')} |`;
}

function pairsTable(set: JudgedSet, judges: readonly [Written, Written]): string {
  const shown = set.pairs.map(({ number, A }) =>
    both(judges, ({ pairs }) => preferenceOf(pairs.get(number)?.better ?? 'tie', A)),
  );
  const all = set.same.length + set.pairs.length;
  const agreed = shown.map(([one, another]): Better => (one === another ? one : 'tie'));
  const isMore = ({ pairs }: Written, number: string) => ['clear', 'decisive'].includes(pairs.get(number)?.size ?? '');
  const more = set.pairs.flatMap(({ number }, index) =>
    judges.every((each) => isMore(each, number)) ? [agreed[index]] : [],
  );
  const row = (name: string, verdicts: readonly Better[]) => {
    const count = (better: Better) => verdicts.filter((each) => each === better).length;
    const ties = count('tie') + set.same.length;
    const p = signTest(count('after'), count('before')).toPrecision(2);
    return `| ${[name, share(count('after'), all), share(count('before'), all), share(ties, all), p].join(' | ')} |`;
  };
  const agreement =
    shown.length === 0
      ? ''
      : ` Of those shown the judges agree on ${share(shown.filter(([one, another]) => one === another).length, shown.length)}, kappa ${kappa(shown).toFixed(2)}.`;
  return `| ${all} pairs | After better | Before better | Tie | Sign test, p |
|---|---|---|---|---|
${row(
  'first judge',
  shown.map(([one]) => one),
)}
${row(
  'second judge',
  shown.map(([, another]) => another),
)}
${row('both say so', agreed)}
${row('both say so, by more than a little', more.concat(Array.from({ length: agreed.length - more.length }, () => 'tie')))}

${set.same.length} pairs have the same pixels: ties that nobody was shown.${agreement}`;
}

function preferenceOf(written: Preference, A: Made): Better {
  if (written === 'tie') return 'tie';
  const left = written === 'A';
  return left === (A === 'after') ? 'after' : 'before';
}

function both<From, To>([one, another]: readonly [From, From], of: (each: From) => To): [To, To] {
  return [of(one), of(another)];
}

const bothOf = ({ both: verdicts }: { readonly both: [Quality, Quality] }): [Quality, Quality] => verdicts;

function share(hits: number, of: number): string {
  if (of === 0) return '–';
  const { from, to } = shareInterval(hits, of);
  const percent = (value: number) => (value * 100).toFixed(0);
  return `${hits} (${percent(hits / of)} %, ${percent(from)}–${percent(to)})`;
}
