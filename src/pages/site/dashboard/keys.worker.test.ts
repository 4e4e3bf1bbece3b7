/** Keys as their owner has them: what forms do, what is refused, and what is nobody else's. */
import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { addUsage } from '../../../money/usage/store.ts';
import { eventWith } from '../../../money/usage/testing/event.ts';
import { ownKeys } from '../../accounts/own-keys.ts';
import { asking, setupOf } from '../testing/asking.ts';
import { base, deployment } from '../testing/deployment.ts';
import { formsOf, noticesOf, partOf, textOf } from '../testing/html.ts';
import { type Browser, signedInBrowser } from '../testing/signed-in.ts';

const bindings = deployment(env);
const setup = setupOf(bindings);

let ada: Browser;
let bob: Browser;
beforeAll(async () => {
  [ada, bob] = [await signedInBrowser(base, bindings), await signedInBrowser(base, bindings)];
});

const hers = () => asking(bindings, ada);
const keysOf = ({ accountId }: Browser) => ownKeys(accountId, setup);

/** Makes a key of Ada. @returns its id */
async function made(fields: Record<string, string> | [string, string][] = {}): Promise<string> {
  const before = new Set((await keysOf(ada)).map(({ record }) => record.id));
  expect((await hers().post('/dashboard/keys', fields)).location).toBe('/dashboard/keys/created');
  const id = (await keysOf(ada)).find(({ record }) => !before.has(record.id))?.record.id;
  if (!id) throw new Error('No key was made');
  return id;
}
const keyOf = async (id: string) => (await keysOf(ada)).find(({ record }) => record.id === id);

describe('a new key', () => {
  test.each([
    [{}, { type: 'test', label: null }, { limit: null, operations: null }],
    [
      { type: 'live', name: '  Shop ', limit: ' 1,000 000 000 ', scope: 'all', operation: 'removebg' },
      { type: 'live', label: 'Shop' },
      { limit: 1_000_000_000, operations: null },
    ],
    [
      { type: 'gold', name: 'x'.repeat(100), limit: '0', scope: 'some', operation: 'removebg' },
      { type: 'test', label: 'x'.repeat(100) },
      { limit: 0, operations: ['removebg'] },
    ],
  ])('has the terms of its form: %o', async (fields, record, state) => {
    expect(await keyOf(await made(fields))).toMatchObject({ record, state });
  });

  test.each([
    [{ limit: '1000000001' }, 'limit-wrong'],
    [{ limit: '-1' }, 'limit-wrong'],
    [{ limit: '1.5' }, 'limit-wrong'],
    [{ limit: '00000000001' }, 'limit-wrong'],
    [{ name: 'x'.repeat(101) }, 'name-wrong'],
    [{ name: 'two\nlines' }, 'name-wrong'],
    [{ scope: 'some' }, 'class="note wrong"'],
    [{ scope: 'some', operation: 'everything' }, 'class="note wrong"'],
  ] as [Record<string, string>, string][])('is not made of %o, which is shown again', async (fields, wrong) => {
    const before = await keysOf(ada);
    const { status, text } = await hers().post('/dashboard/keys', { type: 'live', ...fields });
    expect([status, text.includes(wrong)]).toEqual([422, true]);
    const again = Object.fromEntries(formsOf(text)[0].fields);
    expect(again).toMatchObject({ type: 'live', scope: 'scope' in fields ? 'some' : 'all', limit: fields.limit ?? '' });
    expect(again.name).toBe(fields.name ?? '');
    expect(await keysOf(ada)).toHaveLength(before.length);
  });
});

