/** The results of the corpus as text that is committed, so that a change of a verdict shows in a difference. */
import type { Result } from './run.ts';
import type { Verdict } from './verdict.ts';

const order: readonly Verdict[] = ['wrong', 'beyond', 'refused'];
const formats = ['jpeg', 'png', 'webp', 'avif', 'heic', 'tiff', 'gif', 'bmp'];

/** Shares of all pictures that are allowed at most. */
const mostRefusedAlone = 0.02;
const mostBeyondFirst = 0.05;

/** How many pictures there are of each kind. */
interface Counts {
  readonly all: number;
  readonly of: Readonly<Record<Verdict, number>>;
  /** Right by the second reference, for the first cannot judge them. */
  readonly bySecond: number;
  readonly refusedAlone: number;
  readonly oneLane: number;
}

function counted(results: readonly Result[]): Counts {
  const count = (isMeant: (result: Result) => boolean) => results.filter(isMeant).length;
  const ofVerdict = (verdict: Verdict) => count((each) => each.verdict === verdict);
  return {
    all: results.length,
    of: {
      right: ofVerdict('right'),
      refused: ofVerdict('refused'),
      beyond: ofVerdict('beyond'),
      wrong: ofVerdict('wrong'),
    },
    bySecond: count(({ verdict, detail }) => verdict === 'right' && detail !== ''),
    refusedAlone: count(({ refusedAlone }) => refusedAlone),
    oneLane: count(({ verdict, oneLane }) => verdict === 'right' && oneLane),
  };
}

/** `1204 right, 60 refused with reason, 0 wrong`, what else is counted, and the limits. */
export function summaryOf(results: readonly Result[], skipped: number): string {
  const { all, of, bySecond, refusedAlone, oneLane } = counted(results);
  const share = (count: number, most: number) =>
    `${count} (${((100 * count) / Math.max(1, all)).toFixed(1)} %, at most ${100 * most} %)`;
  return [
    `${of.right} right, ${of.refused} refused with reason, ${of.wrong} wrong`,
    `${all} pictures: ${of.beyond} beyond the references, ${bySecond} judged by the second reference alone, ${oneLane} right on one lane, ${skipped} skipped`,
    `refused where two references decode: ${share(refusedAlone, mostRefusedAlone)}`,
    `beyond the first reference: ${share(of.beyond + bySecond, mostBeyondFirst)}`,
  ].join('\n');
}

/**
 * Whether nothing is wrong and no share is over its limit.
 * @param isWhole false for a part of the list, whose shares are not the list's
 */
export function isGood(results: readonly Result[], isWhole: boolean): boolean {
  const { all, of, bySecond, refusedAlone } = counted(results);
  if (of.wrong > 0) return false;
  return !isWhole || (refusedAlone <= mostRefusedAlone * all && of.beyond + bySecond <= mostBeyondFirst * all);
}

/** Summary, a row a format, and a line for each picture that is not plainly right. */
export function resultsText(results: readonly Result[], skipped: number): string {
  const rows = formatRows(results);
  const lines = order.flatMap((verdict) => {
    const listed = results.filter((each) => each.verdict === verdict).map(lineOf);
    return listed.length > 0 ? ['', ...listed.sort()] : [];
  });
  return `${[summaryOf(results, skipped), '', ...rows, ...lines].join('\n')}\n`;
}

function formatRows(results: readonly Result[]): string[] {
  const named = [...new Set(results.map(({ format }) => (formats.includes(format) ? format : 'other')))].sort();
  return named.map((format) => {
    const own = results.filter((each) => (formats.includes(each.format) ? each.format : 'other') === format);
    const counts = (['right', ...order] as const).map((verdict) => {
      return `${own.filter((each) => each.verdict === verdict).length} ${verdict}`;
    });
    return `${format}: ${own.length} pictures, ${counts.join(', ')}`;
  });
}

function lineOf({ verdict, picture, format, detail, refusedAlone }: Result): string {
  const alone = refusedAlone ? ' | a second reference gives a picture too' : '';
  return [verdict, format, nameOf(picture), `${detail}${alone}`].join('\t');
}

export function nameOf({ title, path }: Result['picture']): string {
  return `${title} ${path}`;
}
