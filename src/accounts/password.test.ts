import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { memoryStanding } from '../bounds/memory.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** The first call of a process sets the budget: it is the same in every test. */
const memory = { isolateBudgetBytes: 88 * 1024 * 1024, capacityWaitMs: 10_000 };
const free = () => memoryStanding(memory).free_bytes;

test('a hash has the form and the parameters of the auth library, and a salt of its own', async () => {
  const [one, other] = [await hashPassword('a long password', memory), await hashPassword('a long password', memory)];
  expect(one).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  expect(other).not.toBe(one);
  const [salt, key] = one.split(':');
  const options = { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 };
  expect(scryptSync('a long password', salt, 64, options).toString('hex')).toBe(key);
});

test('a password is verified however its letters are composed', async () => {
  const hash = await hashPassword('pässwörter', memory);
  expect(await verifyPassword(hash, 'pa\u0308sswo\u0308rter', memory)).toBe(true);
  expect(await verifyPassword(hash, 'passworter', memory)).toBe(false);
});

test.each(['', 'salt', 'salt:', 'salt:zz'])('no password is that of "%s"', async (hash) => {
  expect(await verifyPassword(hash, '', memory)).toBe(false);
});

test('the memory of hashes is taken from the isolate and given back', async () => {
  const hash = hashPassword('a long password', memory);
  expect(free()).toBeLessThan(88 * 1024 * 1024 - 2 ** 25);
  await hash;
  expect(free()).toBe(88 * 1024 * 1024);
});

test('of many at once those that find no place in line are told to come again', async () => {
  const hashes = await Promise.allSettled(Array.from({ length: 26 }, () => hashPassword('a long password', memory)));
  const refused = hashes.filter((each) => each.status === 'rejected');
  expect(refused.map(({ reason }) => [reason.message, reason.refusal.retryAfterSeconds])).toEqual([
    ['503 SERVICE_UNAVAILABLE', 3],
    ['503 SERVICE_UNAVAILABLE', 3],
  ]);
  expect(free()).toBe(88 * 1024 * 1024);
});
