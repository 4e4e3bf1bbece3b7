/** Results as Markdown: by kind, which version is preferred, and how well one agrees with oneself. */
import { shareInterval, signTest } from './chance.ts';
import type { Result, Results } from './results.ts';
import { kinds } from './set.ts';
import { qualities } from './verdicts.ts';

/** @param names of the versions, as the heading has them */
export function report({ first, second }: Results, names: { readonly A: string; readonly B: string }): string {
  const others = [...new Set(first.flatMap((result) => result.kinds))].filter((kind) => !isOfSet(kind));
  const rows = [...kinds, ...others].flatMap((kind) => {
    const shown = first.filter((result) => result.kinds.includes(kind));
    return shown.length === 0 ? [] : [row(kind, shown)];
  });
  return `A is ${names.A}, B is ${names.B}. A picture counts for each of its kinds; in brackets 95 % intervals.

| Kind | Pictures | A: sell, retouch, not | A: sell | B: sell, retouch, not | B: sell | A better | As good | B better |
|---|---|---|---|---|---|---|---|---|
${[...rows, row('**all**', first)].join('\n')}

${preference(first)}

${agreement(first, second)}
`;
}

function isOfSet(kind: string): boolean {
  return kinds.some((each) => each === kind);
}

function row(kind: string, shown: readonly Result[]): string {
  const counts = (version: 'A' | 'B') =>
    qualities.map((quality) => shown.filter((result) => result[version] === quality).length);
  const [ofA, ofB] = [counts('A'), counts('B')];
  const better = (['A', 'same', 'B'] as const).map((each) => shown.filter((result) => result.better === each).length);
  const cells = [
    ...[kind, shown.length, ofA.join(', '), share(ofA[0], shown.length), ofB.join(', ')],
    ...[share(ofB[0], shown.length), ...better],
  ];
  return `| ${cells.join(' | ')} |`;
}

function preference(first: readonly Result[]): string {
  const differing = first.filter((result) => !result.same);
  const won = differing.filter(({ better }) => better === 'B').length;
  const lost = differing.filter(({ better }) => better === 'A').length;
  return `Of ${first.length} pairs ${differing.length} differ. B is preferred in ${share(won, differing.length)} of those that differ and
in ${share(won, won + lost)} of the ${won + lost} with a preference (sign test, two-sided: p = ${signTest(won, lost).toPrecision(2)}). It is worse in
${share(lost, first.length)} of all.`;
}

function agreement(first: readonly Result[], second: readonly Result[]): string {
  const pairs = second.flatMap((again) => {
    const before = first.find(({ photo }) => photo === again.photo);
    return before ? [{ before, again }] : [];
  });
  const verdicts = pairs.flatMap(({ before, again }) => [before.A === again.A, before.B === again.B]);
  const preferences = pairs.map(({ before, again }) => before.better === again.better);
  const alike = (all: readonly boolean[]) => `${all.filter((each) => each).length} of ${all.length}`;
  return `Shown twice: ${pairs.length}. The second verdict was the first one for ${alike(verdicts)} answers, the second preference the
first one for ${alike(preferences)} pairs.`;
}

function share(hits: number, of: number): string {
  if (of === 0) return '–';
  const { from, to } = shareInterval(hits, of);
  const percent = (value: number) => (value * 100).toFixed(0);
  return `${percent(hits / of)} % (${percent(from)}–${percent(to)})`;
}
