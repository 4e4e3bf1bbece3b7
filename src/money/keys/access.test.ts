import { describe, expect, test } from 'vitest';
import { isAdmin } from './access.ts';

describe('the admin token', () => {
  test.each(['Bearer token-of-admin', 'bearer token-of-admin', 'BEARER   token-of-admin'])(
    '%s lets in',
    async (text) => {
      expect(await isAdmin(text, 'token-of-admin')).toBe(true);
    },
  );

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'token-of-admin',
    'Basic token-of-admin',
    'Bearer token-of-admi',
    'Bearer token-of-admin2',
    'Bearer Token-of-admin',
    'Bearer token-of-admin token-of-admin',
    `Bearer ${'x'.repeat(10_000)}`,
  ])('%s keeps out', async (text) => {
    expect(await isAdmin(text, 'token-of-admin')).toBe(false);
  });

  test('a deployment without a token lets nobody in', async () => {
    for (const text of [undefined, '', 'Bearer', 'Bearer ', 'Bearer undefined']) {
      expect(await isAdmin(text, '')).toBe(false);
    }
  });

  test('a former token is accepted while there is one', async () => {
    for (const shown of ['new', 'old', 'older']) {
      expect(await isAdmin(`Bearer ${shown}`, 'new', ['old', 'older'])).toBe(true);
    }
    for (const shown of ['', 'old,older', 'newer']) {
      expect(await isAdmin(`Bearer ${shown}`, 'new', ['old', 'older'])).toBe(false);
    }
    expect(await isAdmin('Bearer old', '', ['old'])).toBe(false);
  });
});
