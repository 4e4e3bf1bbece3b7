/** What the pages of operators show in each state. */
import { describe, expect, test } from 'vitest';
import type { ServiceFacts } from '../../../contract/service-state.ts';
import type { OutcomeCount } from '../../../money/usage/outcomes.ts';
import type { Invitation } from '../../accounts/invitations.ts';
import { attributeOf, formsOf, linksOf, partOf, partsOf, rowsOf, textOf } from '../testing/html.ts';
import { account, act, atMs, moment } from '../testing/operator.ts';
import { htmlOf, visitOf } from '../testing/visit.ts';
import { AccountsPage, type ListedAccount } from './account-list.tsx';
import { AuditLogPage } from './audit-log.tsx';
import { newIncidentFields } from './incident-form.ts';
import { IncidentsPage } from './incidents.tsx';
import { InvitationsPage } from './invitations.tsx';
import { ServicePage } from './service.tsx';

const visit = visitOf({ isOperator: true });
const nothing: ServiceFacts = { parts: [], lanes: [], queues: [], networks: [] };

test('every page marks its own entry, and the operator in the header', async () => {
  const pages: [string, Promise<string>][] = [
    ['/operator', htmlOf(AccountsPage({ visit, sought: '', page: 1, hasMore: false, accounts: [] }))],
    ['/operator/invitations', htmlOf(InvitationsPage({ visit, invitations: [], mode: 'open' }))],
    ['/operator/service', htmlOf(ServicePage({ visit, state: nothing, outcomes: [], errors: [], unread: [] }))],
    ['/operator/incidents', htmlOf(IncidentsPage({ visit, incidents: [], fields: newIncidentFields(atMs) }))],
    ['/operator/audit-log', htmlOf(AuditLogPage({ visit, acts: [] }))],
  ];
  for (const [path, page] of pages) {
    const html = await page;
    const current = linksOf((html.match(/<a[^>]*aria-current="page".*?<\/a>/gs) ?? []).join(''));
    expect(current.map(([href]) => href)).toEqual(['/operator', path]);
    const tabs = linksOf(partOf(html, 'nav', 'aria-label="Operator"'));
    expect(tabs.map(([href]) => href)).toEqual(pages.map(([each]) => each));
    for (const [, words] of tabs) expect(words).not.toBe('');
  }
});

