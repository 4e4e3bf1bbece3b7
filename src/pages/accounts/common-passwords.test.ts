import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commonPasswords, commonWords } from './common-passwords.generated.ts';
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
    expect(commonWords.length).toBeLessThan(200_000);
  });

  test('has words, of letters alone, each once', () => {
    const words = commonWords.split(' ');
    expect(new Set(words).size).toBe(words.length);
    expect(words.filter((word) => !/^\p{Ll}{4,40}$/u.test(word))).toEqual([]);
    expect(words.length).toBeGreaterThanOrEqual(5000);
  });
});

test.each(['password123', 'Password123', 'QWERTYUIOP', '1234567890', 'ｐａｓｓｗｏｒｄ１２３', 'aaaaaaaaaa'])(
  '%s is common, however it is written',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  },
);

test.each([
  ...['p@ssw0rd12', 'P@$$w0rd!!!', 'letmein12345', '12345letmein', 'Dr4g0n-2024', 'm0nk3y_2000', '!!!sunshine!!!'],
  ...['qwerty2024!', '2024-baseball', 'sup3rm@n1990', 'w3lc0me2024', 'we1come2024', 'iloveyou2024', '1loveyou99'],
])('%s is a listed word with digits or signs', async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

test.each(['zzzzzzzzzz', '!!!!!!!!!!!!', 'ababababab', '1212121212121', 'ÄÄÄÄÄÄÄÄÄÄ', 'Zzzzzzzzzzzzz', '          '])(
  '%j is of one or two signs',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  },
);

test.each([
  ...[
    'correct horse battery staple',
    'correcthorsebatterystaple',
    'Correct-Horse-Battery-Staple-1',
    'c0rrect h0rse b@ttery st@ple',
  ],
  ...['to be or not to be', 'iloveyouforever', 'i love you so much!', 'The Quick Brown Fox', 'maytheforcebewithyou'],
  ...['password123 ', 'hello world'],
])('%s is a published phrase, however it is written', async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

test.each([
  ...[
    'a long password',
    'another long password',
    'the first of the passwords',
    'kestrel harbour 42',
    'x7#Kp2!vQ9zL',
    '',
  ],
  ...['blue lamp on a table', 'tuba-monsoon-lentil', '83hf72hs91', 'password of the shop in the old town'],
])('"%s" is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});
