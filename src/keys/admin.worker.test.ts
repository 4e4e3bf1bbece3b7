import { env } from 'cloudflare:test';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operationNames } from '../contract/operations.ts';
import { admin } from './admin.ts';
import type { KeysEnv } from './environment.ts';
import { createKeyId, isWellFormed } from './format.ts';
import { hashKey } from './hash.ts';

const bindings = env as unknown as KeysEnv;
const dayMs = 86_400_000;
const now = Date.UTC(2026, 5, 15, 12, 0, 0);

const app = new Hono<{ Bindings: KeysEnv }>();
app.route('/admin', admin);
app.onError((failure, context) => context.text(`passed on: ${failure.message}`, 500));

interface Call {
  readonly token?: string | null;
  readonly text?: string;
  readonly env?: Partial<KeysEnv>;
}

function send(method: string, path: string, body?: unknown, { token, text, env: change }: Call = {}) {
  const headers = new Headers();
  if (token !== null) headers.set('Authorization', `Bearer ${token ?? bindings.ADMIN_TOKEN}`);
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  return app.request(`/admin${path}`, { method, headers, body: payload }, { ...bindings, ...change });
}

// Answers are read as plain values, because the shape is what the tests are about.
async function json(answer: Response | Promise<Response>, status = 200): Promise<Record<string, unknown>> {
  const response = await answer;
  const text = await response.text();
  expect({ status: response.status, text }).toMatchObject({ status });
  return JSON.parse(text);
}

async function create(terms: Record<string, unknown> = {}, call: Call = {}) {
  const created = await json(send('POST', '/keys', { type: 'test', credits: 10, ...terms }, call), 201);
  const { id, key } = created;
  if (typeof id !== 'string' || typeof key !== 'string' || !isWellFormed(key)) throw new Error('No key was created');
  const ledger = bindings.LEDGERS.getByName(await hashKey(key, bindings.KEY_HASH_SECRET));
  return { created, id, key, ledger };
}