describe('the list of accounts', () => {
  const page = (sought: string, accounts: readonly ListedAccount[], number = 1, hasMore = false) =>
    htmlOf(AccountsPage({ visit, sought, page: number, hasMore, accounts }));
  const listed: ListedAccount = {
    account,
    balances: { live: 1250, test: null, suspended: false },
    use: { calls: 12_000, lastAtMs: atMs },
  };

  test('shows each with what it has and does, and leads to it', async () => {
    const day = '26 Nov 2026';
    const fresh = { ...account, id: 'account-3', name: '', emailVerified: false, isOperator: true };
    const other = {
      account: fresh,
      balances: { live: 0, test: 3, suspended: true },
      use: { calls: 0, lastAtMs: null },
    };
    const html = await page('', [listed, other, { account, balances: undefined, use: undefined }]);
    expect(rowsOf(html)).toEqual([
      ['bob<b>@example.org Bob & Co', '1,250', '', '12,000', moment, day, 'address confirmed'],
      ['bob<b>@example.org', '0', '3', '0', 'never', day, 'suspended, address not confirmed, operator'],
      ['bob<b>@example.org Bob & Co', '', '', '', 'never', day, 'address confirmed'],
    ]);
    expect(linksOf(partOf(html, 'tbody')).map(([href]) => href)).toEqual([
      '/operator/accounts/account-2',
      '/operator/accounts/account-3',
      '/operator/accounts/account-2',
    ]);
    expect(partsOf(html, 'td', 'class="wrong"')).toHaveLength(1);
    expect(html).not.toContain('bob<b>');
    expect(html).toContain(`<time datetime="2026-11-26T14:05:00.000Z">${moment}</time>`);
  });

  test('says where credits are not known, and suspension with them', async () => {
    const unknown = { ...listed, balances: { live: 'unknown', test: 7, suspended: false } } as const;
    const suspended = { ...listed, balances: { live: 'unknown', test: 7, suspended: true } } as const;
    const cells = rowsOf(await page('', [unknown, suspended])).map(([, live, test, ...rest]) => [
      live,
      test,
      rest.at(-1),
    ]);
    expect(cells).toEqual([
      ['not known now', '7', 'suspension not known now, address confirmed'],
      ['not known now', '7', 'suspended, address confirmed'],
    ]);
  });

  test('keeps what was sought, and says where nothing was found', async () => {
    const html = await page('"x"', []);
    const [{ method, action, fields }] = formsOf(html);
    expect([method, action]).toEqual(['post', '/operator/search']);
    expect(fields.filter(([name]) => name !== 'form')).toEqual([
      ['csrf', visit.token],
      ['q', '"x"'],
    ]);
    expect([html.includes('<table'), textOf(html).includes('No account was found.')]).toEqual([false, true]);
    const captions = [await page('x', [listed]), await page('', [listed])].map((each) =>
      textOf(partOf(each, 'caption')),
    );
    expect(new Set(captions).size).toBe(2);
  });

  test('leads to the pages before and after it, with what was sought', async () => {
    const links = async (...given: Parameters<typeof page>) =>
      linksOf(partOf(await page(...given), 'nav', 'aria-label="Pages of accounts"'));
    expect(await links('', [listed])).toEqual([]);
    expect(await links('', [listed], 1, true)).toEqual([['/operator?page=2', 'Older']]);
    expect(await links('', [listed], 2, false)).toEqual([['/operator', 'Newer']]);
    expect(await links('a&b', [listed], 3, true)).toEqual([
      ['/operator?q=a%26b&page=2', 'Newer'],
      ['/operator?q=a%26b&page=4', 'Older'],
    ]);
  });
});

test('the audit log leads to accounts, and says what was not finished', async () => {
  const html = await htmlOf(AuditLogPage({ visit, acts: [act, { ...act, accountId: null, done: false }] }));
  expect(rowsOf(html).map(([, , what]) => what)).toEqual(['top up', 'top up, not finished']);
  expect(linksOf(partOf(html, 'tbody'))).toEqual([['/operator/accounts/account-2', 'top up']]);
  expect(textOf(await htmlOf(AuditLogPage({ visit, acts: [] })))).toContain('Nothing yet.');
});

describe('invitations', () => {
  const invitation: Invitation = {
    id: 'invitation-1',
    note: '<Ines>',
    createdAtMs: atMs,
    expiresAtMs: atMs + 60_000,
    usedAtMs: null,
  };
  const page = (changes: object = {}) =>
    htmlOf(InvitationsPage({ visit, invitations: [invitation], mode: 'invite', ...changes }));

  test('are listed with whom they are for, and until when, or when they were used', async () => {
    expect(rowsOf(await page())).toEqual([['<Ines>', moment, 'until 26 Nov 2026, 14:06 UTC']]);
    const used = { ...invitation, note: null, usedAtMs: atMs + 120_000 };
    expect(rowsOf(await page({ invitations: [used] }))).toEqual([['', moment, 'used 26 Nov 2026, 14:07 UTC']]);
    const none = await page({ invitations: [] });
    expect([none.includes('<table'), textOf(none).includes('None.')]).toEqual([false, true]);
  });

  test('are made by a form, and the link of a new one is shown', async () => {
    const html = await page({ link: 'https://example.org/?a=1&b=2' });
    expect(textOf(partOf(html, 'pre', 'id="link"'))).toBe('https://example.org/?a=1&b=2');
    expect(await page()).not.toContain('id="link"');
    const [{ method, action, fields }] = formsOf(html);
    expect([method, action, fields[0], fields.at(-1)]).toEqual([
      'post',
      '/operator/invitations',
      ['csrf', visit.token],
      ['note', ''],
    ]);
    expect(textOf(partOf(html, 'p', 'class="lead"'))).toContain('It is invite here.');
    // What is longer is cut.
    expect(html).toMatch(/<input id="note"[^>]*maxlength="100"/);
  });
});

