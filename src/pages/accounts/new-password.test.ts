import { describe, expect, test, vi } from 'vitest';
import { faultOfNewPassword } from './new-password.ts';

// Of the library only what asks the directory, which no test here does.
vi.mock('./auth.ts', () => ({ authOf: () => Promise.reject(new Error('not asked')) }));

const email = 'Ada.Lovelace+shop@example.org';

describe('a new password', () => {
  const longest = 'a long password '.repeat(8);
  const unrelated = ['a93817462051', 'lovely weather', 'example of a good one'];
  test.each(['a long password', longest, 'ada.lovelace is not all of it', ...unrelated])(
    'may be %s',
    async (password) => {
      expect(await faultOfNewPassword(password, email)).toBeNull();
    },
  );

  test.each([
    ['123456789', 'too-short'],
    ['x'.repeat(129), 'too-long'],
    ['Password1234', 'common'],
    ['ada.lovelace+shop@example.org', 'own-address'],
    ['ADA.LOVELACE@example.org', 'own-address'],
    ['ada.lovelace@example.org1', 'own-address'],
    ['ada.lovelace', 'own-address'],
    ['lovelace@example', 'own-address'],
    ['example.org', 'own-address'],
    ['ada.lovelace!', 'own-address'],
    ['Ada_Lovelace_1815', 'own-address'],
    ['4d4.l0v3l4c3', 'own-address'],
    ['ada.lovelace@example.org!', 'own-address'],
    ['!ada.lovelace@example', 'own-address'],
    ['ada-lovelace-example-org', 'own-address'],
    ['lovelace2024!', 'own-address'],
    ['ada!!2024!!', 'own-address'],
    ['shop99999999', 'own-address'],
    ['p@ssw0rd12', 'common'],
    ['zzzzzzzzzz', 'common'],
  ])('%s is %s', async (password, fault) => {
    expect(await faultOfNewPassword(password, email)).toBe(fault);
  });

  test('may be an address where whose it is is not known', async () => {
    expect(await faultOfNewPassword('ada.lovelace@example.org', null)).toBeNull();
  });
});
