import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { scopeNames } from '../../contract/operations.ts';
import type { KeyLedger } from '../ledger/ledger.ts';
import { adminHarness, json } from './admin-harness.ts';
import type { KeysEnv } from './environment.ts';
import { createKeyId, readKey, walletOf } from './format.ts';
import { hashKey } from './hash.ts';

const bindings: KeysEnv = { ...env };
const { send, create } = adminHarness(bindings);
/** Later than this test runs, so that keys made then come first in the list. */
const then = Date.UTC(2050, 5, 15, 12, 0, 0);
const dayMs = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('GET /admin/keys', () => {
  test('lists keys newest first and leads from page to page', async () => {
    const made: string[] = [];
    for (const offset of [1, 2, 3, 4, 5, 6]) {
      vi.setSystemTime(then + offset * dayMs);
      made.unshift((await create({ label: `number ${offset}` })).id);
    }
    const found: unknown[] = [];
    let path = '/keys?limit=2';
    while (found.length < made.length) {
      const { keys, next_cursor } = await json(send('GET', path));
      expect(keys).toHaveLength(2);
      found.push(...(keys as { id: string }[]).map(({ id }) => id));
      path = `/keys?limit=2&cursor=${next_cursor}`;
    }
    expect(found.slice(0, made.length)).toEqual(made);
  });

  test('answers what the list knows and nothing of money', async () => {
    vi.setSystemTime(then + 10 * dayMs);
    const { id, key } = await create({ label: 'Listed' });
    const wallet = key.slice(0, 15);
    const { keys } = await json(send('GET', '/keys?limit=1'));
    const created_at = '2050-06-25 12:00:00';
    const hint = key.slice(33, 37);
    expect(keys).toEqual([{ id, wallet, type: 'test', hint, label: 'Listed', created_at, revoked_at: null }]);
  });

  test('ends with a null cursor', async () => {
    const { keys, next_cursor } = await json(send('GET', '/keys?limit=100'));
    expect(Array.isArray(keys) && keys.length > 0).toBe(true);
    expect(next_cursor).toBeNull();
  });

  test.each([
    ['limit=0', ['query', 'limit'], 'Expected a whole number from 1 to 100 but received 0'],
    ['limit=101', ['query', 'limit'], 'Expected a whole number from 1 to 100 but received 101'],
    ['limit=many', ['query', 'limit'], 'Expected a whole number from 1 to 100 but received "many"'],
    ['limit=', ['query', 'limit'], 'Expected a whole number from 1 to 100 but received ""'],
    ['cursor=key_0000000000000000', ['query', 'cursor'], 'Expected the next_cursor of the page before'],
    ['page=2', ['query', 'page'], 'No such field'],
  ])('refuses %s with 422', async (query, loc, msg) => {
    expect(await json(send('GET', `/keys?${query}`), 422)).toMatchObject({ detail: [{ loc, msg }] });
  });
});

describe('GET /admin/keys/:id', () => {
  test('answers the details and the last 20 entries', async () => {
    // A top-up a second later would move the expiry by that second.
    vi.setSystemTime(then);
    const { id, created, ledger } = await create({ rate_per_minute: 1000 });
    for (let count = 0; count < 22; count++) await ledger.topUp(id, { credits: 1, expiresAtMs: null, reference: null });
    const { key: _, ...listed } = created;
    const shown = await json(send('GET', `/keys/${id}`));
    const { entries, ...details } = shown;
    expect(details).toEqual({ ...listed, credit: 32, balance: 32 });
    expect(entries).toHaveLength(20);
    expect((entries as unknown[])[0]).toMatchObject({ kind: 'grant', amount: 1, balance_after: 32, request_id: null });
  });

  test('counts what calls in progress hold', async () => {
    const { id, ledger, hash } = await create({ credits: 5 });
    await ledger.admit({ key: { hash }, operation: 'alpha-channel', requestId: 'r-1', idempotencyKey: null });
    expect(await json(send('GET', `/keys/${id}`))).toMatchObject({ credit: 4, balance: 5, open_holds: 1 });
  });
});

