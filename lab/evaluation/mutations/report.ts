/** What became of the mutants: counts for each area, and each one that lives. */
import type { Mutant } from './mutants.ts';

export type Fate =
  | { readonly kind: 'killed'; readonly by: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'survived' }
  | { readonly kind: 'equivalent'; readonly why: string };

export interface Tried {
  readonly mutant: Mutant;
  readonly fate: Fate;
}

/** What a report begins with, so that the run can be made again. */
export interface Run {
  readonly seed: number;
  readonly only: readonly string[];
  /** As `1/3`. */
  readonly part: string;
  /** Whether tests of the mutant's own room alone were asked. */
  readonly own: boolean;
  /** First line of the message of the commit that was judged. */
  readonly commit: string;
}

/** One line for a mutant: its place, the text before and after. */
export function describe({ file, line, operator, from, to }: Mutant): string {
  return `${file}:${line} ${operator}: ${shortened(from)} → ${shortened(to)}`;
}

/** The whole run as JSON, survivors and equivalents one by one. */
export function asJson(run: Run, tried: readonly Tried[]): string {
  const survivors = tried.filter(({ fate }) => fate.kind === 'survived').map(({ mutant }) => describe(mutant));
  const equivalent = tried.flatMap(({ mutant, fate }) =>
    fate.kind === 'equivalent' ? [{ mutant: describe(mutant), why: fate.why }] : [],
  );
  return `${JSON.stringify({ ...run, ...counts(tried), areas: byArea(tried), survivors, equivalent }, null, 2)}\n`;
}

/** Counts for each area and for all, as Markdown; the survivors below it. */
export function asMarkdown(tried: readonly Tried[]): string {
  const rows = [...Object.entries(byArea(tried)), ['all', counts(tried)] as const];
  const survivors = tried.filter(({ fate }) => fate.kind === 'survived').map(({ mutant }) => `- ${describe(mutant)}`);
  return [
    '| Area | Mutants | Killed | Of these timed out | Survived | Killed, % | Equivalent |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(
      ([area, row]) =>
        `| ${[area, row.mutants, row.killed, row.timedOut, row.survived, row.killedPercent, row.equivalent].join(' | ')} |`,
    ),
    '',
    ...(survivors.length > 0 ? ['Survived:', ...survivors] : ['None survived.']),
  ].join('\n');
}

/** Equivalent mutants are no mutants: they count on neither side. */
function counts(tried: readonly Tried[]) {
  const of = (...kinds: Fate['kind'][]) => tried.filter(({ fate }) => kinds.includes(fate.kind)).length;
  const [mutants, killed] = [of('killed', 'timed-out', 'survived'), of('killed', 'timed-out')];
  const killedPercent = mutants === 0 ? 100 : Math.round((1000 * killed) / mutants) / 10;
  return {
    mutants,
    killed,
    timedOut: of('timed-out'),
    survived: of('survived'),
    killedPercent,
    equivalent: of('equivalent'),
  };
}

function byArea(tried: readonly Tried[]): Record<string, ReturnType<typeof counts>> {
  const areaOf = ({ mutant }: Tried) => mutant.file.split('/')[1];
  const areas = [...new Set(tried.map(areaOf))].sort();
  return Object.fromEntries(areas.map((area) => [area, counts(tried.filter((one) => areaOf(one) === area))]));
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
}
