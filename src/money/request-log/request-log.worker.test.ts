/** The request log: what a call's row has, how many are kept, who finds them, and what takes them away. */
import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addKey } from '../keys/directory.ts';
import { additionsOf } from './add.ts';
import { allRequests, newestFailures, newestRequests, requestsNamed } from './find.ts';
import { removalOfAccount, removeExcess, removeWallet } from './remove.ts';
import type { LoggedRequest } from './request.ts';

const { DIRECTORY } = env;
const nowMs = Date.UTC(2050, 5, 15, 12, 30, 20);
const dayMs = 86_400_000;
const [mine, theirs, nobodys] = ['live_mine', 'live_theirs', 'live_nobodys'];

const request: Omit<LoggedRequest, 'calls'> = {
  atMs: nowMs,
  wallet: mine,
  requestId: 'r-1',
  keyId: 'key_1',
  operation: 'alpha-channel',
  options: ['format', 'crop'],
  status: 200,
  errorCode: null,
  milliseconds: 850,
  pixels: 12_000_000,
  credits: 1,
};
const limited = { ...request, status: 429, errorCode: 'RATE_LIMITED', credits: 0, pixels: null, options: [] };

beforeEach(async () => {
  await DIRECTORY.batch([
    DIRECTORY.prepare('DELETE FROM request_log'),
    DIRECTORY.prepare('DELETE FROM keys'),
    DIRECTORY.prepare('DELETE FROM account_wallet'),
    ...[mine, theirs].map((wallet) =>
      DIRECTORY.prepare(
        `INSERT INTO account_wallet (wallet, account_id, type, hidden_key_id, created_at) VALUES (?1, ?1, 'live', 'key_0', 1)`,
      ).bind(wallet),
    ),
  ]);
});

const add = (...requests: Partial<typeof request>[]) =>
  DIRECTORY.batch(
    additionsOf(
      DIRECTORY,
      requests.map((each) => ({ ...request, ...each })),
    ),
  );
/** Adds many to a wallet without going through each. */
const fill = (wallet: string, count: number, firstMs: number) =>
  DIRECTORY.prepare(
    `WITH RECURSIVE number (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM number WHERE value < ?2 - 1)
    INSERT INTO request_log (wallet, at, request_id, key_id, operation, options, status, error_code, milliseconds, credits, calls)
    SELECT ?1, ?3 + value, 'many-' || value, 'key_1', 'alpha-channel', '', 200, '', 1, 1, 1 FROM number`,
  )
    .bind(wallet, count, firstMs)
    .run();
const count = async (wallet: string) =>
  await DIRECTORY.prepare('SELECT COUNT(*) AS count FROM request_log WHERE wallet = ?').bind(wallet).first('count');
const page = (length: number) => ({ length, after: null });
const idsOf = ({ requests }: { readonly requests: readonly LoggedRequest[] }) =>
  requests.map(({ requestId }) => requestId);

test('the last failures are those of both kinds, newest first', async () => {
  const failed = { status: 503, errorCode: 'SERVICE_UNAVAILABLE', credits: 0 };
  await add(
    { requestId: 'r-2' },
    ...[
      { ...failed, requestId: 'r-3', atMs: nowMs + 3 },
      { ...limited, requestId: 'r-4', atMs: nowMs - 60_000 },
    ],
    { status: 402, errorCode: 'INSUFFICIENT_CREDITS', credits: 0, requestId: 'r-5', atMs: nowMs + 5 },
    { ...failed, requestId: 'r-6', wallet: theirs },
  );
  const ids = async (length: number) =>
    (await newestFailures(DIRECTORY, [mine], length)).map(({ requestId }) => requestId);
  expect([await ids(5), await ids(2)]).toEqual([
    ['r-5', 'r-3', 'r-4'],
    ['r-5', 'r-3'],
  ]);
});

