/** Overview and credits: what the wallets have in each state, which movements a page shows, and the file of them. */
import { env } from 'cloudflare:test';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AccountWallet, walletsOf } from '../../accounts/wallets.ts';
import { asking, setupOf } from '../testing/asking.ts';
import { base, deployment } from '../testing/deployment.ts';
import { formsOf, linksOf, partOf, partsOf, rowsOf, textOf } from '../testing/html.ts';
import { type Browser, signedInBrowser } from '../testing/signed-in.ts';

const bindings = deployment(env);
const { LEDGERS } = bindings;
const dayMs = 86_400_000;

interface Owner {
  readonly browser: Browser;
  readonly wallets: Record<'test' | 'live', AccountWallet>;
}

async function owner(): Promise<Owner> {
  const browser = await signedInBrowser(base, bindings);
  const [inTest, live] = await walletsOf(browser.accountId, setupOf(bindings));
  return { browser, wallets: { test: inTest, live } };
}

function grant({ wallet, hiddenKeyId }: AccountWallet, credits: number, reference: string | null = null) {
  return LEDGERS.getByName(wallet).topUp(hiddenKeyId, { credits, expiresAtMs: null, reference });
}

/** A call of the playground that is charged. */
async function charge({ wallet, hiddenKeyId }: AccountWallet, requestId: string): Promise<void> {
  const ledger = LEDGERS.getByName(wallet);
  const asked = { operation: 'alpha-channel', requestId, idempotencyKey: null } as const;
  const admission = await ledger.admit({ key: { hiddenId: hiddenKeyId }, ...asked });
  if (admission.outcome !== 'admitted') throw new Error(`The call was ${admission.outcome}`);
  expect(await ledger.settle(admission.holdId, null)).toBe(true);
}

const cardsOf = (html: string) => partsOf(html, 'section', 'class="card"').map(textOf);

let ada: Owner;
beforeAll(async () => {
  ada = await owner();
});
afterEach(() => void vi.restoreAllMocks());

describe('the overview', () => {
  test('greets by name where there is one, with the address, and offers a first key', async () => {
    const { get, post } = asking(bindings, ada.browser);
    const nameless = (await get('/dashboard')).text;
    expect(textOf(partOf(nameless, 'h1'))).toBe('Hello');
    expect(textOf(partOf(nameless, 'p', 'class="lead"'))).toBe(ada.browser.email);
    expect((await post('/dashboard/account/name', { name: '<b>Ada</b> & Co' })).status).toBe(303);
    expect(partOf((await get('/dashboard')).text, 'h1')).toBe('<h1>Hello, &lt;b&gt;Ada&lt;/b&gt; &amp; Co</h1>');
  });

  test('counts keys that work, and leads to them', async () => {
    const { browser } = await owner();
    const { get, post } = asking(bindings, browser);
    const step = async () => {
      const first = partOf((await get('/dashboard')).text, 'li', 'class="card"');
      const leadsTo = formsOf(first)[0]?.action ?? linksOf(first)[0][0];
      return [textOf(partOf(first, 'h3')), leadsTo, textOf(partOf(first, 'p')).length > 10];
    };
    expect(await step()).toEqual(['Make a key', '/dashboard/keys', true]);
    await post('/dashboard/keys', { name: 'one' });
    expect(await step()).toEqual(['1 key', '/dashboard/keys', true]);
    await post('/dashboard/keys', { name: 'two' });
    expect(await step()).toEqual(['2 keys', '/dashboard/keys', true]);
    const [id] = /key_[0-9A-Za-z]{16}/.exec((await get('/dashboard/keys')).text) ?? [''];
    await post(`/dashboard/keys/${id}/revoke`, { sure: 'yes' });
    expect(await step()).toEqual(['1 key', '/dashboard/keys', true]);
  });

  test('has a form that signs out, which works', async () => {
    const { browser } = await owner();
    const { get, post } = asking(bindings, browser);
    const form = formsOf((await get('/dashboard')).text).find(({ action }) => action === '/sign-out');
    expect([form?.method, form?.fields[0]]).toEqual(['post', ['csrf', browser.token]]);
    const left = await post('/sign-out');
    expect([left.status, left.location]).toEqual([303, '/sign-in?done=signed-out']);
    expect((await get('/dashboard')).location).toBe('/sign-in?next=%2Fdashboard');
  });

  test.each([
    '/dashboard',
    '/dashboard/keys',
    '/dashboard/credits',
    '/dashboard/usage',
    '/dashboard/requests',
    '/dashboard/account',
  ])('%s marks its own entry, and the dashboard in the header', async (path) => {
    const { text } = await asking(bindings, ada.browser).get(path);
    const current = linksOf(text.match(/<a[^>]*aria-current="page"[^>]*>.*?<\/a>/gs)?.join('') ?? '');
    expect(current.map(([address]) => address)).toEqual(['/dashboard', path]);
    const tabs = linksOf(partOf(text, 'nav', 'aria-label="Dashboard"'));
    expect(tabs).toHaveLength(7);
    for (const [, words] of tabs) expect(words).not.toBe('');
  });
});

