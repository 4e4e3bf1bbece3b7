import { expect, test } from 'vitest';
import { withTableAsData } from './wide-tables.ts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const nine = (first: string) => [first, ...'bcdefghi'];

test('a wide table becomes data, and the section links it', () => {
  const table = [nine('`a`'), Array(9).fill('---'), nine('1'), nine('2')].map(row).join('\n');
  const { text, data } = withTableAsData(`## Cars\n\nwords\n\n${table}\n\nmore\n`, 'benchmarks/cars.tsv');
  expect(text).toBe('## Cars\n\nwords\n\n[Table of 2 rows](benchmarks/cars.tsv)\n\nmore\n');
  expect(data).toBe(`${[nine('a'), nine('1'), nine('2')].map((cells) => cells.join('\t')).join('\n')}\n`);
});

test('another table stays', () => {
  const section = '## Usage\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n';
  expect(withTableAsData(section, 'benchmarks/usage.tsv')).toEqual({ text: section, data: null });
});