describe('a row', () => {
  test('has what is known of a call', async () => {
    await add({});
    expect(await newestRequests(DIRECTORY, [mine], {}, page(5))).toEqual({
      requests: [{ ...request, calls: 1 }],
      next: null,
    });
  });

  test('of a refusal has its code, and no picture where none was read', async () => {
    const refused = { status: 402, errorCode: 'INSUFFICIENT_CREDITS', credits: 0, pixels: null, options: [] };
    await add(refused);
    const { requests } = await newestRequests(DIRECTORY, [mine], {}, page(5));
    expect(requests).toEqual([{ ...request, ...refused, calls: 1 }]);
  });

  test('is one for all calls of a key in a minute that were answered 429', async () => {
    const startMs = Date.UTC(2050, 5, 15, 12, 30);
    await add(limited, { ...limited, requestId: 'r-2' }, { ...limited, keyId: 'key_2', requestId: 'r-3' });
    await add(
      { ...limited, requestId: 'r-4', atMs: startMs + 59_999 },
      { ...limited, requestId: 'r-5', atMs: startMs + 60_000 },
    );
    await add(request, request);
    const { requests } = await newestRequests(DIRECTORY, [mine], {}, page(9));
    expect(requests.map(({ requestId, atMs, calls }) => [requestId, atMs - startMs, calls])).toEqual([
      ['r-5', 60_000, 1],
      ['r-1', 20_000, 1],
      ['r-1', 20_000, 1],
      ['r-3', 0, 1],
      ['r-1', 0, 3],
    ]);
  });

  test('is not there of a wallet that is nobody’s', async () => {
    await add({ wallet: nobodys }, {});
    expect([await count(nobodys), await count(mine)]).toEqual([0, 1]);
    await DIRECTORY.prepare('UPDATE account_wallet SET account_id = NULL WHERE wallet = ?').bind(mine).run();
    await add({});
    expect(await count(mine)).toBe(1);
  });

  test('is there of a wallet with a key in the list, and goes with the account that it had', async () => {
    const key = { type: 'live', hint: 'abcd', label: null, createdAtMs: 1, revokedAtMs: null } as const;
    for (const wallet of [nobodys, mine]) await addKey(DIRECTORY, { ...key, wallet, id: `key_of_${wallet}` });
    await add({ wallet: nobodys }, {});
    expect([await count(nobodys), await count(mine)]).toEqual([1, 1]);
    await DIRECTORY.prepare('UPDATE account_wallet SET account_id = NULL WHERE wallet = ?').bind(mine).run();
    await add({ wallet: nobodys }, {});
    expect([await count(nobodys), await count(mine)]).toEqual([2, 1]);
  });

  test('is there of each of ten thousand at once', async () => {
    await add(...Array.from({ length: 10_000 }, (_, index) => ({ requestId: `${'x'.repeat(58)}${index}` })));
    expect(await count(mine)).toBe(10_000);
  });
});

describe('calls are found', () => {
  test('newest first, page by page, of several wallets as one list', async () => {
    await add(
      ...Array.from({ length: 7 }, (_, index) => ({
        requestId: `r-${index}`,
        wallet: index % 2 ? theirs : mine,
        // Some within one millisecond.
        atMs: nowMs + Math.floor(index / 3),
      })),
    );
    const seen: string[] = [];
    let after: Parameters<typeof newestRequests>[3]['after'] = null;
    do {
      const found = await newestRequests(DIRECTORY, [mine, theirs], {}, { length: 3, after });
      seen.push(idsOf(found).join());
      after = found.next;
    } while (after);
    expect(seen).toEqual(['r-6,r-5,r-4', 'r-3,r-2,r-1', 'r-0']);
  });

  test('of one wallet alone, and of none there are none', async () => {
    await add({}, { wallet: theirs, requestId: 'r-2' });
    expect(idsOf(await newestRequests(DIRECTORY, [mine], {}, page(5)))).toEqual(['r-1']);
    expect(await newestRequests(DIRECTORY, [], {}, page(5))).toEqual({ requests: [], next: null });
    expect(await requestsNamed(DIRECTORY, [], 'r-1', 5)).toEqual([]);
    expect(await requestsNamed(DIRECTORY, [mine], 'r-2', 5)).toEqual([]);
  });

  test.each([
    [{ keyId: 'key_2' }, 'd'],
    [{ statusClass: 2 }, 'd,a'],
    [{ statusClass: 4 }, 'c,b'],
    [{ statusClass: 5 }, 'e'],
    [{ keyId: 'key_1', statusClass: 2 }, 'a'],
    [{ keyId: 'key_2', statusClass: 4 }, ''],
    [{}, 'e,d,c,b,a'],
  ] as const)('by key and class of status: %o', async (filter, ids) => {
    const statuses = [200, 402, 422, 200, 503];
    await add(
      ...statuses.map((status, index) => ({
        ...{ status, requestId: 'abcde'[index], atMs: nowMs + index, keyId: index === 3 ? 'key_2' : 'key_1' },
      })),
    );
    expect(idsOf(await newestRequests(DIRECTORY, [mine], filter, page(9))).join()).toBe(ids);
  });

  test('by exactly their id, all that have it', async () => {
    await add({}, { atMs: nowMs + 1 }, { requestId: 'r-10' }, { requestId: 'R-1' });
    const found = await requestsNamed(DIRECTORY, [mine], 'r-1', 5);
    expect(found.map(({ requestId, atMs }) => [requestId, atMs - nowMs])).toEqual([
      ['r-1', 1],
      ['r-1', 0],
    ]);
    expect(await requestsNamed(DIRECTORY, [mine], 'r-1', 1)).toHaveLength(1);
    expect(await requestsNamed(DIRECTORY, [mine], 'r-%', 5)).toEqual([]);
  });

  test('all of them, across pages of the database', async () => {
    await fill(mine, 2500, nowMs);
    const ids: string[] = [];
    for await (const { requestId } of allRequests(DIRECTORY, [mine, theirs], {})) ids.push(requestId);
    expect([ids.length, new Set(ids).size, ids[0], ids[2499]]).toEqual([2500, 2500, 'many-2499', 'many-0']);
  });
});

