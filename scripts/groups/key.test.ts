import { expect, test } from 'vitest';
import { type Inputs, keyOf } from './key.ts';

const tree = new Map([
  ['a.ts', '100644 aa'],
  ['b.ts', '100644 bb'],
]);
const inputs: Inputs = { files: ['a.ts', 'b.ts'], built: 'cc', node: 'v24.1.0', versions: { 'go version': '1.27' } };
const key = keyOf(inputs, tree);

test('the order of files and what is no input do not count', () => {
  expect(keyOf({ ...inputs, files: ['b.ts', 'a.ts'] }, new Map([...tree, ['other.ts', '100644 dd']]))).toBe(key);
});

test.each<[string, Partial<Inputs>]>([
  ['a file', { files: ['a.ts'] }],
  ['a file that is not there', { files: ['a.ts', 'b.ts', 'c.ts'] }],
  ['what is built', { built: 'dd' }],
  ['whether it drives the service', { built: null }],
  ['Node', { node: 'v24.2.0' }],
  ['a program of others', { versions: { 'go version': '1.28' } }],
  ['a program that is not there', { versions: {} }],
])('%s counts', (_what, changed) => {
  expect(keyOf({ ...inputs, ...changed }, tree)).not.toBe(key);
});

test('what is in a file counts', () => {
  expect(keyOf(inputs, new Map([...tree, ['b.ts', '100644 ee']]))).not.toBe(key);
});