beforeEach(() => {
  vi.setSystemTime(now);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('POST /admin/keys', () => {
  test('answers the key, its id and where it stands', async () => {
    const { created } = await create({ label: 'A shop' });
    expect(created).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{16}$/),
      key: expect.stringMatching(/^test_[0-9A-Za-z]{38}$/),
      type: 'test',
      hint: String(created.key).slice(33, 37),
      label: 'A shop',
      created_at: '2026-06-15 12:00:00',
      revoked_at: null,
      credit: 10,
      balance: 10,
      open_holds: 0,
      expires: '2027-06-15 12:00:00',
      rate_per_minute: 30,
      endpoints: null,
      revoked: false,
    });
  });

  test('opens a ledger under the hash of the key', async () => {
    const { ledger, created } = await create({ type: 'live', credits: 3, rate_per_minute: 7, expires: '2030-01-31' });
    expect(created).toMatchObject({ type: 'live', expires: '2030-01-31 23:59:59', rate_per_minute: 7 });
    expect(await ledger.standing()).toMatchObject({
      balance: 3,
      ratePerMinute: 7,
      expiresAtMs: Date.UTC(2030, 0, 31, 23, 59, 59),
      operations: null,
      revoked: false,
    });
    expect(await ledger.admit({ operation: 'alpha-channel', requestId: 'r' })).toMatchObject({ outcome: 'admitted' });
  });

  test('restricts the key to the operations that are named', async () => {
    const { created, ledger } = await create({ endpoints: ['alpha-channel', 'alpha-channel', 'car-layers-base64'] });
    expect(created.endpoints).toEqual(['alpha-channel', 'car-layers-base64']);
    const admission = await ledger.admit({ operation: 'alpha-channel-base64', requestId: 'r' });
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
    const { created } = await create({}, { env: { DEFAULT_RATE_PER_MINUTE: '7', CREDIT_LIFETIME_DAYS: '2' } });
    expect(created).toMatchObject({ rate_per_minute: 7, expires: '2026-06-17 12:00:00' });
  });

  test('shows the key in no other answer, and its hash in none', async () => {
    const { id, key } = await create();
    const hash = await hashKey(key as Parameters<typeof hashKey>[0], bindings.KEY_HASH_SECRET);
    for (const path of ['/keys?limit=100', `/keys/${id}`, `/keys/${id}/entries`]) {
      const text = await (await send('GET', path)).text();
      expect(text).not.toContain(key);
      expect(text).not.toContain(hash);
    }
  });

  test('lists nothing when the ledger cannot be opened', async () => {
    const before = await json(send('GET', '/keys?limit=100'));
    const broken = { getByName: () => ({ open: () => Promise.reject(new Error('no ledger')) }) };
    const answer = await send('POST', '/keys', { type: 'live', credits: 1 }, { env: { LEDGERS: broken as never } });
    expect([answer.status, await answer.text()]).toEqual([500, 'passed on: no ledger']);
    expect(await json(send('GET', '/keys?limit=100'))).toEqual(before);
  });

  test('answers no key when the directory cannot take it', async () => {
    const opened = vi.fn();
    const watched = {
      getByName: (hash: string) => ({
        open: (terms: never) => {
          opened(hash);
          return bindings.LEDGERS.getByName(hash).open(terms);
        },
      }),
    };
    const broken = { prepare: () => ({ bind: () => ({ run: () => Promise.reject(new Error('no directory')) }) }) };
    const change = { LEDGERS: watched as never, DIRECTORY: broken as never };
    const answer = await send('POST', '/keys', { type: 'live', credits: 1 }, { env: change });
    expect([answer.status, await answer.text()]).toEqual([500, 'passed on: no directory']);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  const good = { type: 'live', credits: 1 };
  const operations = operationNames.join(', ');
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
    expect(many.detail).toHaveLength(16);
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

describe('GET /admin/keys', () => {
  test('lists keys newest first and leads from page to page', async () => {
    const made: string[] = [];
    for (const offset of [1, 2, 3, 4, 5]) {
      vi.setSystemTime(now + offset * dayMs);
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
    vi.setSystemTime(now + 10 * dayMs);
    const { id, key } = await create({ label: 'Listed' });
    const { keys } = await json(send('GET', '/keys?limit=1'));
    const created_at = '2026-06-25 12:00:00';
    const hint = key.slice(33, 37);
    expect(keys).toEqual([{ id, type: 'test', hint, label: 'Listed', created_at, revoked_at: null }]);
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
  test('answers the standing and the last 20 entries', async () => {
    const { id, created, ledger } = await create({ rate_per_minute: 1000 });
    for (let count = 0; count < 22; count++) await ledger.topUp(1, null);
    const { key: _, ...listed } = created;
    const shown = await json(send('GET', `/keys/${id}`));
    const { entries, ...standing } = shown;
    expect(standing).toEqual({ ...listed, credit: 32, balance: 32 });
    expect(entries).toHaveLength(20);
    expect((entries as unknown[])[0]).toMatchObject({ kind: 'grant', amount: 1, balance_after: 32, request_id: null });
  });

  test('counts what calls in progress hold', async () => {
    const { id, ledger } = await create({ credits: 5 });
    await ledger.admit({ operation: 'alpha-channel', requestId: 'r-1' });
    expect(await json(send('GET', `/keys/${id}`))).toMatchObject({ credit: 4, balance: 5, open_holds: 1 });
  });
});

describe('GET /admin/keys/:id/entries', () => {
  test('lists movements newest first and leads from page to page', async () => {
    const { id, ledger } = await create({ credits: 1 });
    const admission = await ledger.admit({ operation: 'alpha-channel', requestId: 'r-2' });
    if (admission.outcome !== 'admitted') throw new Error('Not admitted');
    await ledger.settle(admission.holdId);
    await ledger.topUp(4, null);

    const first = await json(send('GET', `/keys/${id}/entries?limit=2`));
    expect(first.entries).toEqual([
      { sequence: 3, at: expect.any(String), kind: 'grant', amount: 4, request_id: null, balance_after: 4 },
      { sequence: 2, at: expect.any(String), kind: 'charge', amount: -1, request_id: 'r-2', balance_after: 0 },
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

describe('POST /admin/keys/:id/top-up', () => {
  test('adds credits and extends the expiry, never shortening it', async () => {
    const near = await create({ credits: 1, expires: '2026-06-20' });
    const topped = await json(send('POST', `/keys/${near.id}/top-up`, { credits: 5 }));
    expect(topped).toMatchObject({ id: near.id, credit: 6, balance: 6 });
    expect(String(topped.expires) > '2026-06-20 23:59:59').toBe(true);

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
    expect(await ledger.standing()).toMatchObject({ ratePerMinute: 7 });
    expect((await send('PUT', `/keys/${id}/rate`, { rate_per_minute: 100_001 })).status).toBe(422);
  });

  test('PUT endpoints restricts, and null lifts the restriction', async () => {
    const { id } = await create();
    const path = `/keys/${id}/endpoints`;
    expect(await json(send('PUT', path, { endpoints: [...operationNames] }))).toMatchObject({
      endpoints: [...operationNames],
    });
    expect(await json(send('PUT', path, { endpoints: null }))).toMatchObject({ endpoints: null });
    expect((await send('PUT', path, {})).status).toBe(422);
  });
});

describe('POST /admin/keys/:id/revoke', () => {
  test('makes the key unknown to admission and notes the date, once', async () => {
    const { id, ledger } = await create();
    const first = await json(send('POST', `/keys/${id}/revoke`));
    expect(first).toMatchObject({ id, revoked: true, revoked_at: '2026-06-15 12:00:00' });
    expect(await ledger.admit({ operation: null, requestId: 'r' })).toEqual({ outcome: 'unknown' });
    vi.setSystemTime(now + dayMs);
    expect(await json(send('POST', `/keys/${id}/revoke`))).toEqual(first);
  });

  test('a key that the directory could not mark is revoked all the same, and a second call mends the list', async () => {
    const { id, ledger } = await create();
    const directory = {
      prepare: (sql: string) => {
        if (sql.startsWith('UPDATE')) throw new Error('no directory');
        return bindings.DIRECTORY.prepare(sql);
      },
    };
    const answer = await send('POST', `/keys/${id}/revoke`, undefined, { env: { DIRECTORY: directory as never } });
    expect(answer.status).toBe(500);
    expect(await ledger.admit({ operation: null, requestId: 'r' })).toEqual({ outcome: 'unknown' });
    expect(await json(send('GET', `/keys/${id}`))).toMatchObject({ revoked: true, revoked_at: null });
    expect(await json(send('POST', `/keys/${id}/revoke`))).toMatchObject({ revoked_at: '2026-06-15 12:00:00' });
  });
});

const paths = [
  ['POST', '/keys', { type: 'live', credits: 1 }],
  ['GET', '/keys', undefined],
  ['GET', '/keys/ID', undefined],
  ['GET', '/keys/ID/entries', undefined],
  ['POST', '/keys/ID/top-up', { credits: 1 }],
  ['PUT', '/keys/ID/expiry', { expires: '2030-01-01' }],
  ['PUT', '/keys/ID/rate', { rate_per_minute: 1 }],
  ['PUT', '/keys/ID/endpoints', { endpoints: null }],
  ['POST', '/keys/ID/revoke', undefined],
] as const;

describe.each(paths)('%s /admin%s', (method, path, body) => {
  test.runIf(path.includes('ID'))('answers 404 to an id that no key has', async () => {
    for (const id of [createKeyId(), 'key_', "x' OR 1=1", '%00']) {
      const response = await send(method, path.replace('ID', encodeURIComponent(id)), body);
      expect(response.headers.get('X-Error-Code')).toBe('NOT_FOUND');
      expect(await json(response, 404)).toEqual({ detail: 'No key has this id. List the keys to find it.' });
    }
  });

  test('keeps out whoever lacks the token', async () => {
    const { id, ledger } = await create();
    const before = await ledger.standing();
    for (const token of [null, '', 'wrong', `${bindings.ADMIN_TOKEN}x`]) {
      const response = await send(method, path.replace('ID', id), body, { token });
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(response.headers.get('X-Error-Code')).toBe('INVALID_ADMIN_TOKEN');
      expect(String((await json(response, 401)).detail)).toMatch(/^Invalid admin token/);
    }
    expect(await ledger.standing()).toEqual(before);
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
    ['GET', '/keys/key_1/top-up', 'POST'],
    ['POST', '/keys/key_1/expiry', 'PUT'],
    ['PATCH', '/keys/key_1/rate', 'PUT'],
    ['GET', '/keys/key_1/endpoints', 'PUT'],
    ['PUT', '/keys/key_1/revoke', 'POST'],
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
    const wiped = { getByName: () => ({ standing: async () => null, entries: async () => [] }) };
    expect(await json(send('GET', `/keys/${id}`, undefined, { env: { LEDGERS: wiped as never } }), 404)).toEqual({
      detail: 'The key is listed and its ledger is empty. Create a new key.',
    });
  });
});