describe('every statement goes by an index', () => {
  /** Details of the plans of all that is asked while something is done. */
  async function plansOf(work: (directory: D1Database) => Promise<unknown>): Promise<string[]> {
    const asked: [statement: string, values: unknown[]][] = [];
    const watching = new Proxy(DIRECTORY, {
      get(directory, called) {
        if (called !== 'prepare') return Reflect.get(directory, called).bind(directory);
        return (statement: string) =>
          new Proxy(directory.prepare(statement), {
            get(prepared, method) {
              if (method !== 'bind') return Reflect.get(prepared, method);
              return (...values: unknown[]) => {
                asked.push([statement, values]);
                return prepared.bind(...values);
              };
            },
          });
      },
    });
    await work(watching);
    const plans = await Promise.all(
      asked.map(([statement, values]) =>
        DIRECTORY.prepare(`EXPLAIN QUERY PLAN ${statement}`)
          .bind(...values)
          .all<{ detail: string }>(),
      ),
    );
    return plans.flatMap(({ results }) => results.map(({ detail }) => detail));
  }

  const filters = [undefined, 2, 4, 5] as const;
  const pages = filters.flatMap((statusClass) => [{ statusClass }, { statusClass, keyId: 'key_1' }]);
  const found = (filter: Parameters<typeof newestRequests>[2]) => (directory: D1Database) =>
    newestRequests(directory, [mine], filter, page(50));

  test.each<[name: string, work: (directory: D1Database) => Promise<unknown>, index: string]>([
    ...pages.map((filter) => [JSON.stringify(filter), found(filter), '(newest|key|failures) (wallet=?'] as never),
    ['failures', (directory) => newestFailures(directory, [mine], 5), 'failures (wallet=?'],
    ['by id', (directory) => requestsNamed(directory, [mine], 'r-1', 50), 'id (wallet=? AND request_id=?'],
    ['too old', (directory) => removeExcess(directory, { days: 30, wallets: [] }, nowMs), 'age (at<?'],
    ['of a wallet', (directory) => removeWallet(directory, mine), '(newest|id|key) (wallet=?'],
    ['of an account', (directory) => removalOfAccount(directory, mine).run(), '(newest|id|key) (wallet=?'],
    ['added', (directory) => directory.batch(additionsOf(directory, [request])), ''],
  ])('%s', async (_, work, index) => {
    const plans = await plansOf(work);
    expect(plans.length).toBeGreaterThan(0);
    const [list, values] = index.split(' (', 2);
    if (index)
      expect(plans.join('\n')).toMatch(
        new RegExp(`SEARCH request_log USING .*INDEX request_log_${list} \\(${values?.replace('?', '\\?')}`),
      );
    for (const plan of plans) {
      expect(plan).not.toMatch(/^SCAN (?!json_each)/);
      expect(plan).not.toContain('TEMP B-TREE');
    }
  });

  test('those of a wallet with too many', async () => {
    await fill(mine, 100_001, nowMs);
    const plans = await plansOf((directory) => removeExcess(directory, { days: 30, wallets: [mine] }, nowMs));
    expect(plans.filter((plan) => plan.includes('request_log_newest (wallet=?'))).toHaveLength(2);
    expect(plans.filter((plan) => /^SCAN|TEMP B-TREE/.test(plan))).toEqual([]);
  });
});

describe('calls are removed', () => {
  test('after their days', async () => {
    await add({ atMs: nowMs - 30 * dayMs, requestId: 'kept' }, { atMs: nowMs - 30 * dayMs - 1 });
    await removeExcess(DIRECTORY, { days: 30, wallets: [] }, nowMs);
    expect(idsOf(await newestRequests(DIRECTORY, [mine], {}, page(5)))).toEqual(['kept']);
    await removeExcess(DIRECTORY, { days: 0, wallets: [] }, nowMs);
    expect(await count(mine)).toBe(0);
  });

  test('in steps, each of them a part', async () => {
    await fill(mine, 12_000, nowMs - 40 * dayMs);
    await fill(theirs, 10, nowMs);
    const prepared = vi.spyOn(DIRECTORY, 'prepare');
    await removeExcess(DIRECTORY, { days: 30, wallets: [] }, nowMs);
    expect(prepared).toHaveBeenCalledTimes(3);
    prepared.mockRestore();
    expect([await count(mine), await count(theirs)]).toEqual([0, 10]);
  });

  test('where a wallet has more than 100,000: the oldest of it alone', async () => {
    await fill(mine, 100_007, nowMs);
    await fill(theirs, 3, nowMs - dayMs);
    await removeExcess(DIRECTORY, { days: 30, wallets: [mine, theirs] }, nowMs);
    expect([await count(mine), await count(theirs)]).toEqual([100_000, 3]);
    expect(await requestsNamed(DIRECTORY, [mine], 'many-6', 1)).toEqual([]);
    expect(await requestsNamed(DIRECTORY, [mine], 'many-7', 1)).toHaveLength(1);
    await removeWallet(DIRECTORY, mine);
    expect([await count(mine), await count(theirs)]).toEqual([0, 3]);
  });
});
