import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKey, createKeyId, hintOf, isKeyId, keyTypes, readKey, walletOf, withoutSecrets } from './format.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secret = 'secret of the format test';
const type = fc.constantFrom(...keyTypes);
const character = fc.constantFrom(...alphabet);

describe('a new key', () => {
  test.each(keyTypes)('of type %s says so and has the form of a key', async (type) => {
    const key = await createKey(type, secret);
    expect(key).toMatch(/^(live|test)_[0-9A-Za-z]{38}$/);
    expect(key.startsWith(`${type}_`)).toBe(true);
    expect(await readKey(key, secret)).toBe(key);
  });

  test('is never the same twice, nor is its wallet', async () => {
    const keys = await Promise.all(Array.from({ length: 1000 }, () => createKey('test', secret)));
    expect(new Set(keys).size).toBe(1000);
    expect(new Set(keys.map(walletOf)).size).toBe(1000);
  });
});

describe('the checksum', () => {
  test('is an HMAC of all before it, in base 62', async () => {
    const key = await createKey('live', secret);
    let number = createHmac('sha256', secret)
      .update(`checksum:${key.slice(0, 37)}`)
      .digest()
      .readBigUInt64BE(0);
    let expected = '';
    for (let place = 0; place < 6; place++, number /= 62n) expected = alphabet[Number(number % 62n)] + expected;
    expect(key.slice(37)).toBe(expected);
  });

  test('of another deployment does not fit', async () => {
    expect(await readKey(await createKey('live', 'another secret'), secret)).toBeNull();
  });

  test('finds any one wrong character', async () => {
    const key = await createKey('live', secret);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5, max: 42 }), character, async (place, replacement) => {
        const typo = key.slice(0, place) + replacement + key.slice(place + 1);
        expect(await readKey(typo, secret)).toBe(typo === key ? key : null);
      }),
      { numRuns: 1000 },
    );
  });

  test('covers the type: a live key with its prefix changed is no test key', async () => {
    expect(await readKey((await createKey('live', secret)).replace('live', 'test'), secret)).toBeNull();
  });

  test('favours no character', async () => {
    const counts = new Map<string, number>();
    for (let made = 0; made < 2000; made++) {
      for (const digit of (await createKey('test', secret)).slice(-6)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    // 12,000 characters: 194 of each are expected, with a deviation of 14.
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - 12_000 / 62)).toBeLessThan(100);
  });
});

describe('white space around a key is no part of it', () => {
  test.each([' ', '\t', '\n', '\r\n', '\u00a0', '\ufeff', '\ufffd', '\u2003', ' \t '])('%j', async (space) => {
    const key = await createKey('live', secret);
    expect(await readKey(`${space}${key}${space}`, secret)).toBe(key);
    expect(await readKey(`${key.slice(0, 20)}${space}${key.slice(20)}`, secret)).toBeNull();
  });
});

describe('text that is no key', async () => {
  const key = await createKey('live', secret);
  test.each([
    ['nothing', ''],
    ['the prefix alone', 'live_'],
    ['another prefix', key.replace('live', 'prod')],
    ['a prefix in capitals', key.replace('live', 'LIVE')],
    ['one character less', key.slice(0, -1)],
    ['one character more', `${key}0`],
    ['two keys', `${key} ${key}`],
    ['another separator', key.replace('_', '-')],
    ['other letters', `${key.slice(0, 10)}é${key.slice(11)}`],
    ['a megabyte', 'live_'.repeat(200_000)],
    ['a megabyte of white space', ' '.repeat(1_000_000)],
  ])('%s', async (_, text) => {
    expect(await readKey(text, secret)).toBeNull();
  });

  test('whatever else it is', async () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 60 });
    await fc.assert(fc.asyncProperty(anyText, async (text) => (await readKey(text, secret)) === null));
  });
});

test('the hint is the last 4 characters of the secret, the wallet is type and handle', async () => {
  await fc.assert(
    fc.asyncProperty(type, async (type) => {
      const key = await createKey(type, secret);
      expect(hintOf(key)).toBe(key.slice(33, 37));
      expect(walletOf(key)).toBe(key.slice(0, 15));
    }),
    { numRuns: 10 },
  );
});

test('ids are recognised, and keys are no ids', async () => {
  expect(createKeyId()).toMatch(/^key_[0-9A-Za-z]{16}$/);
  expect(isKeyId(createKeyId())).toBe(true);
  expect(isKeyId(await createKey('live', secret))).toBe(false);
  expect(isKeyId(`${createKeyId()}\n`)).toBe(false);
});

test('of keys in a text, and of what begins like one, the wallet alone is left', async () => {
  const key = await createKey('live', secret);
  const wallet = walletOf(key);
  for (const part of [key, key.slice(0, 16), `${key}x`, wallet]) {
    expect(withoutSecrets(`of ${part}, ada@example.org`)).toBe(`of ${wallet}, ada@example.org`);
  }
  for (const other of ['', 'test_shop', 'key_0123456789abcdef', 'a long name of a shop']) {
    expect(withoutSecrets(other)).toBe(other);
  }
});