describe('a wallet', () => {
  test('says what it has and until when, or that nothing is left', async () => {
    const { browser, wallets } = await owner();
    await grant(wallets.live, 1234);
    const { state } = { state: await LEDGERS.getByName(wallets.live.wallet).keyState(wallets.live.hiddenKeyId) };
    const day = (ms: number) => new Date(ms).toLocaleDateString('en-GB', { timeZone: 'UTC', dateStyle: 'medium' });
    const until = day(state?.expiresAtMs ?? 0).replace('Sept', 'Sep');
    const [inTest, live] = cardsOf((await asking(bindings, browser).get('/dashboard/credits')).text);
    expect(live).toBe(`Live credits 1,234 Valid until ${until} .`.replace(' .', '.'));
    expect(inTest).toMatch(/^Test credits 50 Valid until/);
  });

  test('that is empty, has expired, is suspended or holds credits says so', async () => {
    const { browser, wallets } = await owner();
    const { get } = asking(bindings, browser);
    const shown = async () => cardsOf((await get('/dashboard')).text);
    expect((await shown())[1]).toBe('Live credits 0 None left.');
    const { wallet, hiddenKeyId } = wallets.test;
    const ledger = LEDGERS.getByName(wallet);
    const call = { operation: 'alpha-channel', requestId: 'r-1', idempotencyKey: null } as const;
    await ledger.admit({ key: { hiddenId: hiddenKeyId }, ...call });
    expect((await shown())[0]).toMatch(/, 1 credit held by calls in work\.$/);
    await ledger.admit({ key: { hiddenId: hiddenKeyId }, ...call, requestId: 'r-2' });
    expect((await shown())[0]).toMatch(/, 2 credits held by calls in work\.$/);
    await ledger.suspend(hiddenKeyId, true);
    expect((await shown())[0]).toMatch(/\. This wallet is suspended; please ask the operator\.$/);
    const expiresAtMs = Date.now() + 5 * dayMs;
    await ledger.setExpiry(hiddenKeyId, expiresAtMs);
    expect((await shown())[0]).toContain('Valid until');
    vi.spyOn(Date, 'now').mockReturnValue(expiresAtMs - 1);
    expect((await shown())[0]).toContain('Valid until');
    vi.spyOn(Date, 'now').mockReturnValue(expiresAtMs);
    expect((await shown())[0]).toMatch(/Expired on \d+ \w+ \d{4}; a top-up makes them valid again/);
  });
});

