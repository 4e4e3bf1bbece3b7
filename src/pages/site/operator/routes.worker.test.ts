/** Each route of operators: who reaches it, and what it does. */
import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addUsage } from '../../../money/usage/store.ts';
import { eventWith } from '../../../money/usage/testing/event.ts';
import { findAccounts, seeWallets } from '../../operator/accounts.ts';
import { listActs } from '../../operator/audit-log.ts';
import { unreachable } from '../../operator/testing/account.ts';
import { base, deployment } from '../testing/deployment.ts';
import { type Browser, signedInBrowser } from '../testing/signed-in.ts';
import { operatorPages } from './routes.tsx';

const bindings = deployment(env);
const pages = operatorPages(async () => ({
  parts: [{ name: 'Networks', state: 'ready', isWell: true }],
  lanes: [{ name: 'Image lane', state: 'away', isWell: false }],
  queues: [],
  networks: [],
}));
const reference = '0f8fad5b-d9cb-469f-a165-70867728950e';

let olive: Browser;
let customer: Browser;
let path: string;

beforeAll(async () => {
  [olive, customer] = [await signedInBrowser(base, bindings), await signedInBrowser(base, bindings)];
  path = `/operator/accounts/${customer.accountId}`;
});
beforeEach(() => mark(olive, 1, 1));

function mark({ accountId }: Browser, isOperator: number, hasSecondFactor: number) {
  return bindings.DIRECTORY.prepare('UPDATE accounts SET isOperator = ?, twoFactorEnabled = ? WHERE id = ?')
    .bind(isOperator, hasSecondFactor, accountId)
    .run();
}

const get = (to: string, by: Browser | null = olive) =>
  pages.request(
    `${base}${to}`,
    { headers: by ? { Cookie: by.cookie } : {} },
    { ...bindings, SERVICE_VERSION: '0.2.0' },
  );

/** Sends a form, confirmed unless its fields say otherwise. */
function post(to: string, fields: Record<string, string> = {}, by = olive) {
  const body = new URLSearchParams({ csrf: by.token, sure: 'yes', ...fields });
  return pages.request(
    `${base}${to}`,
    { method: 'POST', headers: { Cookie: by.cookie, Origin: base }, body },
    bindings,
  );
}

/** The wallets of the customer, with what their ledgers say. */
async function answeredWallets() {
  const wallets = await seeWallets(customer.accountId, null, bindings);
  return wallets.map(({ type, state }) => {
    if (state === 'unknown') throw new Error(`The ledger of the ${type} wallet does not answer`);
    return { type, state };
  });
}

const balances = async () =>
  Object.fromEntries((await answeredWallets()).map(({ type, state }) => [type, state?.balance]));

describe('visitors who are no operators with a second factor', () => {
  const shown = () => [
    '/operator',
    path,
    '/operator/invitations',
    '/operator/service',
    '/operator/incidents',
    '/operator/audit-log',
  ];
  const forms = () => [
    `${path}/top-up`,
    `${path}/suspend`,
    `${path}/resume`,
    '/operator/invitations',
    '/operator/incidents',
  ];

  test('and is not signed in is led to the sign-in', async () => {
    for (const to of shown()) {
      expect((await get(to, null)).headers.get('Location')).toBe(`/sign-in?next=${encodeURIComponent(to)}`);
    }
  });

  test.each([
    ['no operator finds nothing', 0, 1, [404, null]],
    ['an operator without a second factor is led to set one up', 1, 0, [303, '/dashboard/account?done=needs-factor']],
  ] as const)('and is %s, and does nothing', async (_, isOperator, hasSecondFactor, expected) => {
    await mark(olive, isOperator, hasSecondFactor);
    const [acts, before] = [await listActs(bindings, null, 100), await balances()];
    for (const to of shown()) {
      const answer = await get(to);
      expect([answer.status, answer.headers.get('Location')]).toEqual(expected);
      expect(answer.headers.has('X-Service-Version')).toBe(false);
    }
    for (const to of forms()) {
      const answer = await post(to, { type: 'live', credits: '1', reference, note: 'x' });
      expect([answer.status, answer.headers.get('Location')]).toEqual(expected);
    }
    expect([await listActs(bindings, null, 100), await balances()]).toEqual([acts, before]);
  });
});

