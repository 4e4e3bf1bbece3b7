import { expect, test } from 'vitest';
import { keyChoiceOf, keysOf } from './key-choice.tsx';

const wallets = [{ type: 'test' }, { type: 'live' }] as const;
const names = new Map([['key_1', 'Shop']]);

test.each([
  [undefined, 'all', ['test', 'live'], undefined],
  ['gold', 'all', ['test', 'live'], undefined],
  ['key_of_nobody', 'all', ['test', 'live'], undefined],
  ['live', 'live', ['live'], undefined],
  ['test', 'test', ['test'], undefined],
  ['key_1', 'key_1', ['test', 'live'], 'key_1'],
])('what is asked for as %s is %s', (given, choice, types, keyId) => {
  expect(keyChoiceOf(given, names)).toBe(choice);
  const chosen = keysOf(choice, wallets);
  expect([chosen.wallets.map(({ type }) => type), chosen.keyId]).toEqual([types, keyId]);
});
