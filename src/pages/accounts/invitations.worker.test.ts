import { env } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';
import { accountsSetup } from './environment.ts';
import { createInvitation, isInvitation, listInvitations, returnInvitation, useInvitation } from './invitations.ts';

const bindings = { ...env, SESSION_SECRET: 'a secret' };
const found = accountsSetup(new Request('http://127.0.0.1/'), bindings);
if (!found) throw new Error('Accounts are not set up');
const setup = found;
const nowMs = Date.UTC(2027, 0, 31);
const twoWeeksMs = 14 * 86_400_000;
const at = (ms: number) => vi.spyOn(Date, 'now').mockReturnValue(ms);

afterEach(() => void vi.restoreAllMocks());

async function invite(note: string | null = null) {
  const { id, url } = await createInvitation(note, null, setup);
  const { origin, pathname, searchParams } = new URL(url);
  expect([origin, pathname]).toEqual(['http://127.0.0.1', '/sign-up']);
  return { id, token: searchParams.get('invitation') ?? '' };
}

const listed = async (id: string) => (await listInvitations(setup)).find((each) => each.id === id);

test('an invitation lets one person in, once', async () => {
  const { token } = await invite();
  expect(await isInvitation(token, setup)).toBe(true);
  expect(await isInvitation(token, setup)).toBe(true);
  const uses = await Promise.all([1, 2, 3].map(() => useInvitation(token, setup)));
  expect(uses.filter((used) => used)).toHaveLength(1);
  expect(await isInvitation(token, setup)).toBe(false);
});

test('one that is returned can be used again', async () => {
  const [{ token }, other] = [await invite(), await invite()];
  await useInvitation(token, setup);
  await useInvitation(other.token, setup);
  await returnInvitation(token, setup);
  expect([await isInvitation(token, setup), await isInvitation(other.token, setup)]).toEqual([true, false]);
  expect(await useInvitation(token, setup)).toBe(true);
});

test('one holds for two weeks', async () => {
  at(nowMs);
  const { token } = await invite();
  at(nowMs + twoWeeksMs - 1);
  expect(await isInvitation(token, setup)).toBe(true);
  at(nowMs + twoWeeksMs);
  expect([await isInvitation(token, setup), await useInvitation(token, setup)]).toEqual([false, false]);
});

test('what was made up is none', async () => {
  const { id, token } = await invite();
  for (const made of ['', id, token.slice(1), token.toLowerCase()]) {
    expect([await isInvitation(made, setup), await useInvitation(made, setup)]).toEqual([false, false]);
  }
});

test('the list has them newest first, with their state and without what opens them', async () => {
  at(nowMs + 1000);
  const first = await invite('for Ada');
  at(nowMs + 2000);
  const second = await invite();
  at(nowMs + 3000);
  await useInvitation(first.token, setup);
  const ids = (await listInvitations(setup)).map(({ id }) => id);
  expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(first.id));
  expect(await listed(first.id)).toEqual({
    id: expect.stringMatching(/^inv_\w{16}$/),
    note: 'for Ada',
    createdAtMs: nowMs + 1000,
    expiresAtMs: nowMs + 1000 + twoWeeksMs,
    usedAtMs: nowMs + 3000,
  });
  expect(await listed(second.id)).toMatchObject({ note: null, usedAtMs: null });
  const { results } = await setup.env.DIRECTORY.prepare('SELECT * FROM invitation').all();
  for (const { token } of [first, second]) {
    expect(token).toMatch(/^\w{32}$/);
    expect(JSON.stringify(results)).not.toContain(token);
  }
});

test('the list has the newest 200', async () => {
  const { DIRECTORY } = setup.env;
  const insert = 'INSERT INTO invitation (id, token_hash, created_at, expires_at) VALUES (?1, ?1, ?2, 0)';
  await DIRECTORY.batch(
    Array.from({ length: 201 }, (_, index) => DIRECTORY.prepare(insert).bind(`many ${index}`, nowMs * 2 + index)),
  );
  const ids = (await listInvitations(setup)).map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 200 }, (_, index) => `many ${200 - index}`));
});