describe('GET /operator', () => {
  test('lists accounts, or those that are sought', async () => {
    const answer = await get('/operator');
    expect(answer.headers.get('X-Service-Version')).toBe('0.2.0');
    const all = await answer.text();
    for (const { accountId } of [olive, customer]) expect(all).toContain(`href="/operator/accounts/${accountId}"`);
    const found = await (await get(`/operator?q=${customer.email}`)).text();
    expect(found).toContain(`href="${path}"`);
    expect(found).not.toContain(olive.accountId);
    expect(await (await get('/operator?q=nobody-at-all')).text()).toContain('No account was found');
    for (const page of ['0', '-1', 'x', '1.5', '123456']) {
      expect(await (await get(`/operator?page=${page}`)).text()).toContain(`href="${path}"`);
    }
    expect(await (await get('/operator?page=99999')).text()).toContain('No account was found');
  });
});

test('GET /operator shows all accounts where the ledger of one does not answer', async () => {
  const [{ wallet }] = await seeWallets(customer.accountId, null, bindings);
  await bindings.DIRECTORY.prepare('UPDATE account_wallet SET opened_at = 1 WHERE wallet = ?').bind(wallet).run();
  const env = { ...bindings, LEDGERS: unreachable(bindings.LEDGERS, wallet) };
  const answer = await pages.request(`${base}/operator`, { headers: { Cookie: olive.cookie } }, env);
  const text = await answer.text();
  expect([answer.status, text.split('<td class="number">not known now</td>').length]).toEqual([200, 2]);
  for (const { accountId } of [olive, customer]) expect(text).toContain(`href="/operator/accounts/${accountId}"`);
});

describe('GET /operator/accounts/:id', () => {
  test('shows the account, and what was done to it', async () => {
    const text = await (await get(path)).text();
    expect(text).toContain(`<h1>${customer.email}</h1>`);
    for (const { wallet } of await seeWallets(customer.accountId, null, bindings)) expect(text).toContain(wallet);
    expect(text).not.toContain('role="status"');
  });

  test('is 404 where there is none', async () => {
    expect((await get('/operator/accounts/nobody')).status).toBe(404);
  });

  test('finds entries by the request id of a call', async () => {
    expect(await (await get(`${path}?request=%20call-1%20`)).text()).toContain(
      'No entry of the live wallet has this request id.',
    );
    expect(await (await get(`${path}?request=%20`)).text()).not.toContain('has this request id');
  });
});