describe('a key', () => {
  let id: string;
  beforeAll(async () => {
    id = await made({ name: 'Shop' });
  });
  const change = (what: string, fields: Record<string, string>, by = ada) =>
    asking(bindings, by).post(`/dashboard/keys/${id}/${what}`, fields);

  test.each([
    ['name', { name: ' New name ' }, { record: { label: 'New name' } }],
    ['name', { name: ' ' }, { record: { label: null } }],
    ['limit', { limit: '70' }, { state: { limit: 70 } }],
    ['limit', { limit: '' }, { state: { limit: null } }],
    ['scope', { scope: 'some', operation: 'removebg' }, { state: { operations: ['removebg'] } }],
    ['scope', { scope: 'all' }, { state: { operations: null } }],
  ])('is changed by the form %s: %o', async (what, fields, expected) => {
    const { status, location } = await change(what, fields);
    expect([status, location]).toEqual([303, `/dashboard/keys/${id}?done=${what}`]);
    expect(await keyOf(id)).toMatchObject(expected);
    const [[kind, said], ...others] = noticesOf(partOf((await hers().get(location ?? '')).text, 'main'));
    expect([kind, said.length > 10, others]).toEqual(['done', true, []]);
  });

  test.each([
    ['name', { name: 'x'.repeat(101) }],
    ['limit', { limit: 'many' }],
    ['scope', { scope: 'some' }],
    ['rotate', { days: '31' }],
    ['rotate', { days: '-1' }],
    ['rotate', { days: '1.5' }],
    ['rotate', { days: '' }],
    ['rotate', { days: '007' }],
  ])('is not changed by the form %s: %o', async (what, fields) => {
    const before = await keysOf(ada);
    const { status, text } = await change(what, fields);
    expect([status, noticesOf(text).map(([kind]) => kind)]).toEqual([422, ['failed']]);
    expect(await keysOf(ada)).toEqual(before);
  });

  test('is ended by nobody who is not sure', async () => {
    for (const fields of [{}, { sure: 'no' }]) {
      expect((await change('revoke', fields as Record<string, string>)).location).toBe(`/dashboard/keys/${id}`);
    }
    expect((await keyOf(id))?.state.revoked).toBe(false);
  });

  test('of somebody else is none', async () => {
    const before = await keysOf(ada);
    for (const [what, fields] of [
      ...[['name', { name: 'Mine' }] as const, ['name', { name: 'x'.repeat(101) }] as const],
      ...[['limit', { limit: '1' }] as const, ['scope', { scope: 'all' }] as const],
      ...[['rotate', { days: '7' }] as const, ['revoke', { sure: 'yes' }] as const],
    ]) {
      const { status, headers } = await change(what, fields, bob);
      expect([what, status, headers.get('X-Error-Code')]).toEqual([what, 404, 'NOT_FOUND']);
    }
    expect((await asking(bindings, bob).get(`/dashboard/keys/${id}`)).status).toBe(404);
    expect((await asking(bindings, bob).get('/dashboard/keys')).text).not.toContain(id);
    expect(await keysOf(ada)).toEqual(before);
  });

  test.each([
    ['30', 'ends in 30 days.'],
    ['1', 'ends in 1 day.'],
    ['0', 'has ended.'],
  ])('goes on for %s days beside the one in its place, which says so', async (days, says) => {
    const old = await made();
    const led = await hers().post(`/dashboard/keys/${old}/rotate`, { days: ` ${days} ` });
    expect(led.location).toBe('/dashboard/keys/created');
    const cookie = `${ada.cookie}; ${led.headers.get('Set-Cookie')?.split(';')[0]}`;
    const shown = await asking(bindings, { ...ada, cookie }).get('/dashboard/keys/created');
    expect(textOf(shown.text)).toContain(says);
    const { state } = (await keyOf(old)) ?? {};
    expect(state?.revoked).toBe(days === '0');
    const leftDays = ((state?.endsAtMs ?? 0) - Date.now()) / 86_400_000;
    expect(Math.abs(leftDays - Number(days))).toBeLessThan(0.1);
  });

  test('ends at once, is listed as ended, and is not rotated any more', async () => {
    const old = await made({ name: 'Old' });
    const { location } = await hers().post(`/dashboard/keys/${old}/revoke`, { sure: 'yes' });
    expect(location).toBe('/dashboard/keys?done=revoked');
    const { text } = await hers().get(location ?? '');
    expect([noticesOf(partOf(text, 'main'))[0][0], partOf(text, 'details').includes(old)]).toEqual(['done', true]);
    const again = await hers().post(`/dashboard/keys/${old}/rotate`, { days: '7' });
    expect([again.status, noticesOf(again.text)[0][1].length > 10]).toEqual([422, true]);
  });

  test('shows when it was last used', async () => {
    const atMs = Date.UTC(2026, 10, 26, 14, 5);
    const { DIRECTORY } = bindings;
    await addUsage(DIRECTORY, [{ id: crypto.randomUUID(), events: [eventWith({ atMs, keyId: id })] }], atMs);
    for (const path of ['/dashboard/keys', `/dashboard/keys/${id}`]) {
      expect(textOf((await hers().get(path)).text)).toContain('26 Nov 2026, 14:05 UTC');
    }
  });

  test.each(['constructor', 'toString', 'paid', ''])('is said to be nothing for done=%s', async (word) => {
    for (const path of ['/dashboard/keys', `/dashboard/keys/${id}`, '/dashboard/account']) {
      expect(noticesOf((await hers().get(`${path}?done=${word}`)).text)).toEqual([]);
    }
  });
});
