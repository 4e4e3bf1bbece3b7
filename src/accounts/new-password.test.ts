import { describe, expect, test, vi } from 'vitest';
import { faultOfNewPassword } from './new-password.ts';

// Of the library only what asks the directory, which no test here does.
vi.mock('./auth.ts', () => ({ authOf: () => Promise.reject(new Error('not asked')) }));

const email = 'Ada.Lovelace+shop@example.org';

describe('a new password', () => {
  test.each(['a long password', 'x'.repeat(128), 'ada.lovelace is not all of it'])('may be %s', async (password) => {
    expect(await faultOfNewPassword(password, email)).toBeNull();
  });

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
  ])('%s is %s', async (password, fault) => {
    expect(await faultOfNewPassword(password, email)).toBe(fault);
  });

  test('may be an address where whose it is is not known', async () => {
    expect(await faultOfNewPassword('ada.lovelace@example.org', null)).toBeNull();
  });
});
