import { expect, test } from 'vitest';
import { decide, missing } from '../../testing/needs.ts';

const reason = 'there is no Go';

test.each([
  ['where nobody says what may be missing', null],
  ['where it is named', 'go'],
  ['where it is named among others', 'deno, go ,bun'],
])('what is missing is skipped %s', (_, allowed) => {
  expect(decide('go', reason, allowed)).toBe(reason);
});

test.each([
  ['where nothing may be missing', ''],
  ['where others may be', 'deno,python'],
])('what is missing fails %s', (_, allowed) => {
  expect(() => decide('go', reason, allowed)).toThrow('there is no Go. ALLOW_SKIPS=go would skip what needs it');
});

test('a name that nothing has is no leave', () => {
  expect(() => decide('go', reason, 'golang')).toThrow('ALLOW_SKIPS names golang, and tests need bun, chromium, ');
});

test.each([null, '', 'go'])('what is there is never missing, ALLOW_SKIPS=%s', (allowed) => {
  expect(decide('go', null, allowed)).toBeNull();
});

test('the needs of this machine are checked', () => {
  expect(process.platform === 'linux' ? missing('linux') : null).toBeNull();
});
