/** The tables of the guide for those who come from remove.bg. */
import { readFileSync } from 'node:fs';
import { inProject } from '../../src/local/root.ts';

/** Cells of the rows of the table that begins with such a head. */
export function guideTable(head: string): string[][] {
  const lines = readFileSync(inProject('docs/guides/from-removebg.md'), 'utf8').split('\n');
  const from = lines.findIndex((line) => line.startsWith(`| ${head} |`)) + 2;
  const rows = lines.slice(from);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** What a cell names in code. */
export function namedIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
}
