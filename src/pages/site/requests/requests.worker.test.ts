/** The page of requests: from a message of the queue to rows, what each says, and that only their owner sees them. */
import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import type { UsageEvent } from '../../../money/usage/event.ts';
import { eventWith } from '../../../money/usage/testing/event.ts';
import { type AccountWallet, walletsOf } from '../../accounts/wallets.ts';
import { consumeUsage } from '../../notices/consume.ts';
import { asking, setupOf } from '../testing/asking.ts';
import { base, deployment } from '../testing/deployment.ts';
import { attributeOf, formsOf, linksOf, noticesOf, partsOf, rowsOf, textOf } from '../testing/html.ts';
import { type Browser, signedInBrowser } from '../testing/signed-in.ts';

const bindings = deployment(env);
const atMs = Date.UTC(2050, 5, 15, 12, 30, 9);

interface Owner {
  readonly browser: Browser;
  readonly test: AccountWallet;
  readonly live: AccountWallet;
}

async function owner(): Promise<Owner> {
  const browser = await signedInBrowser(base, bindings);
  const [inTest, live] = await walletsOf(browser.accountId, setupOf(bindings));
  return { browser, test: inTest, live };
}

/** Calls as the queue delivers them. */
async function deliver(...events: Partial<UsageEvent>[]): Promise<void> {
  const body = { id: crypto.randomUUID(), events: events.map((each) => eventWith({ atMs, ...each })) };
  await consumeUsage({ messages: [{ body }] }, bindings);
}

const called = ({ wallet, hiddenKeyId: keyId }: AccountWallet, id: string, changes: Partial<UsageEvent> = {}) => ({
  ...{ wallet, keyId, request: { id, options: [], pixels: null } },
  ...changes,
});
const refused = { status: 402, errorCode: 'INSUFFICIENT_CREDITS', credits: 0 } as const;
const failed = { status: 503, errorCode: 'SERVICE_UNAVAILABLE', credits: 0 } as const;
const limited = { status: 429, errorCode: 'RATE_LIMITED', credits: 0 } as const;
const idsOf = (html: string) => rowsOf(html).map(([, request]) => request.split(' ').at(-1));

let ada: Owner;
let bob: Owner;
const get = (path: string) => asking(bindings, ada.browser).get(path);
beforeAll(async () => {
  [ada, bob] = [await owner(), await owner()];
  await deliver(
    called(ada.test, 'r-1', { request: { id: 'r-1', options: ['format', 'crop'], pixels: 12_192_768 } }),
    called(ada.live, 'r-2', { atMs: atMs + 1000, ...refused }),
    called(ada.live, 'r-3', { atMs: atMs + 2000, ...failed }),
    called(ada.live, 'r-4', { atMs: atMs + 60_000, ...limited }),
    called(ada.live, 'r-5', { atMs: atMs + 60_000, ...limited }),
    called(bob.test, 'r-of-bob'),
  );
});

describe('the page', () => {
  test('has a row for each call, newest first, with what it was, how it ended and what it cost', async () => {
    const { status, text } = await get('/dashboard/requests');
    expect(status).toBe(200);
    expect(rowsOf(text)).toEqual([
      [
        '2050-06-15 12:31:00',
        'alpha-channel r-4',
        '429 RATE_LIMITED 2 times in this minute The rate limit of the key is used up. It cost nothing.',
        ...['Playground, live', '900 ms', '0'],
      ],
      [
        '2050-06-15 12:30:11',
        'alpha-channel r-3',
        '503 SERVICE_UNAVAILABLE The service is out of capacity for the moment. It cost nothing.',
        ...['Playground, live', '900 ms', '0'],
      ],
      [
        '2050-06-15 12:30:10',
        'alpha-channel r-2',
        '402 INSUFFICIENT_CREDITS No credit can be spent now. It cost nothing.',
        ...['Playground, live', '900 ms', '0'],
      ],
      [
        '2050-06-15 12:30:09',
        'alpha-channel format, crop r-1',
        '200',
        'Playground, test',
        '900 ms 12.19 megapixels',
        '1',
      ],
    ]);
    expect(linksOf(text)).toContainEqual(['/docs/reference/errors#rate_limited', 'RATE_LIMITED']);
  });

  test.each([
    ['', 'r-4,r-3,r-2,r-1'],
    ['?key=test', 'r-1'],
    ['?key=live', 'r-4,r-3,r-2'],
    ['?status=2', 'r-1'],
    ['?status=4', 'r-4,r-2'],
    ['?key=live&status=5', 'r-3'],
    ['?key=test&status=5', ''],
    // What the form cannot ask for.
    ['?key=key_of_nobody&status=3&before=yesterday', 'r-4,r-3,r-2,r-1'],
    ['?id=r-2', 'r-2'],
    ['?id=%20r-2%20', 'r-2'],
    ['?id=r-of-bob', ''],
    ['?id=r-', ''],
  ])('for %s has %s', async (query, ids) => {
    expect(idsOf((await get(`/dashboard/requests${query}`)).text).join()).toBe(ids);
  });

  test('goes by one key, and shows what was chosen', async () => {
    const { text } = await get(`/dashboard/requests?key=${ada.test.hiddenKeyId}&status=2`);
    expect(idsOf(text)).toEqual(['r-1']);
    const [choice, byId] = formsOf(text);
    expect([choice.method, byId.method, byId.fields]).toEqual(['get', 'get', [['id', '']]]);
    const chosen = partsOf(choice.html, 'option', 'selected').map((option) => attributeOf(option, 'value'));
    expect(chosen).toEqual([ada.test.hiddenKeyId, '2']);
    expect(linksOf(text)).toContainEqual([`/dashboard/requests.csv?key=${ada.test.hiddenKeyId}&status=2`, 'CSV']);
  });

  test('says where there is nothing, whether of all or of what was chosen', async () => {
    const said = async (by: Owner, query: string) =>
      noticesOf((await asking(bindings, by.browser).get(`/dashboard/requests${query}`)).text).map(([, text]) => text);
    expect(await said(await owner(), '')).toEqual([expect.stringContaining('No calls yet.')]);
    expect(await said(ada, '?id=r-9')).toEqual([expect.stringContaining('No call has this id.')]);
    expect(textOf((await get('/dashboard/requests?key=test&status=5')).text)).toContain('There are no such calls.');
  });

  test('has fifty calls, and a way to older ones and back', async () => {
    const eve = await owner();
    await deliver(...Array.from({ length: 51 }, (_, index) => called(eve.live, `e-${index}`, { atMs: atMs + index })));
    const asked = asking(bindings, eve.browser);
    const first = (await asked.get('/dashboard/requests?key=live')).text;
    expect([idsOf(first).length, idsOf(first)[0], idsOf(first)[49]]).toEqual([50, 'e-50', 'e-1']);
    const [[older] = ['']] = linksOf(first).filter(([, words]) => words === 'Older');
    const second = (await asked.get(older)).text;
    expect(idsOf(second)).toEqual(['e-0']);
    const ways = linksOf(second).filter(([, words]) => words === 'Older' || words === 'Newest');
    expect(ways).toEqual([['/dashboard/requests?key=live', 'Newest']]);
  });
});

