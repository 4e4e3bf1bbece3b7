/** The results of the corpus as text that is committed, so that a change of a verdict shows in a difference. */
import type { Result } from './run.ts';
import type { Verdict } from './verdict.ts';

const order: readonly Verdict[] = ['wrong', 'beyond', 'refused'];
const formats = ['jpeg', 'png', 'webp', 'avif', 'heic', 'tiff', 'gif', 'bmp'];

/** `1204 right, 60 refused with reason, 0 wrong`, and what else is counted. */
export function summaryOf(results: readonly Result[], skipped: number): string {
  const count = (verdict: Verdict) => results.filter((each) => each.verdict === verdict).length;
  const second = results.filter(({ verdict, detail }) => verdict === 'right' && detail !== '').length;
  const oneLane = results.filter((each) => each.verdict === 'right' && each.oneLane).length;
  return [
    `${count('right')} right, ${count('refused')} refused with reason, ${count('wrong')} wrong`,
    `${results.length} pictures: ${count('beyond')} beyond the references, ${second} judged by the second reference alone, ${oneLane} right on one lane, ${skipped} skipped`,
  ].join('\n');
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

function lineOf({ verdict, picture, format, detail }: Result): string {
  return [verdict, format, nameOf(picture), detail].join('\t');
}

export function nameOf({ title, path }: Result['picture']): string {
  return `${title} ${path}`;
}

/** Names of the pictures that a text of results lists as wrong. */
export function wrongIn(text: string): Set<string> {
  const lines = text.split('\n').map((line) => line.split('\t'));
  return new Set(lines.flatMap(([verdict, , name]) => (verdict === 'wrong' && name ? [name] : [])));
}