describe('the service', () => {
  const outcome = (changes: Partial<OutcomeCount>): OutcomeCount => ({
    ...{ operation: 'alpha-channel', status: 200, errorCode: '', calls: 3 },
    ...changes,
  });
  const page = (changes: object = {}) =>
    htmlOf(ServicePage({ visit, state: nothing, outcomes: [], errors: [], unread: [], ...changes }));

  test('has a line for each part, lane, queue and network, and marks those that are not well', async () => {
    const well = { name: 'Service', state: 'ready', isWell: true };
    const away = { name: 'Image lane', state: '<away>', isWell: false };
    const state = { parts: [well], lanes: [away], queues: [], networks: [{ ...well, name: 'matte' }] };
    const html = await page({ state });
    expect(rowsOf(html)).toEqual([
      ['Service', 'ready'],
      ['Image lane', '<away>'],
      ['matte', 'ready'],
    ]);
    expect(partsOf(html, 'td', 'class="wrong"').map(textOf)).toEqual(['<away>']);
    expect(partsOf(html, 'caption').map(textOf)).toEqual(['Parts', 'Lanes', 'Networks, since their start']);
  });

  test('shows errors by code, with a bar for each day', async () => {
    const errors = [
      { status: 422, errorCode: 'INVALID_IMAGE', calls: [0, 1, 1000], total: 1001 },
      { status: 503, errorCode: '', calls: [2, 0, 0], total: 2 },
    ];
    const html = await page({ errors });
    expect(rowsOf(html)).toEqual([
      ['INVALID_IMAGE', '422', '', '1,000', '1,001'],
      ['none', '503', '', '0', '2'],
    ]);
    const [many, few] = partsOf(html, 'svg', 'class="days');
    expect(attributeOf(many, 'aria-label')).toBe('At most 1,000 on a day, on 2 of 3 days');
    expect([...many.matchAll(/ height="(\d+)"/g)].map(([, height]) => height)).toEqual(['0', '2', '24']);
    expect(attributeOf(few, 'class')).toBe('days wrong');
    expect(textOf(await page())).toContain('None in the last 30 days.');
  });

  test('shows how the calls of the last day went', async () => {
    const none = await page();
    expect(textOf(partOf(none, 'span', 'class="figure"'))).toBe('No calls');
    expect(textOf(none)).not.toContain('of calls failed');
    const html = await page({
      outcomes: [outcome({}), outcome({ status: 499, calls: 4 }), outcome({ status: 500, errorCode: 'X', calls: 1 })],
    });
    expect(textOf(partOf(html, 'span', 'class="figure"'))).toBe('12.50 %');
    expect(textOf(html)).toContain('of calls failed');
    expect(rowsOf(html)).toEqual([
      ['alpha-channel', '200', '', '3'],
      ['alpha-channel', '499', '', '4'],
      ['alpha-channel', '500', 'X', '1'],
    ]);
    expect(partsOf(html, 'td', 'class="wrong"').map(textOf)).toEqual(['500']);
  });

  test('counts a single call like many', async () => {
    expect(rowsOf(await page({ outcomes: [outcome({})] }))).toEqual([['alpha-channel', '200', '', '3']]);
    expect(await page()).not.toContain('<thead>');
  });

  test('lists events of Stripe that could not be read, where there are any', async () => {
    expect(await page()).not.toContain('Stripe');
    const unread = [{ id: 'evt_1', kind: 'x.y', hash: 'abc', receivedAtMs: atMs }];
    expect(rowsOf(await page({ unread }))).toEqual([[moment, 'evt_1', 'x.y', 'abc']]);
  });
});
