/** The usage page as its tables have it. */
import type { PageSeen } from '../../testing/person.ts';

/** Cells of a table by the first cell of each row, as text. Numbers are without commas. */
export function rowsOf({ text }: PageSeen, caption: string): ReadonlyMap<string, readonly string[]> {
  const [, table = ''] = new RegExp(`<caption>${caption}</caption>(.*?)</table>`, 's').exec(text) ?? [];
  const [, body = ''] = /<tbody>(.*?)<\/tbody>/s.exec(table) ?? [];
  const rows = [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => plain(cell)),
  );
  return new Map(rows.map(([first, ...others]) => [first, others]));
}

/** The number of one of the figures. */
export function figureOf({ text }: PageSeen, name: string): number {
  const [, value = ''] = new RegExp(`<h3>${name}</h3><p class="figure">([^<]*)`).exec(text) ?? [];
  return Number(value.replaceAll(',', ''));
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/(\d),(?=\d)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