describe('GET /admin/keys/:id/entries', () => {
  test('lists movements newest first and leads from page to page', async () => {
    const { id, ledger, hash } = await create({ credits: 1 });
    const admission = await ledger.admit({
      key: { hash },
      operation: 'alpha-channel',
      requestId: 'r-2',
      idempotencyKey: null,
    });
    if (admission.outcome !== 'admitted') throw new Error('Not admitted');
    await ledger.settle(admission.holdId, null);
    await ledger.topUp(id, { credits: 4, expiresAtMs: null, reference: null });

    const first = await json(send('GET', `/keys/${id}/entries?limit=2`));
    expect(first.entries).toEqual([
      {
        sequence: 3,
        at: expect.any(String),
        kind: 'grant',
        amount: 4,
        key_id: null,
        request_id: null,
        reference: null,
        missing: 0,
        balance_after: 4,
      },
      {
        sequence: 2,
        at: expect.any(String),
        kind: 'charge',
        amount: -1,
        key_id: id,
        request_id: 'r-2',
        reference: null,
        missing: 0,
        balance_after: 0,
      },
    ]);
    expect(first.next_cursor).toBe('2');
    const second = await json(send('GET', `/keys/${id}/entries?limit=2&cursor=2`));
    expect(second.entries).toMatchObject([{ sequence: 1, kind: 'grant', amount: 1, balance_after: 1 }]);
    expect(second.next_cursor).toBeNull();
  });

  test.each(['limit=0', 'limit=201', 'limit=1.5', 'cursor=0', 'cursor=-1', 'cursor=x', 'after=1'])(
    'refuses %s with 422',
    async (query) => {
      const { id } = await create();
      expect((await send('GET', `/keys/${id}/entries?${query}`)).status).toBe(422);
    },
  );
});

describe('GET /admin/keys/:id/audit and POST /admin/keys/:id/mend', () => {
  const sound = { fault: null, readable: true, checked: 1, next_cursor: null };

  test('say of a ledger that cannot be read that it is damaged', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { id } = await create({ credits: 5 });
    const audit = async () => {
      throw new Error('database disk image is malformed: SQLITE_CORRUPT');
    };
    const damaged = { LEDGERS: { getByName: () => ({ audit }) } };
    expect(await json(send('GET', `/keys/${id}/audit`, undefined, { env: damaged }))).toEqual({
      ...{ fault: expect.stringContaining('its ledger cannot be read: '), readable: false },
      ...{ checked: 0, next_cursor: null },
    });
  });

  test('say whether entries add up, and make them', async () => {
    const { id, key } = await create({ credits: 5 });
    expect(await json(send('GET', `/keys/${id}/audit`))).toEqual(sound);
    expect(await json(send('GET', `/keys/${id}/audit?cursor=1`))).toMatchObject({ fault: null, checked: 0 });
    // As another process would: the ledger finds it out at its next write, and loads what is there.
    await runInDurableObject<KeyLedger, void>(env.LEDGERS.getByName(walletOf(key)), async (object, { storage }) => {
      storage.sql.exec('UPDATE wallet SET balance = 9');
      storage.sql.exec('UPDATE revision SET value = value + 1');
      await expect(object.setRate(id, 60)).rejects.toThrow('wrote nothing');
    });
    expect(await json(send('GET', `/keys/${id}/audit`))).toEqual({
      fault: 'entry 1 says a balance of 5 where 9 is due',
      readable: true,
      checked: 1,
      next_cursor: null,
    });
    // What an operator needs to see is shown all the same.
    expect(await json(send('GET', `/keys/${id}`))).toMatchObject({ balance: 9, entries: [{ balance_after: 5 }] });
    expect(await json(send('POST', `/keys/${id}/mend`))).toMatchObject({
      correction: { sequence: 2, kind: 'correction', amount: 4, balance_after: 9 },
    });
    expect(await json(send('GET', `/keys/${id}/audit`))).toEqual(sound);
  });

  test.each(['cursor=0', 'cursor=x', 'limit=1'])('refuse %s with 422', async (query) => {
    const { id } = await create();
    expect((await send('GET', `/keys/${id}/audit?${query}`)).status).toBe(422);
  });
});

