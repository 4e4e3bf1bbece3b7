import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { memoryState, RequestMemory } from '../../pixels/bounds/memory.ts';
import { hashingFor, hashPassword, verifyPassword } from './password.ts';

/** The first call of a process sets the budget: it is the same in every test. */
const memory = { isolateBudgetBytes: 88 * 1024 * 1024, capacityWaitMs: 10_000 };
const asker = (isKnown: boolean) => ({ isKnown, network: null, hasFailed: false });
const free = () => memoryState(memory).free_bytes;

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

test('a hash waits for its memory, and leaves none behind', async () => {
  const picture = new RequestMemory(memory);
  await picture.take(60 * 1024 * 1024);
  const refused = hashPassword('a long password', { ...memory, capacityWaitMs: 1 });
  await expect(refused).rejects.toMatchObject({
    message: '503 SERVICE_UNAVAILABLE',
    cause: 'No room to hash a password',
  });
  const hash = hashPassword('a long password', memory);
  picture.giveBack();
  expect(await hash).toMatch(/^[0-9a-f]{32}:/);
  expect(free()).toBe(88 * 1024 * 1024);
});

test('a hash takes 34 MiB of the isolate while it runs, and not a byte less', async () => {
  const needed = 34 * 1024 * 1024;
  const room = async (bytes: number) => {
    const pictures = new RequestMemory(memory);
    await pictures.take(88 * 1024 * 1024 - bytes);
    const hash = hashPassword('a long password', { ...memory, capacityWaitMs: 2000 });
    return hash.then(Boolean, () => false).finally(() => pictures.giveBack());
  };
  expect([await room(needed), await room(needed - 1)]).toEqual([true, false]);
});

test('of many at once those that find no place in line get a Retry-After', async () => {
  const hash = () => hashPassword('a long password', memory);
  const hashes = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => hashingFor(asker(false), hash)),
    ...Array.from({ length: 2 }, () => hashingFor(asker(true), hash)),
    hash(),
  ]);
  expect(hashes.map(({ status }) => status === 'fulfilled')).toEqual([
    ...[true, true, true, false, false, false],
    ...[true, false],
    false,
  ]);
  const [refused] = hashes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused).toMatchObject({ message: '503 SERVICE_UNAVAILABLE' });
  expect([1, 2, 3]).toContain(refused.refusal.retryAfterSeconds);
  expect(free()).toBe(88 * 1024 * 1024);
});
