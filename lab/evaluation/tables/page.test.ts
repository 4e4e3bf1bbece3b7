import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../../src/local/root.ts';
import { tables } from './figures.ts';
import { pageWithTables } from './page.ts';

test('tables of the page of mattes are those that the kept figures give', () => {
  const page = readFileSync(inProject('lab', 'evaluation', 'measurements', 'mattes.md'), 'utf8');
  const marked = [...page.matchAll(/<!-- table ([\w-]+) -->/g)].map(([, name]) => name);
  expect(marked.sort()).toEqual(Object.keys(tables).sort());
  expect(pageWithTables(page, tables)).toBe(page);
});

test('a table that is changed by hand is made anew, and what is around it stays', () => {
  const page = 'before\n<!-- table one -->\n| wrong |\n<!-- end -->\nafter\n';
  expect(pageWithTables(page, { one: () => '| right |' })).toBe(page.replace('wrong', 'right'));
});

test('a table that nothing makes is a fault', () => {
  expect(() => pageWithTables('<!-- table two -->\n<!-- end -->', {})).toThrow('two');
});
