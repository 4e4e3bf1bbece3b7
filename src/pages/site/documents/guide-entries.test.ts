import { expect, test } from 'vitest';
import { plain } from '../search/plain.ts';
import { guideEntries } from './guide-entries.ts';

const guide =
  '# Guide\n\n## Errors\n\nSee [`Retry`](#trying-again).\n\n```sh\n# no heading\n```\n\n### By status\n\nText.\n';
const entries = guideEntries({ guide, files: new Map([['batch', '# Batch work\n\nMany **photos**.\n']]) });

test('each heading is an entry with what is said under it, samples included', () => {
  expect(entries.filter(({ of }) => of === 'Errors').map(({ title, path, text }) => [title, path, text])).toEqual([
    ['Errors', '/docs/guide/errors#errors', 'See Retry. no heading'],
    ['By status', '/docs/guide/errors#by-status', 'Text.'],
  ]);
  expect(entries).toContainEqual({
    kind: 'guide',
    title: 'Batch work',
    of: 'Batch work',
    path: '/docs/guide/batch#batch-work',
    text: 'Many photos.',
  });
});

test('the page of costs is one entry', () => {
  expect(entries.filter(({ path }) => path === '/docs/failed-calls')).toHaveLength(1);
});

test('Markdown loses its marks', () => {
  expect(plain('| A | `b` |\n|---|---|\n| c | **d** |\n')).toBe('A b c d');
});