describe('movements', () => {
  test('are listed with key, reference and what is left, newest first; none is shown too', async () => {
    const { browser, wallets } = await owner();
    const { get } = asking(bindings, browser);
    await grant(wallets.live, 1500, 'order-<7>');
    await charge(wallets.live, 'request-1');
    const rows = rowsOf((await get('/dashboard/credits?wallet=live')).text);
    expect(rows.map(([time, ...cells]) => [/^\d+ \w{3} \d{4}, \d\d:\d\d UTC$/.test(time), ...cells])).toEqual([
      [true, 'Call', 'Playground', 'request-1', '−1', '1,499'],
      [true, 'Credits added', '–', 'order-<7>', '+1,500', '1,500'],
      [true, 'Wallet opened', '–', '–', '0', '0'],
    ]);
    const none = (await get('/dashboard/credits?wallet=live&before=1')).text;
    expect(rowsOf(none)).toEqual([]);
    expect(textOf(none)).toContain('No movements before.');
  });

  test('are those of the wallet that is asked for, else of the test wallet', async () => {
    const { get } = asking(bindings, ada.browser);
    for (const [query, type] of [
      ['', 'test'],
      ['?wallet=live', 'live'],
      ['?wallet=test', 'test'],
      ['?wallet=gold', 'test'],
    ]) {
      const { text } = await get(`/dashboard/credits${query}`);
      const choice = partOf(text, 'nav', 'aria-label="Wallet"');
      expect(choice.match(/<a[^>]*aria-current="true"[^>]*>/g)?.join()).toContain(`?wallet=${type}"`);
      expect(linksOf(choice)).toEqual([
        ['/dashboard/credits?wallet=test', 'Test'],
        ['/dashboard/credits?wallet=live', 'Live'],
        [`/dashboard/credits.csv?wallet=${type}`, 'CSV'],
      ]);
      expect(textOf(partOf(text, 'caption'))).toContain(`of the ${type} wallet`);
    }
  });

  test('stand fifty on a page, with a way to older ones and back to the newest', async () => {
    const { browser, wallets } = await owner();
    const { get } = asking(bindings, browser);
    const ways = (text: string) => linksOf(text).filter(([, words]) => words === 'Older' || words === 'Newest');
    // With the opening of the wallet these are fifty.
    for (let count = 1; count <= 49; count++) await grant(wallets.live, count, `order-${count}`);
    const full = (await get('/dashboard/credits?wallet=live')).text;
    expect([rowsOf(full).length, ways(full)]).toEqual([50, []]);
    await grant(wallets.live, 50, 'order-50');
    const first = (await get('/dashboard/credits?wallet=live')).text;
    expect(rowsOf(first).map((cells) => cells[3])).toEqual(
      Array.from({ length: 50 }, (_, index) => `order-${50 - index}`),
    );
    const [[older, words]] = ways(first);
    expect([older, words]).toEqual(['/dashboard/credits?wallet=live&before=2', 'Older']);
    const second = (await get(older)).text;
    expect([rowsOf(second).map((cells) => cells[1]), ways(second)]).toEqual([
      ['Wallet opened'],
      [['/dashboard/credits?wallet=live', 'Newest']],
    ]);
  });

  test.each(['-1', '1e3', 'x', '1234567890123456', ''])('begin with the newest for before=%s', async (before) => {
    const { text } = await asking(bindings, ada.browser).get(`/dashboard/credits?before=${before}`);
    expect(rowsOf(text).length).toBeGreaterThan(0);
    expect(textOf(text)).not.toContain('Newest ');
  });

  test('come as a file that nobody keeps, of that wallet alone', async () => {
    const { browser, wallets } = await owner();
    await grant(wallets.live, 9, '=1+1');
    const { get } = asking(bindings, browser);
    const file = await get('/dashboard/credits.csv?wallet=live');
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="credits-live.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("form-action 'none'"),
    });
    expect(file.text.split('\r\n').map((line) => line.replace(/^[\d-]+ [\d:]+/, ''))).toEqual([
      'time_utc,movement,credits,balance,key,request_or_reference',
      ",Credits added,9,9,,'=1+1",
      ',Wallet opened,0,0,,',
      '',
    ]);
    expect((await get('/dashboard/credits.csv')).headers.get('Content-Disposition')).toContain('credits-test.csv');
  });

  test('of one account are none of another, and of nobody who is not signed in', async () => {
    const bob = await owner();
    await grant(bob.wallets.live, 3, 'order-of-bob');
    for (const path of ['/dashboard/credits?wallet=live', '/dashboard/credits.csv?wallet=live']) {
      expect((await asking(bindings, bob.browser).get(path)).text).toContain('order-of-bob');
      expect((await asking(bindings, ada.browser).get(path)).text).not.toContain('order-of-bob');
      const stranger = await asking(bindings, null).get(path);
      expect([stranger.status, stranger.location]).toEqual([303, `/sign-in?next=${encodeURIComponent(path)}`]);
    }
  });
});
