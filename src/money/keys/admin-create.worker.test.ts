import { env } from 'cloudflare:test';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { scopeNames } from '../../contract/operations.ts';
import { adminHarness, json } from './admin-harness.ts';
import type { KeysEnv } from './environment.ts';

const bindings: KeysEnv = { ...env };
const { app, send, create } = adminHarness(bindings);
/** A moment to create keys at. */
const then = Date.UTC(2050, 5, 15, 12, 0, 0);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('POST /admin/keys', () => {
  test('answers the key, its id and its details', async () => {
    vi.setSystemTime(then);
    const { created } = await create({ label: 'A shop' });
    expect(created).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{16}$/),
      key: expect.stringMatching(/^test_[0-9A-Za-z]{38}$/),
      wallet: String(created.key).slice(0, 15),
      type: 'test',
      hint: String(created.key).slice(33, 37),
      label: 'A shop',
      created_at: '2050-06-15 12:00:00',
      revoked_at: null,
      credit: 10,
      balance: 10,
      open_holds: 0,
      expires: '2051-06-15 12:00:00',
      rate_per_minute: 30,
      endpoints: null,
      limit: null,
      charged: 0,
      revoked: false,
      suspended: false,
    });
  });

  test('opens a ledger under type and handle of the key', async () => {
    const { id, ledger, created, hash } = await create({
      type: 'live',
      credits: 3,
      rate_per_minute: 7,
      expires: '2090-01-31',
    });
    expect(created).toMatchObject({ type: 'live', expires: '2090-01-31 23:59:59', rate_per_minute: 7 });
    expect(await ledger.keyState(id)).toMatchObject({
      balance: 3,
      ratePerMinute: 7,
      expiresAtMs: Date.UTC(2090, 0, 31, 23, 59, 59),
      operations: null,
      revoked: false,
    });
    expect(
      await ledger.admit({ key: { hash }, operation: 'alpha-channel', requestId: 'r', idempotencyKey: null }),
    ).toMatchObject({ outcome: 'admitted' });
  });

  test('restricts the key to the operations that are named', async () => {
    const { created, ledger, hash } = await create({
      endpoints: ['alpha-channel', 'alpha-channel', 'car-layers-base64'],
    });
    expect(created.endpoints).toEqual(['alpha-channel', 'car-layers-base64']);
    const admission = await ledger.admit({
      key: { hash },
      operation: 'alpha-channel-base64',
      requestId: 'r',
      idempotencyKey: null,
    });
    expect(admission.outcome).toBe('restricted');
  });

  test('takes no credits and a date in the past', async () => {
    const { created } = await create({ credits: 0, expires: '1999-01-01', label: null, endpoints: null });
    expect(created).toMatchObject({ credit: 0, balance: 0, expires: '1999-01-01 23:59:59' });
    expect((await create({ credits: 5, expires: '1999-01-01 00:00:00' })).created).toMatchObject({
      credit: 0,
      balance: 5,
    });
  });

  test('takes rate and lifetime from the deployment where the request names none', async () => {
    vi.setSystemTime(then);
    const { created } = await create({}, { env: { DEFAULT_RATE_PER_MINUTE: '7', CREDIT_LIFETIME_DAYS: '2' } });
    expect(created).toMatchObject({ rate_per_minute: 7, expires: '2050-06-17 12:00:00' });
  });

  test('shows the key in no other answer, and its hash in none', async () => {
    const { id, key, hash } = await create();
    for (const path of ['/keys?limit=100', `/keys/${id}`, `/keys/${id}/entries`]) {
      const text = await (await send('GET', path)).text();
      expect(text).not.toContain(key);
      expect(text).not.toContain(hash);
    }
  });

  test('lists nothing when the ledger cannot be opened', async () => {
    const before = await json(send('GET', '/keys?limit=100'));
    const broken = { getByName: () => ({ open: () => Promise.reject(new Error('no ledger')) }) };
    const answer = await send('POST', '/keys', { type: 'live', credits: 1 }, { env: { LEDGERS: broken } });
    expect([answer.status, await answer.text()]).toEqual([500, 'passed on: no ledger']);
    expect(await json(send('GET', '/keys?limit=100'))).toEqual(before);
  });

  test('answers no key when the directory cannot take it', async () => {
    const opened = vi.fn();
    const watched = {
      getByName: (wallet: string) => ({
        open: (terms: never) => {
          opened(wallet);
          return bindings.LEDGERS.getByName(wallet).open(terms);
        },
      }),
    };
    const broken = { prepare: () => ({ bind: () => null }), batch: () => Promise.reject(new Error('no directory')) };
    const change = { LEDGERS: watched, DIRECTORY: broken };
    const answer = await send('POST', '/keys', { type: 'live', credits: 1 }, { env: change });
    expect([answer.status, await answer.text()]).toEqual([500, 'passed on: no directory']);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  test('draws another handle when one is in use, and leaves its owner alone', async () => {
    const { id, key: taken, ledger } = await create({ credits: 7 });
    const before = await ledger.keyState(id);
    let calls = 0;
    const crowded = {
      getByName: (wallet: string) => bindings.LEDGERS.getByName(calls++ === 0 ? taken.slice(0, 15) : wallet),
    };
    const { created } = await create({ credits: 3 }, { env: { LEDGERS: crowded } });
    expect(calls).toBe(2);
    expect(created).toMatchObject({ credit: 3 });
    expect(await ledger.keyState(id)).toEqual(before);
  });

  test('gives up after a few handles that are all taken', async () => {
    const open = vi.fn(async () => null);
    const full = { getByName: () => ({ open }) };
    const answer = await send('POST', '/keys', { type: 'live', credits: 1 }, { env: { LEDGERS: full } });
    expect([answer.status, await answer.text()]).toEqual([500, 'passed on: No free handle was found in 5 draws']);
    expect(open).toHaveBeenCalledTimes(5);
  });

  test('asks again, once, for an answer that was lost, and grants once', async () => {
    let calls = 0;
    const lossy = {
      getByName: (wallet: string) => ({
        open: async (terms: never) => {
          const state = await bindings.LEDGERS.getByName(wallet).open(terms);
          if (calls++ === 0) throw new Error('the answer was lost');
          return state;
        },
      }),
    };
    const { created, ledger } = await create({ credits: 3 }, { env: { LEDGERS: lossy } });
    expect(created).toMatchObject({ credit: 3 });
    expect(await ledger.entries(10, null)).toHaveLength(1);
  });

  const good = { type: 'live', credits: 1 };
  const operations = scopeNames.join(', ');
  const dateText = 'Expected a UTC date as YYYY-MM-DD, which lasts until 23:59:59, or YYYY-MM-DD HH:MM:SS but received';
  test.each([
    ['no type', { credits: 1 }, ['type'], 'Field required', 'missing'],
    ['no credits', { type: 'live' }, ['credits'], 'Field required', 'missing'],
    ['another type', { ...good, type: 'demo' }, ['type'], 'Expected "live" or "test" but received "demo"', 'enum'],
    [
      'negative credits',
      { ...good, credits: -1 },
      ['credits'],
      'Expected a whole number from 0 to 1000000000 but received -1',
      'value_error',
    ],
    [
      'half a credit',
      { ...good, credits: -0.5 },
      ['credits'],
      'Expected a whole number from 0 to 1000000000 but received -0.5',
      'int_type',
    ],
    [
      'credits as text',
      { ...good, credits: '5' },
      ['credits'],
      'Expected a whole number from 0 to 1000000000 but received "5"',
      'number_type',
    ],
    [
      'more credits than one grant takes',
      { ...good, credits: 1_000_000_001 },
      ['credits'],
      'Expected a whole number from 0 to 1000000000 but received 1000000001',
      'value_error',
    ],
    [
      'a rate of 0',
      { ...good, rate_per_minute: 0 },
      ['rate_per_minute'],
      'Expected a whole number from 1 to 100000 but received 0',
      'value_error',
    ],
    [
      'an endpoint that is none',
      { ...good, endpoints: ['alpha-channel', 'available-credit'] },
      ['endpoints', 1],
      `Expected one of ${operations} but received "available-credit"`,
      'enum',
    ],
    [
      'no endpoints at all',
      { ...good, endpoints: [] },
      ['endpoints'],
      `Expected a list of at least one of ${operations} but received []`,
      'value_error',
    ],
    ['a date that is none', { ...good, expires: '2027-02-30' }, ['expires'], `${dateText} "2027-02-30"`, 'value_error'],
    ['a date as number', { ...good, expires: 5 }, ['expires'], `${dateText} 5`, 'string_type'],
    [
      'an empty label',
      { ...good, label: '' },
      ['label'],
      'Expected one line of 1 to 200 characters but received ""',
      'value_error',
    ],
    [
      'a label that would move a cursor',
      { ...good, label: 'a\u001b[2J' },
      ['label'],
      'Expected one line of 1 to 200 characters but received "a\\u001b[2J"',
      'value_error',
    ],
    ['a misspelt field', { ...good, expire: '2027-01-31' }, ['expire'], 'No such field', 'extra_forbidden'],
  ])('refuses %s with 422', async (_, body, loc, msg, type) => {
    const response = await send('POST', '/keys', body);
    expect(response.headers.get('X-Error-Code')).toBe('VALIDATION_ERROR');
    expect(await json(response, 422)).toEqual({ detail: [{ loc: ['body', ...loc], msg, type }] });
  });

  test('names every mistake, up to 16', async () => {
    const { detail } = await json(send('POST', '/keys', { type: 1, credits: 'x' }), 422);
    expect(detail).toHaveLength(2);
    const many = await json(send('POST', '/keys', { ...good, endpoints: Array(5000).fill('x') }), 422);
    expect(many.detail).toHaveLength(1);
    const members = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`m${index}`, 1]));
    const unknown = await json(send('POST', '/keys', { ...good, ...members }), 422);
    expect(unknown.detail).toHaveLength(16);
  });

  test('repeats what was sent only as far as it is short', async () => {
    const { detail } = await json(send('POST', '/keys', { ...good, type: 'x'.repeat(60_000) }), 422);
    expect(JSON.stringify(detail).length).toBeLessThan(300);
  });

  test.each(['', 'type=live', '[]', 'null', '5', '"text"', '{"type":'])(
    'refuses the body %j with 400',
    async (text) => {
      const response = await send('POST', '/keys', undefined, { text });
      expect(response.headers.get('X-Error-Code')).toBe('INVALID_JSON');
      expect(await json(response, 400)).toEqual({ detail: 'Invalid JSON' });
    },
  );

  test('refuses a body over 64 KiB with 422, its length declared or not', async () => {
    const text = JSON.stringify({ ...good, label: 'x'.repeat(70_000) });
    const refused = {
      detail: [{ loc: ['body'], msg: 'Expected a body of at most 65536 bytes', type: 'value_error' }],
    };
    expect(await json(send('POST', '/keys', undefined, { text }), 422)).toEqual(refused);
    const request = new Request('https://edge/admin/keys', {
      method: 'POST',
      headers: { Authorization: `Bearer ${bindings.ADMIN_TOKEN}`, 'Content-Length': String(text.length) },
      body: text,
    });
    expect(await json(app.fetch(request, bindings), 422)).toEqual(refused);
  });
});
