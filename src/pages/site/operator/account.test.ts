/** One account as an operator sees it, in each state. */
import { describe, expect, test } from 'vitest';
import type { Entry, KeyState } from '../../../contract/account.ts';
import type { ListedPurchase } from '../../../money/billing/purchases.ts';
import type { KeyRecord } from '../../../money/keys/directory.ts';
import type { SeenWallet } from '../../operator/accounts.ts';
import { attributeOf, formsOf, noticesOf, partOf, partsOf, rowsOf, textOf } from '../testing/html.ts';
import { account, act, atMs, moment } from '../testing/operator.ts';
import { htmlOf, visitOf } from '../testing/visit.ts';
import { AccountPage } from './account.tsx';

const visit = visitOf({ isOperator: true });

const entry: Entry = {
  sequence: 3,
  atMs,
  kind: 'charge',
  amount: -1,
  keyId: 'key_1',
  requestId: 'request-1',
  reference: null,
  missing: 0,
  balanceAfter: 49,
};
const state = { balance: 49, expiresAtMs: atMs, openHolds: 2, suspended: false } as KeyState;

describe('one account', () => {
  const wallets: SeenWallet[] = [
    { type: 'test', wallet: 'test_A', hiddenKeyId: 'key_0', state, entries: [entry] },
    { type: 'live', wallet: 'live_A', hiddenKeyId: 'key_9', state: null, entries: [] },
  ];
  const page = (changes: object = {}) =>
    htmlOf(
      AccountPage({
        ...{ visit, account, wallets, keys: [], purchases: [], acts: [], requests: [], days: 30 },
        ...{ requestId: null, reference: 'reference-1', done: undefined },
        ...changes,
      }),
    );
  const walletsOf = (html: string) => partsOf(html, 'section', 'class="card"').map(textOf);

  test('shows its wallets, opened or not', async () => {
    const html = await page();
    expect(textOf(partOf(html, 'p', 'class="lead"'))).toBe(
      `Bob & Co, address confirmed, since ${moment} . Account account-2`,
    );
    expect(walletsOf(html)).toEqual([
      `Test wallet 49 credits test_A , until ${moment} , 2 held`,
      'Live wallet 0 credits live_A , not open yet',
    ]);
  });

  test('shows its last calls with their answers, or says why there are none', async () => {
    const call = { atMs, wallet: 'test_A', requestId: 'request-7', keyId: 'key_1', operation: 'alpha-channel' };
    const answer = { status: 503, errorCode: 'SERVICE_UNAVAILABLE', milliseconds: 1240, credits: 0, calls: 1 };
    const html = await page({ requests: [{ ...call, ...answer, options: [], pixels: null }] });
    const [row] = rowsOf(html).filter(([, request]) => request?.includes('request-7'));
    expect(row.slice(0, 2)).toEqual([moment, 'alpha-channel request-7']);
    expect(row[2]).toMatch(/^503 SERVICE_UNAVAILABLE .*It cost nothing\.$/);
    expect(row.slice(3)).toEqual(['key_1', '1.2 s', '0']);
    expect(textOf(await page())).toContain('There are no calls.');
    expect(textOf(await page({ requestId: 'r' }))).toContain('No call has this request id.');
    expect(textOf(await page({ days: 0 }))).toContain('This service keeps no log of requests.');
  });

  test('says of a silent ledger that what it holds is not known, and shows the rest', async () => {
    const silent: SeenWallet = { ...wallets[1], state: 'unknown' };
    const html = await page({ wallets: [wallets[0], silent] });
    expect(walletsOf(html)).toEqual([
      `Test wallet 49 credits test_A , until ${moment} , 2 held`,
      'Live wallet Not known now live_A , its ledger does not answer',
    ]);
    expect(textOf(html)).toContain('What moved in the live wallet is not known now.');
    expect(textOf(html)).not.toContain('The live wallet has no entries.');
    expect(textOf(html)).toContain('Suspend this account');
  });

  test('gives credits by a form that counts once', async () => {
    const [{ method, action, fields, html }] = formsOf(await page());
    expect([method, action]).toEqual(['post', '/operator/accounts/account-2/top-up']);
    expect(fields.filter(([name]) => name !== 'form')).toEqual([
      ['csrf', visit.token],
      ['reference', 'reference-1'],
      ['credits', ''],
      ['why', ''],
    ]);
    expect(html).toMatch(/<input id="why"[^>]*maxlength="200"/);
    expect(partsOf(html, 'option').map((option) => attributeOf(option, 'value'))).toEqual(['live', 'test']);
  });

  test('is changed by forms that are confirmed, each of them', async () => {
    const suspended = [{ ...wallets[0], state: { ...state, suspended: true } }];
    const forms = [...formsOf(await page()), ...formsOf(await page({ wallets: suspended }))].filter(
      ({ action, method }) => action.startsWith('/operator/accounts/') && method === 'post',
    );
    expect(forms.map(({ action }) => action.split('/').at(-1))).toEqual([
      ...['top-up', 'refund', 'suspend', 'remove-second-factor', 'end-sessions', 'delete'],
      ...['top-up', 'refund', 'resume', 'remove-second-factor', 'end-sessions', 'delete'],
    ]);
    for (const { html } of forms) expect(html).toMatch(/<input type="checkbox" name="sure" value="yes" required/);
  });

  test('gives back what a call cost by a form', async () => {
    const form = formsOf(await page()).find(({ action }) => action.endsWith('/refund'));
    expect([form?.method, form?.action]).toEqual(['post', '/operator/accounts/account-2/refund']);
    expect(form?.fields.filter(([name]) => name !== 'form')).toEqual([
      ['csrf', visit.token],
      ['call', ''],
      ['why', ''],
    ]);
  });

  test('is suspended, or taken again where any wallet of it is', async () => {
    const actionOf = async (html: Promise<string>) => {
      const form = formsOf(await html).find(({ action }) => /\/(suspend|resume)$/.test(action));
      const button = partOf(form?.html ?? '', 'button');
      return [form?.action.split('/').at(-1), attributeOf(button, 'class'), form?.fields[0]];
    };
    expect(await actionOf(page())).toEqual(['suspend', 'danger', ['csrf', visit.token]]);
    const suspended = [wallets[1], { ...wallets[0], state: { ...state, suspended: true } }];
    expect(await actionOf(page({ wallets: suspended }))).toEqual(['resume', null, ['csrf', visit.token]]);
    const html = await page({ wallets: suspended });
    expect(walletsOf(html)[1]).toMatch(/, suspended$/);
    const texts = [html, await page()].map((each) =>
      textOf(formsOf(each).find(({ action }) => /suspend|resume/.test(action))?.html ?? ''),
    );
    expect(new Set(texts).size).toBe(2);
    for (const text of texts) expect(text.length).toBeGreaterThan(30);
    expect([partsOf(html, 'h2'), partsOf(await page(), 'h2')].map((heads) => textOf(heads[4]))).toEqual([
      'Suspended',
      'Suspend',
    ]);
  });

  test('shows its keys', async () => {
    const key: KeyRecord = {
      id: 'key_1',
      wallet: 'test_A',
      type: 'test',
      hint: 'wxyz',
      label: 'Shop <1>',
      createdAtMs: atMs,
      revokedAtMs: null,
    };
    const keys = [key, { ...key, label: null, revokedAtMs: atMs + 60_000 }];
    const rows = rowsOf(await page({ keys, wallets: [] }));
    expect(rows).toEqual([
      ['test_…wxyz', 'Shop <1>', 'key_1', moment, ''],
      ['test_…wxyz', '', 'key_1', moment, '26 Nov 2026, 14:06 UTC'],
    ]);
    expect(textOf(await page())).toContain('This account has made no keys.');
  });

  test('shows what it bought, with the name that Stripe has for it', async () => {
    const purchase: ListedPurchase = {
      ...{ sessionId: 'cs_1', accountId: 'account-2', wallet: 'live_A', keyId: 'key_1', credits: 1000, amount: 900 },
      ...{ currency: 'eur', livemode: true, state: 'paid', createdAtMs: atMs, creditsBack: 0 },
    };
    const purchases = [purchase, { ...purchase, livemode: false, state: 'open' }];
    expect(rowsOf(await page({ purchases, wallets: [] }))).toEqual([
      [moment, 'paid', '1,000', '0', '€9.00', 'cs_1'],
      [moment, 'open, test payment', '1,000', '0', '€9.00', 'cs_1'],
    ]);
    expect(textOf(await page())).toContain('This account has bought nothing.');
  });

  test('shows movements, the newest or those of a request', async () => {
    const grant = { ...entry, kind: 'grant' as const, amount: 50, keyId: null, requestId: null, reference: 'order-1' };
    const nothing = { ...grant, amount: 0, reference: null };
    const moved = [{ ...wallets[0], entries: [entry, grant, nothing] }];
    expect(rowsOf(await page({ wallets: moved }))).toEqual([
      [moment, 'charge', '-1', '49', 'key_1', 'request-1'],
      [moment, 'grant', '+50', '49', '', 'order-1'],
      [moment, 'grant', '0', '49', '', ''],
    ]);
    const caption = async (requestId: string | null) =>
      textOf(partOf(await page({ wallets: moved, requestId }), 'caption'));
    expect([await caption(null), await caption('r')]).toEqual([
      'Newest of the test wallet',
      'Of the test wallet, by this request id',
    ]);
    const none = async (requestId: string | null) => textOf(await page({ wallets: [wallets[1]], requestId }));
    expect(await none(null)).toContain('The live wallet has no entries.');
    expect(await none('r')).toContain('No entry of the live wallet has this request id.');
    const search = formsOf(await page({ requestId: 'a"b' })).find(({ method }) => method === 'get');
    expect([search?.action, search?.fields]).toEqual(['/operator/accounts/account-2', [['request', 'a"b']]]);
    expect(formsOf(await page()).find(({ method }) => method === 'get')?.fields).toEqual([['request', '']]);
  });

  test('says what was done, by our own words alone, or what is wrong', async () => {
    const said = new Set<string>();
    for (const done of ['credits', 'refunded', 'refunded-before', 'suspended', 'resumed']) {
      const [[kind, text]] = noticesOf(await page({ done }));
      expect([kind, text.length > 10]).toEqual(['done', true]);
      said.add(text);
    }
    expect(said.size).toBe(5);
    for (const done of ['', '<b>', undefined]) expect(noticesOf(await page({ done }))).toEqual([]);
    expect(noticesOf(await page({ wrong: 'Not <so>.' }))).toEqual([['failed', 'Not <so>.']]);
  });

  test('shows what operators did', async () => {
    expect(textOf(await page())).toContain('Nothing yet.');
    expect(rowsOf(await page({ acts: [act], wallets: [] }))).toEqual([
      [moment, 'olive@example.org', 'top up', '70 credits <x>'],
    ]);
  });
});