describe('POST /admin/keys/:id/top-up', () => {
  test('adds credits and extends the expiry, never shortening it', async () => {
    vi.setSystemTime(then);
    const near = await create({ credits: 1, expires: '2040-06-20' });
    const topped = await json(send('POST', `/keys/${near.id}/top-up`, { credits: 5 }));
    expect(topped).toMatchObject({ id: near.id, credit: 6, balance: 6, expires: '2051-06-15 12:00:00' });

    const far = await create({ expires: '2090-01-01' });
    expect(await json(send('POST', `/keys/${far.id}/top-up`, { credits: 0 }))).toMatchObject({
      balance: 10,
      expires: '2090-01-01 23:59:59',
    });
  });

  test('sets the date that is given, and makes old credits spendable again', async () => {
    const { id } = await create({ credits: 3, expires: '2020-01-01' });
    expect(await json(send('POST', `/keys/${id}/top-up`, { credits: 2, expires: '2099-01-01' }))).toMatchObject({
      credit: 5,
      expires: '2099-01-01 23:59:59',
    });
  });

  test.each([{}, { credits: -5 }, { credits: 1, expires: null }, { credits: 1, amount: 2 }])(
    'refuses %j with 422 and moves nothing',
    async (body) => {
      const { id, ledger } = await create();
      expect((await send('POST', `/keys/${id}/top-up`, body)).status).toBe(422);
      expect(await ledger.entries(10, null)).toHaveLength(1);
    },
  );
});

describe('the terms of a key', () => {
  test('PUT expiry sets the date, past ones too', async () => {
    const { id } = await create({ expires: '2090-01-01' });
    const path = `/keys/${id}/expiry`;
    expect(await json(send('PUT', path, { expires: '2001-02-03 04:05:06' }))).toMatchObject({
      expires: '2001-02-03 04:05:06',
      credit: 0,
      balance: 10,
    });
    expect((await send('PUT', path, {})).status).toBe(422);
  });

  test('PUT rate sets the requests of any 60 seconds', async () => {
    const { id, ledger } = await create();
    expect(await json(send('PUT', `/keys/${id}/rate`, { rate_per_minute: 7 }))).toMatchObject({ rate_per_minute: 7 });
    expect(await ledger.keyState(id)).toMatchObject({ ratePerMinute: 7 });
    expect((await send('PUT', `/keys/${id}/rate`, { rate_per_minute: 100_001 })).status).toBe(422);
  });

  test('PUT endpoints restricts, and null lifts the restriction', async () => {
    const { id } = await create();
    const path = `/keys/${id}/endpoints`;
    expect(await json(send('PUT', path, { endpoints: [...scopeNames] }))).toMatchObject({
      endpoints: [...scopeNames],
    });
    expect(await json(send('PUT', path, { endpoints: null }))).toMatchObject({ endpoints: null });
    expect((await send('PUT', path, {})).status).toBe(422);
  });
});

describe('POST /admin/keys/:id/revoke', () => {
  test('makes the key unknown to admission and notes the date, once', async () => {
    vi.setSystemTime(then);
    const { id, ledger, hash } = await create();
    const first = await json(send('POST', `/keys/${id}/revoke`));
    expect(first).toMatchObject({ id, revoked: true, revoked_at: '2050-06-15 12:00:00' });
    expect(await ledger.admit({ key: { hash }, operation: null, requestId: 'r', idempotencyKey: null })).toEqual({
      outcome: 'unknown',
    });
    vi.setSystemTime(then + dayMs);
    expect(await json(send('POST', `/keys/${id}/revoke`))).toEqual(first);
  });

  test('a key that the directory could not mark is revoked all the same, and a second call mends the list', async () => {
    vi.setSystemTime(then);
    const { id, ledger, hash } = await create();
    const directory = {
      prepare: (sql: string) => {
        if (sql.startsWith('UPDATE')) throw new Error('no directory');
        return bindings.DIRECTORY.prepare(sql);
      },
    };
    const answer = await send('POST', `/keys/${id}/revoke`, undefined, { env: { DIRECTORY: directory } });
    expect(answer.status).toBe(500);
    expect(await ledger.admit({ key: { hash }, operation: null, requestId: 'r', idempotencyKey: null })).toEqual({
      outcome: 'unknown',
    });
    expect(await json(send('GET', `/keys/${id}`))).toMatchObject({ revoked: true, revoked_at: null });
    expect(await json(send('POST', `/keys/${id}/revoke`))).toMatchObject({ revoked_at: '2050-06-15 12:00:00' });
  });
});

