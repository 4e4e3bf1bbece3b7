import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKey, createKeyId, hintOf, isKeyId, isWellFormed, keyTypes } from './format.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const type = fc.constantFrom(...keyTypes);
const character = fc.constantFrom(...alphabet);

describe('a new key', () => {
  test.each(keyTypes)('of type %s says so and has the form of a key', (type) => {
    const key = createKey(type);
    expect(key).toMatch(/^(live|test)_[0-9A-Za-z]{38}$/);
    expect(key.startsWith(`${type}_`)).toBe(true);
    expect(isWellFormed(key)).toBe(true);
  });

  test('is never the same twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => createKey('test'))).size).toBe(1000);
  });
});

describe('the checksum', () => {
  test('is the CRC-32 of all before it, in base 62', () => {
    // Worked out with another CRC-32 (Python zlib): that of the 37 characters is 0x00A33FB8.
    expect(isWellFormed('live_0000000000000000000000000000000000itDM')).toBe(true);
    expect(isWellFormed('test_0000000000000000000000000000000000itDM')).toBe(false);
  });

  test('finds any one wrong character', () => {
    fc.assert(
      fc.property(type, fc.integer({ min: 5, max: 42 }), character, (type, place, replacement) => {
        const key = createKey(type);
        const typo = key.slice(0, place) + replacement + key.slice(place + 1);
        expect(isWellFormed(typo)).toBe(typo === key);
      }),
      { numRuns: 1000 },
    );
  });

  test('finds two neighbours that changed places', () => {
    fc.assert(
      fc.property(type, fc.integer({ min: 5, max: 41 }), (type, place) => {
        const key = createKey(type);
        const swapped = key.slice(0, place) + key[place + 1] + key[place] + key.slice(place + 2);
        expect(isWellFormed(swapped)).toBe(swapped === key);
      }),
      { numRuns: 1000 },
    );
  });

  test('covers the type: a live key with its prefix changed is no test key', () => {
    expect(isWellFormed(createKey('live').replace('live', 'test'))).toBe(false);
  });
});

describe('text that is no key', () => {
  const key = createKey('live');
  test.each([
    ['nothing', ''],
    ['the prefix alone', 'live_'],
    ['another prefix', key.replace('live', 'prod')],
    ['a prefix in capitals', key.replace('live', 'LIVE')],
    ['one character less', key.slice(0, -1)],
    ['one character more', `${key}0`],
    ['space before', ` ${key}`],
    ['a line after', `${key}\n`],
    ['another separator', key.replace('_', '-')],
    ['other letters', `${key.slice(0, 10)}é${key.slice(11)}`],
    ['a megabyte', 'live_'.repeat(200_000)],
  ])('%s', (_, text) => {
    expect(isWellFormed(text)).toBe(false);
  });

  test('whatever else it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => !isWellFormed(text)));
  });
});

test('the hint is the last 4 random characters', () => {
  const key = createKey('test');
  expect(hintOf(key)).toBe(key.slice(33, 37));
});

test('ids are recognised, and keys are no ids', () => {
  expect(createKeyId()).toMatch(/^key_[0-9A-Za-z]{16}$/);
  expect(isKeyId(createKeyId())).toBe(true);
  expect(isKeyId(createKey('live'))).toBe(false);
  expect(isKeyId(`${createKeyId()}\n`)).toBe(false);
});