describe('POST /operator/accounts/:id/top-up', () => {
  const fields = { type: 'test', credits: '70', reference, why: '  a gift ' };

  test('gives credits once, and leads back', async () => {
    const before = await balances();
    for (const _time of [1, 2]) {
      const answer = await post(`${path}/top-up`, fields);
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${path}?done=credits`]);
    }
    expect(await balances()).toEqual({ ...before, test: Number(before.test) + 70 });
    const [act] = await listActs(bindings, customer.accountId, 1);
    expect(act).toMatchObject({ act: 'top up', operator: olive.email, done: true });
    expect(act.detail).toMatch(new RegExp(`^70 credits to test_\\w+, operator:${reference}: a gift$`));
    expect(await (await get(`${path}?done=credits`)).text()).toContain('The credits were added.');
  });

  test.each(['', '0', '-1', '1.5', '1e3', 'many', '1000000001', '00000000001'])(
    'gives no %j credits',
    async (credits) => {
      const before = await balances();
      const answer = await post(`${path}/top-up`, { ...fields, credits });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain('Credits are a whole number from 1 to 1,000,000,000.');
      expect(await balances()).toEqual(before);
    },
  );

  test('gives a billion at most', async () => {
    const other = '1f8fad5b-d9cb-469f-a165-70867728950e';
    expect((await post(`${path}/top-up`, { ...fields, credits: '1000000000', reference: other })).status).toBe(303);
  });

  test.each(['', 'x', reference.toUpperCase(), `${reference}0`])(
    'takes no form with the reference %j',
    async (given) => {
      const answer = await post(`${path}/top-up`, { ...fields, reference: given });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain('Please send the form of this page once more.');
    },
  );

  test('says where the account has no such wallet', async () => {
    const answer = await post(`${path}/top-up`, { ...fields, type: 'gold' });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('This account has no such wallet yet.');
  });

  test('keeps 200 characters of the reason', async () => {
    const long = '2f8fad5b-d9cb-469f-a165-70867728950e';
    await post(`${path}/top-up`, { ...fields, credits: '1', reference: long, why: `${'x'.repeat(200)}yz` });
    const [{ detail }] = await listActs(bindings, customer.accountId, 1);
    expect(detail.endsWith(`: ${'x'.repeat(200)}`)).toBe(true);
  });
});

describe('POST /operator/accounts/:id/refund', () => {
  const fields = { call: ' call-of-a-refund ', why: 'our own fault' };

  test('gives back what the call cost, once, and leads back', async () => {
    const [{ wallet, hiddenKeyId }] = await seeWallets(customer.accountId, null, bindings);
    const ledger = bindings.LEDGERS.getByName(wallet);
    await ledger.topUp(hiddenKeyId, { credits: 5, expiresAtMs: null, reference: 'for a refund' });
    const before = await balances();
    const asking = { operation: 'alpha-channel', requestId: 'call-of-a-refund', idempotencyKey: null } as const;
    const admission = await ledger.admit({ ...asking, key: { hiddenId: hiddenKeyId } });
    if (admission.outcome !== 'admitted') throw new Error(admission.outcome);
    await ledger.settle(admission.holdId, null);
    expect(await balances()).toEqual({ ...before, test: Number(before.test) - 1 });
    for (const done of ['refunded', 'refunded-before']) {
      const answer = await post(`${path}/refund`, fields);
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${path}?done=${done}`]);
    }
    expect(await balances()).toEqual(before);
    const [act] = await listActs(bindings, customer.accountId, 1);
    expect(act).toMatchObject({ act: 'refund', operator: olive.email, done: true });
  });

  test.each(['another-call', ''])('gives nothing where the call %j cost nothing', async (call) => {
    const before = await balances();
    const answer = await post(`${path}/refund`, { ...fields, call });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('No wallet of this account was charged for such a call.');
    expect(await balances()).toEqual(before);
  });
});

const ownersActs = ['remove-second-factor', 'end-sessions', 'delete'];
test.each(['top-up', 'refund', 'suspend', 'resume', ...ownersActs])(
  'POST /operator/accounts/:id/%s asks to confirm',
  async (name) => {
    const before = await listActs(bindings, null, 100);
    const answer = await post(`${path}/${name}`, { type: 'test', credits: '7', reference, sure: '' });
    expect([answer.status, (await answer.text()).includes('Nothing was done')]).toEqual([422, true]);
    expect(await listActs(bindings, null, 100)).toEqual(before);
  },
);