describe('the file', () => {
  test('has the same choice', async () => {
    const { headers, text } = await get('/dashboard/requests.csv');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="requests.csv"',
      'cache-control': 'no-store',
    });
    const { test: inTest, live } = ada;
    expect(text.split('\r\n')).toEqual([
      'time_utc,request_id,operation,options,status,error_code,milliseconds,megapixels,credits,key_id,key,calls',
      `2050-06-15 12:31:00,r-4,alpha-channel,,429,RATE_LIMITED,900,,0,${live.hiddenKeyId},"Playground, live",2`,
      `2050-06-15 12:30:11,r-3,alpha-channel,,503,SERVICE_UNAVAILABLE,900,,0,${live.hiddenKeyId},"Playground, live",1`,
      `2050-06-15 12:30:10,r-2,alpha-channel,,402,INSUFFICIENT_CREDITS,900,,0,${live.hiddenKeyId},"Playground, live",1`,
      `2050-06-15 12:30:09,r-1,alpha-channel,format crop,200,,900,12.19,1,${inTest.hiddenKeyId},"Playground, test",1`,
      '',
    ]);
    const chosen = (await get('/dashboard/requests.csv?key=live&status=5')).text.split('\r\n');
    expect(chosen.map((line) => line.split(',')[1])).toEqual(['request_id', 'r-3', undefined]);
  });
});

describe('nobody else sees them', () => {
  test.each(['/dashboard/requests', '/dashboard/requests?id=r-2', '/dashboard/requests.csv'])('%s', async (path) => {
    const other = (await asking(bindings, bob.browser).get(path)).text;
    expect(other).not.toMatch(/r-[1-5]\b(?!")/);
    const key = `${path}${path.includes('?') ? '&' : '?'}key=${ada.live.hiddenKeyId}`;
    expect((await asking(bindings, bob.browser).get(key)).text).not.toContain('SERVICE_UNAVAILABLE');
    const stranger = await asking(bindings, null).get(path);
    expect([stranger.status, stranger.location]).toEqual([303, `/sign-in?next=${encodeURIComponent(path)}`]);
  });
});

test.each([
  ['0', 0, 'This service keeps no log of requests.'],
  ['1', 1, 'Each call of the last day, at most 100,000 of a wallet.'],
  // Reported by the daily work.
  ['x', 0, null],
])('with REQUEST_LOG_DAYS=%s', async (days, rows, words) => {
  const eve = await owner();
  const changed = { ...bindings, REQUEST_LOG_DAYS: days };
  const event = eventWith({ atMs, ...called(eve.test, 'r-1') });
  await consumeUsage({ messages: [{ body: { id: crypto.randomUUID(), events: [event] } }] }, changed);
  const { text } = await asking(changed, eve.browser).get('/dashboard/requests');
  if (words) expect(textOf(text)).toContain(words);
  expect(rowsOf((await asking(bindings, eve.browser).get('/dashboard/requests')).text)).toHaveLength(rows);
});
