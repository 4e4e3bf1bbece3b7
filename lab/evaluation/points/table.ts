/** The figures of all pictures in one table. */
import { type Errors, type Measured, meanOf, together } from './measure.ts';

/** What is aimed at. */
export const mostLeft = 0.35;
export const mostBesideRight = 1.1;

export interface Row extends Measured {
  readonly name: string;
  readonly kind: 'keep' | 'drop';
}

/** Error in the part after the click, as a share of that before. */
export function leftOf({ insideBefore, insideAfter }: Measured): number {
  return insideBefore.sum === 0 ? 0 : insideAfter.sum / insideBefore.sum;
}

/** Mean error along the part's edges, over that along edges that were right by themselves; null where there are none of these. */
export function besideRight({ partEdges, rightEdges }: Pick<Measured, 'partEdges' | 'rightEdges'>): number | null {
  return rightEdges.sum === 0 || partEdges.pixels === 0 ? null : meanOf(partEdges) / meanOf(rightEdges);
}

/** The middle one; of an even number the lower of both. */
export function medianOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor((values.length - 1) / 2)];
}

/** Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const ofKind = (kind: Row['kind']) => rows.filter((row) => row.kind === kind);
  const lines = Object.entries({ keep: ofKind('keep'), drop: ofKind('drop'), both: rows })
    .filter(([, of]) => of.length > 0)
    .map(([kind, of]) => lineOf(kind, of));
  return [
    '| Click | Pictures | Error inside: all | median | at most 0.35 | Edge error of the part | of right edges | ratio: all | median |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
}

function lineOf(kind: string, rows: readonly Row[]): string {
  const all = (of: keyof Measured): Errors => together(rows.map((row) => row[of]));
  const left = rows.map(leftOf);
  const ratios = rows.flatMap((row) => besideRight(row) ?? []);
  const pooled = besideRight({ partEdges: all('partEdges'), rightEdges: all('rightEdges') });
  const figures = [
    rows.length,
    (all('insideAfter').sum / all('insideBefore').sum).toFixed(3),
    medianOf(left).toFixed(3),
    left.filter((share) => share <= mostLeft).length,
    meanOf(all('partEdges')).toFixed(4),
    meanOf(all('rightEdges')).toFixed(4),
    pooled?.toFixed(2) ?? '',
    ratios.length === 0 ? '' : medianOf(ratios).toFixed(2),
  ];
  return `| ${kind} | ${figures.join(' | ')} |`;
}
