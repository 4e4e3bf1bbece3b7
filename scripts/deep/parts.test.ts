import { expect, test } from 'vitest';
import { projectRoot } from '../../src/local/root.ts';
import { groups } from '../../testing/groups.ts';
import { matches } from '../groups/patterns.ts';
import { treeOf } from '../repository/tree.ts';
import { partsOf } from './parts.ts';

const files = [...treeOf(projectRoot).keys()];
const tests = files.filter((file) => /\.test\.tsx?$/.test(file));
const parts = partsOf(files, groups);

test('every test file is of one part or one group', () => {
  const ofParts = parts.flatMap(({ runs }) => (runs && 'tests' in runs ? runs.tests : []));
  const ofGroups = groups.flatMap((group) => tests.filter((file) => matches(group.tests, file)));
  expect([...ofParts, ...ofGroups].sort()).toEqual(tests.sort());
});

test('each has a name of its own', () => {
  const names = parts.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name } of groups) expect(names).toContain(name);
});

test('the patterns of each part and each group all name something', () => {
  const patterns = [...parts.flatMap(({ paths }) => paths), ...groups.flatMap(({ inputs }) => inputs)];
  const positive = [...new Set(patterns.map((pattern) => pattern.replace(/^!/, '')))];
  expect(positive.filter((pattern) => !files.some((file) => matches([pattern], file)))).toEqual([]);
});
