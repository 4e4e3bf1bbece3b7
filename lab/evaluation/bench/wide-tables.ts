/** Tables that are too wide to be read on a page: they are kept as data beside it. */

/** From so many columns on. */
const wide = 9;

/**
 * A section whose first wide table is data.
 * @param section Markdown
 * @param file of the data, as the page links it
 * @returns `data`: the table as values between tabs; null where the section has no wide table and stays as it is
 */
export function withTableAsData(
  section: string,
  file: string,
): { readonly text: string; readonly data: string | null } {
  const found = section.match(/(?:^\|.*\|\n?)+/gm)?.find((table) => cellsOf(table.split('\n')[0]).length >= wide);
  if (found === undefined) return { text: section, data: null };
  const [heading, , ...rows] = found.trimEnd().split('\n').map(cellsOf);
  const data = [heading, ...rows]
    .map((cells) => `${cells.join('\t')}\n`)
    .join('')
    .replaceAll('`', '');
  return { text: section.replace(found, `[Table of ${rows.length} rows](${file})\n`), data };
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