test('POST /operator/accounts/:id/suspend refuses both wallets, and /resume takes them again', async () => {
  const suspended = async () => (await answeredWallets()).map(({ state }) => state?.suspended);
  for (const [name, done, expected] of [
    ['suspend', 'suspended', true],
    ['resume', 'resumed', false],
  ] as const) {
    const answer = await post(`${path}/${name}`);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${path}?done=${done}`]);
    expect(await suspended()).toEqual([expected, expected]);
    const [act] = await listActs(bindings, customer.accountId, 1);
    expect(act).toMatchObject({ act: name, operator: olive.email, done: true });
    const page = await (await get(path)).text();
    expect(page).toContain(`action="${path}/${expected ? 'resume' : 'suspend'}"`);
  }
});

describe('what an operator does for an owner', () => {
  test('a second factor is removed and sessions end, each noted, and leads back', async () => {
    const somebody = await signedInBrowser(base, bindings);
    const own = `/operator/accounts/${somebody.accountId}`;
    await mark(somebody, 0, 1);
    for (const [name, done, act] of [
      ['remove-second-factor', 'factor-removed', 'remove second factor'],
      ['end-sessions', 'sessions-ended', 'end sessions'],
    ]) {
      const answer = await post(`${own}/${name}`);
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${own}?done=${done}`]);
      const [noted] = await listActs(bindings, somebody.accountId, 1);
      expect(noted).toMatchObject({ act, operator: olive.email, detail: '', done: true });
    }
    const { results } = await bindings.DIRECTORY.prepare('SELECT id FROM sessions WHERE userId = ?')
      .bind(somebody.accountId)
      .all();
    expect(results).toEqual([]);
    const page = await (await get(`${own}?done=sessions-ended`)).text();
    expect(page).toContain('The account is signed out in every browser.');
    for (const name of ownersActs) expect(page).toContain(`action="${own}/${name}"`);
  });

  test('an account is deleted, once, and never that of the operator', async () => {
    const somebody = await signedInBrowser(base, bindings);
    const own = `/operator/accounts/${somebody.accountId}`;
    const answer = await post(`${own}/delete`);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/operator']);
    expect((await get(own)).status).toBe(404);
    for (const name of ownersActs) expect((await post(`${own}/${name}`)).status).toBe(404);
    const refused = await post(`/operator/accounts/${olive.accountId}/delete`);
    expect([refused.status, (await refused.text()).includes('under Account')]).toEqual([422, true]);
    expect((await get('/operator')).status).toBe(200);
  });
});

describe('/operator/invitations', () => {
  test('POST makes one, whose link is shown once', async () => {
    const answer = await post('/operator/invitations', { note: ` ${'for Ines '.padEnd(120, 'x')}` });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/operator/invitations']);
    const [link] = (answer.headers.get('Set-Cookie') ?? '').split(';');
    const shown = await get('/operator/invitations', { ...olive, cookie: `${olive.cookie}; ${link}` });
    expect(shown.headers.get('Set-Cookie')).toContain('Max-Age=0');
    expect(await shown.text()).toMatch(/https:\/\/cutouts\.example\.org\/sign-up\?invitation=[0-9A-Za-z]{32}/);
    const [act] = await listActs(bindings, null, 1);
    expect(act).toMatchObject({ act: 'invite', operator: olive.email, accountId: null, done: true });
    expect(act.detail).toBe('for Ines '.padEnd(100, 'x'));
    const list = await (await get('/operator/invitations')).text();
    expect(list).toContain('for Ines');
    expect(list).not.toContain('invitation=');
  });
});

test('GET /operator/service shows the parts, and how the calls of the last day went', async () => {
  expect(await (await get('/operator/service')).text()).toContain('No calls');
  const atMs = Date.now();
  const events = [eventWith({ atMs }), eventWith({ atMs, status: 503, errorCode: 'SERVICE_UNAVAILABLE', credits: 0 })];
  await addUsage(bindings.DIRECTORY, [{ id: crypto.randomUUID(), events }], atMs);
  const text = await (await get('/operator/service')).text();
  for (const words of ['Networks', '<td>ready</td>', '<td class="wrong">away</td>', '50.00 %', 'SERVICE_UNAVAILABLE']) {
    expect(text).toContain(words);
  }
});

test('GET /operator/audit-log shows the acts of all operators', async () => {
  await post(`${path}/suspend`);
  await post(`${path}/resume`);
  const text = await (await get('/operator/audit-log')).text();
  for (const words of [olive.email, `<a href="${path}">suspend</a>`, `<a href="${path}">resume</a>`]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain('not finished');
});

test('GET /operator/book, as the audit log was called, leads there', async () => {
  const answer = await get('/operator/book');
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/operator/audit-log']);
});

test('the mark of an operator ends with the account’s, at once', async () => {
  expect((await get('/operator')).status).toBe(200);
  await mark(olive, 0, 1);
  expect((await get('/operator')).status).toBe(404);
  expect((await findAccounts(olive.accountId, bindings)).accounts[0].isOperator).toBe(false);
});
