import { expect, test } from 'vitest';
import { callerName } from './caller-name.ts';

test('one ledger has one name, another has another, and another deployment names neither alike', async () => {
  const name = await callerName('ledger-1', 'secret');
  expect(name).toMatch(/^[0-9a-f]{16}$/);
  expect(await callerName('ledger-1', 'secret')).toBe(name);
  expect(await callerName('ledger-2', 'secret')).not.toBe(name);
  expect(await callerName('ledger-1', 'other')).not.toBe(name);
});