describe('POST /admin/wallets/:wallet/keys', () => {
  const inWallet = (wallet: unknown, terms: object = {}) => send('POST', `/wallets/${wallet}/keys`, terms);

  test('makes one more key that spends the same credits under terms of its own', async () => {
    vi.setSystemTime(then + 30 * dayMs);
    const { created: first, ledger } = await create({ credits: 3 });
    const terms = { rate_per_minute: 7, endpoints: ['alpha-channel'], limit: 1, label: 'Second' };
    const second = await json(inWallet(first.wallet, terms), 201);
    expect(second).toMatchObject({ wallet: first.wallet, type: 'test', credit: 1, balance: 3, ...terms });
    expect(String(second.key)).toMatch(new RegExp(`^${first.wallet}[0-9A-Za-z]{28}$`));
    expect(second.hint).toBe(String(second.key).slice(33, 37));
    const key = await readKey(String(second.key), bindings.KEY_HASH_SECRET);
    if (!key) throw new Error('No key was made');
    const request = {
      key: { hash: await hashKey(key, bindings.KEY_HASH_SECRET) },
      requestId: 'r',
      idempotencyKey: null,
    };
    expect(await ledger.admit({ ...request, operation: 'alpha-channel' })).toMatchObject({ outcome: 'admitted' });
    expect(await ledger.admit({ ...request, operation: 'alpha-channel' })).toMatchObject({ outcome: 'credits-held' });
    const listed = (await json(send('GET', '/keys?limit=2'))).keys as { id: string }[];
    expect(listed.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    expect(await json(send('GET', `/keys/${first.id}`))).toMatchObject({ credit: 2, open_holds: 1 });
  });

  test.each([
    ['live_0000000000', 404],
    ['test_short', 404],
    ["x' OR 1=1", 404],
  ])('answers for the wallet %s with %i', async (wallet, status) => {
    expect(await json(inWallet(encodeURIComponent(wallet)), status)).toEqual({
      detail: 'No wallet has this name. Show one of its keys to find it.',
    });
  });

  test('takes no credits: they are the wallet’s', async () => {
    const { created } = await create();
    for (const terms of [{ credits: 1 }, { expires: '2090-01-01' }, { type: 'live' }]) {
      expect((await inWallet(created.wallet, terms)).status).toBe(422);
    }
  });

  test('is refused where the wallet has a hundred keys', async () => {
    const { created, id } = await create();
    for (let made = 1; made < 100; made++) expect((await inWallet(created.wallet)).status).toBe(201);
    expect(await json(inWallet(created.wallet), 422)).toMatchObject({
      detail: [{ loc: ['path', 'wallet'], msg: 'The wallet has 100 keys; end one first' }],
    });
    await send('POST', `/keys/${id}/revoke`);
    expect((await inWallet(created.wallet)).status).toBe(201);
  });
});

describe('grants and refunds under references', () => {
  test('are taken once, and a refund takes what is left', async () => {
    const { id } = await create({ credits: 0 });
    const grant = { credits: 5, reference: 'order 1' };
    for (let again = 0; again < 2; again++) {
      expect(await json(send('POST', `/keys/${id}/top-up`, grant))).toMatchObject({ balance: 5 });
    }
    const refund = { credits: 7, reference: 'refund 1', of: 'order 1' };
    for (let again = 0; again < 2; again++) {
      expect(await json(send('POST', `/keys/${id}/refund`, refund))).toEqual({ taken: 5, missing: 2, waits: false });
    }
    const { entries } = await json(send('GET', `/keys/${id}/entries?limit=2`));
    expect(entries).toMatchObject([
      { kind: 'refund', amount: 0, missing: 2, reference: 'refund 1' },
      { kind: 'refund', amount: -5, missing: 0, reference: 'refund 1' },
    ]);
  });

  test.each([
    [{ credits: 1, reference: 'r' }, ['body', 'of']],
    [{ credits: 1, of: 'o' }, ['body', 'reference']],
    [{ credits: 1, of: 'o', reference: '' }, ['body', 'reference']],
    [{ credits: -1, of: 'o', reference: 'r' }, ['body', 'credits']],
  ])('%j is no refund', async (body, loc) => {
    const { id } = await create();
    expect(await json(send('POST', `/keys/${id}/refund`, body), 422)).toMatchObject({ detail: [{ loc }] });
  });
});

describe('the terms of one key and of its wallet', () => {
  test('PUT limit is of the key alone', async () => {
    const { id, created } = await create({ credits: 9 });
    const other = await json(send('POST', `/wallets/${created.wallet}/keys`, {}), 201);
    expect(await json(send('PUT', `/keys/${id}/limit`, { limit: 2 }))).toMatchObject({ limit: 2, credit: 2 });
    expect(await json(send('GET', `/keys/${other.id}`))).toMatchObject({ limit: null, credit: 9 });
    expect(await json(send('PUT', `/keys/${id}/limit`, { limit: null }))).toMatchObject({ limit: null, credit: 9 });
  });

  test('PUT end lets a key go on until then, and another is not touched', async () => {
    vi.setSystemTime(then);
    const { id, ledger, hash, created } = await create();
    const other = await json(send('POST', `/wallets/${created.wallet}/keys`, {}), 201);
    const answer = await json(send('PUT', `/keys/${id}/end`, { at: '2050-06-16' }));
    expect(answer).toMatchObject({ revoked: false, revoked_at: '2050-06-16 23:59:59' });
    const ask = () => ledger.admit({ key: { hash }, operation: null, requestId: 'r', idempotencyKey: null });
    expect(await ask()).toMatchObject({ outcome: 'credit' });
    vi.setSystemTime(Date.UTC(2050, 5, 16, 23, 59, 59));
    expect(await ask()).toEqual({ outcome: 'unknown' });
    expect(await json(send('PUT', `/keys/${id}/end`, { at: '2060-01-01' }))).toMatchObject({
      revoked: true,
      revoked_at: '2050-06-16 23:59:59',
    });
    expect(await json(send('GET', `/keys/${other.id}`))).toMatchObject({ revoked: false, revoked_at: null });
  });

  test('POST suspend refuses all keys of the wallet, and resume takes them again', async () => {
    const { id, ledger, hash, created } = await create();
    const other = await json(send('POST', `/wallets/${created.wallet}/keys`, {}), 201);
    const ask = () => ledger.admit({ key: { hash }, operation: null, requestId: 'r', idempotencyKey: null });
    expect(await json(send('POST', `/keys/${other.id}/suspend`))).toMatchObject({ suspended: true, revoked: false });
    expect(await ask()).toEqual({ outcome: 'unknown' });
    expect(await json(send('POST', `/keys/${id}/resume`))).toMatchObject({ suspended: false });
    expect(await ask()).toMatchObject({ outcome: 'credit' });
  });
});

const paths = [
  ['POST', '/keys', { type: 'live', credits: 1 }],
  ['GET', '/keys', undefined],
  ['GET', '/keys/ID', undefined],
  ['GET', '/keys/ID/entries', undefined],
  ['GET', '/keys/ID/audit', undefined],
  ['POST', '/keys/ID/mend', undefined],
  ['POST', '/keys/ID/top-up', { credits: 1 }],
  ['PUT', '/keys/ID/expiry', { expires: '2030-01-01' }],
  ['PUT', '/keys/ID/rate', { rate_per_minute: 1 }],
  ['PUT', '/keys/ID/endpoints', { endpoints: null }],
  ['POST', '/keys/ID/refund', { credits: 1, reference: 'r', of: 'o' }],
  ['PUT', '/keys/ID/limit', { limit: 1 }],
  ['PUT', '/keys/ID/end', { at: '2090-01-01' }],
  ['POST', '/keys/ID/revoke', undefined],
  ['POST', '/keys/ID/suspend', undefined],
  ['POST', '/keys/ID/resume', undefined],
] as const;

describe.each(paths.filter(([, path]) => path.includes('ID')))('%s /admin%s', (method, path, body) => {
  test('answers 404 to an id that no key has', async () => {
    for (const id of [createKeyId(), 'key_', "x' OR 1=1", '%00']) {
      const response = await send(method, path.replace('ID', encodeURIComponent(id)), body);
      expect(response.headers.get('X-Error-Code')).toBe('NOT_FOUND');
      expect(await json(response, 404)).toEqual({ detail: 'No key has this id. List the keys to find it.' });
    }
  });
});

describe.each(paths)('%s /admin%s', (method, path, body) => {
  test('keeps out callers without the token', async () => {
    const { id, ledger } = await create();
    const before = await ledger.keyState(id);
    for (const token of [null, '', 'wrong', `${bindings.ADMIN_TOKEN}x`]) {
      const response = await send(method, path.replace('ID', id), body, { token });
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(response.headers.get('X-Error-Code')).toBe('INVALID_ADMIN_TOKEN');
      expect(String((await json(response, 401)).detail)).toMatch(/^Invalid admin token/);
    }
    expect(await ledger.keyState(id)).toEqual(before);
  });

  test.each(['ADMIN_TOKEN', 'KEY_HASH_SECRET'] as const)(
    'answers 503 without %s and says so in the log',
    async (name) => {
      const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
      for (const value of ['', undefined]) {
        const answer = await send(method, path.replace('ID', createKeyId()), body, {
          token: 'undefined',
          env: { [name]: value },
        });
        expect(answer.status).toBe(503);
      }
      expect(complaint).toHaveBeenCalledWith(expect.stringContaining(name));
    },
  );

  test('is not to be cached', async () => {
    const { id } = await create();
    expect((await send(method, path.replace('ID', id), body)).headers.get('Cache-Control')).toBe('no-store');
    expect((await send(method, path, body, { token: null })).headers.get('Cache-Control')).toBe('no-store');
  });
});

describe('other paths and methods', () => {
  test.each([
    ['DELETE', '/keys', 'GET, POST'],
    ['DELETE', '/keys/key_1', 'GET'],
    ['POST', '/keys/key_1/entries', 'GET'],
    ['POST', '/keys/key_1/audit', 'GET'],
    ['GET', '/keys/key_1/mend', 'POST'],
    ['GET', '/keys/key_1/top-up', 'POST'],
    ['POST', '/keys/key_1/expiry', 'PUT'],
    ['PATCH', '/keys/key_1/rate', 'PUT'],
    ['GET', '/keys/key_1/endpoints', 'PUT'],
    ['GET', '/keys/key_1/refund', 'POST'],
    ['POST', '/keys/key_1/limit', 'PUT'],
    ['POST', '/keys/key_1/end', 'PUT'],
    ['PUT', '/keys/key_1/revoke', 'POST'],
    ['PUT', '/keys/key_1/suspend', 'POST'],
    ['GET', '/keys/key_1/resume', 'POST'],
    ['GET', '/wallets/test_ABCDEFGHIJ/keys', 'POST'],
  ])('%s %s is answered with 405', async (method, path, allow) => {
    const response = await send(method, path);
    expect(response.headers.get('Allow')).toBe(allow);
    expect(await json(response, 405)).toEqual({ detail: 'Method Not Allowed' });
  });

  test('unknown paths are 404 to the operator and 401 to others', async () => {
    expect((await send('GET', '/accounts')).status).toBe(404);
    expect((await send('GET', '/accounts', undefined, { token: null })).status).toBe(401);
  });

  test('a key whose ledger was wiped is answered with 404 and advice', async () => {
    const { id } = await create();
    const wiped = { getByName: () => ({ keyState: async () => null, entries: async () => [] }) };
    expect(await json(send('GET', `/keys/${id}`, undefined, { env: { LEDGERS: wiped } }), 404)).toEqual({
      detail: 'The key is listed and its ledger is empty. Create a new key.',
    });
  });
});

test('X-Service-Version goes to the holder of the token alone', async () => {
  const env = { SERVICE_VERSION: '0.2.0', SERVICE_COMMIT: 'b20604dc1234' };
  const headers = async (path: string, token?: string) =>
    (await send('GET', path, undefined, { token, env })).headers.get('X-Service-Version');
  expect(await headers('/keys')).toBe('0.2.0+b20604dc1234');
  expect(await headers('/keys/key_0000000000000000')).toBe('0.2.0+b20604dc1234');
  expect(await headers('/keys', 'another')).toBeNull();
});
