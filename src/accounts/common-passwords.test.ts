import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.generated.ts';
import { isCommonPassword } from './common-passwords.ts';
import { commonPasswordsModule } from './common-passwords-source.node.ts';

describe('the list of common passwords', () => {
  const entries = commonPasswords.split(' ');

  test('is what its package has today', () => {
    const file = new URL('common-passwords.generated.ts', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(commonPasswordsModule());
  });

  test('has at least two thousand that are long enough to be chosen, each once', () => {
    expect(new Set(entries).size).toBe(entries.length);
    expect(entries.filter((each) => each.length >= 10)).toHaveLength(entries.length);
    expect(entries.length).toBeGreaterThanOrEqual(2000);
  });

  test('is small beside what a Worker may be', () => {
    expect(commonPasswords.length).toBeLessThan(100_000);
  });
});

test.each(['password123', 'Password123', 'QWERTYUIOP', '1234567890', 'ｐａｓｓｗｏｒｄ１２３', 'aaaaaaaaaa'])(
  '%s is common, however it is written',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  },
);

test.each(['a long password', 'password123 ', 'correct horse battery staple', ''])('"%s" is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});
