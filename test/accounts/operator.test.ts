/** What operators may do and nobody else, over HTTP: second factor, search, credits, suspension, invitations, audit log. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hiddenField, Person } from '../../testing/person.ts';
import { type Stack, startStack } from '../stack.ts';
import { addSecondFactor } from './operator-sign-up.ts';

const password = 'a long password';
const paths = ['/operator', '/operator/invitations', '/operator/service', '/operator/incidents', '/operator/audit-log'];

let stack: Stack;
let operator: Person;
let customer: Person;
let customerId: string;

beforeAll(async () => {
  stack = await startStack();
  [operator, customer] = [new Person(stack.base), new Person(stack.base)];
  await operator.join('operator@example.org', password, 'Olive');
  await customer.join('customer@example.org', password, 'Carl');
});
afterAll(() => stack?.stop());

const mark = (email: string, isOperator = true) =>
  stack.admin('PUT', '/operators', { email, operator: isOperator }).then((answer) => answer.status);

it('nobody sees anything there, signed in or not', async () => {
  for (const path of [...paths, '/operator/accounts/x']) {
    expect((await customer.visit(path)).status, path).toBe(404);
    expect((await new Person(stack.base).visit(path)).location, path).toContain('/sign-in?next=%2Foperator');
  }
});

it('the admin token makes an operator, of accounts that are there', async () => {
  expect(await mark('nobody@example.org')).toBe(404);
  expect(await mark('Operator@example.org')).toBe(200);
  const other = await fetch(`${stack.base}/admin/operators`, { method: 'PUT', body: '{}' });
  expect(other.status).toBe(401);
  expect((await stack.admin('PUT', '/operators', { email: 'operator@example.org' })).status).toBe(422);
  expect((await stack.admin('GET', '/operators')).status).toBe(405);
});

it('who has no second factor is led to set one up', async () => {
  const led = await operator.visit('/operator');
  expect(led.location).toBe('/dashboard/account?done=needs-factor');
  await addSecondFactor(operator, password);
  for (const path of paths) expect((await operator.visit(path)).status, path).toBe(200);
});

describe('an operator', () => {
  it.each([
    ['part of the address', () => 'customer@'],
    ['the name, in another case', () => 'cARL'],
  ])('finds an account by %s', async (_what, sought) => {
    const page = await operator.visit(`/operator?q=${encodeURIComponent(sought())}`);
    const found = [...page.text.matchAll(/\/operator\/accounts\/([^"]+)"/g)].map(([, id]) => id);
    expect(found).toHaveLength(1);
    [customerId] = found;
    expect((await operator.visit('/operator?q=%25')).text).toContain('No account was found');
  });

  it('gives credits once, however often the form is sent', async () => {
    const path = `/operator/accounts/${customerId}`;
    const page = await operator.visit(path);
    const [, wallet] = /<code>(live_[0-9A-Za-z]{10})<\/code>/.exec(page.text) ?? [];
    const reference = hiddenField(page.text, 'reference');
    const fields = { type: 'live', credits: '70', why: 'a gift <b>', reference, sure: 'yes' };
    for (const _twice of [1, 2]) {
      expect((await operator.submit(`${path}/top-up`, fields)).location).toBe(`${path}?done=credits`);
    }
    const after = await operator.visit(path);
    expect(after.text).toContain('70 credits');
    expect(after.text).not.toContain('140 credits');
    expect(after.text).toContain('a gift &lt;b&gt;');
    expect(after.text.match(/operator:[0-9a-f-]{36}<\/code>/g)).toHaveLength(1);
    expect((await customer.visit('/dashboard/credits')).text).toContain('70');
    expect((await operator.visit(`/operator?q=${wallet}`)).text).toContain('customer@example.org');
    for (const wrong of ['0', '-1', '1.5', 'many', '']) {
      expect((await operator.submit(`${path}/top-up`, { ...fields, credits: wrong })).status, wrong).toBe(422);
    }
  });

  it('suspends all keys of both wallets at once, until they are resumed', async () => {
    const page = await operator.visit(`/operator/accounts/${customerId}`);
    const wallets = [...page.text.matchAll(/<code>((?:live|test)_[0-9A-Za-z]{10})<\/code>/g)].map(([, name]) => name);
    expect(wallets).toHaveLength(2);
    const keys = await Promise.all(
      wallets.map(async (name) => {
        const made = await stack.admin('POST', `/wallets/${name}/keys`, {});
        return ((await made.json()) as { key: string }).key;
      }),
    );
    const ask = (key: string) => fetch(`${stack.base}/available-credit`, { headers: { 'X-API-Key': key } });
    const statuses = async () => Promise.all(keys.map(async (key) => (await ask(key)).status));
    expect(await statuses()).toEqual([200, 200]);
    await operator.submit(`/operator/accounts/${customerId}/suspend`, { sure: 'yes' });
    expect(await statuses()).toEqual([401, 401]);
    await operator.submit(`/operator/accounts/${customerId}/resume`, { sure: 'yes' });
    expect(await statuses()).toEqual([200, 200]);
    const seen = await operator.visit(`/operator/accounts/${customerId}`);
    expect(seen.text.match(/_…/g)).toHaveLength(2);
    expect((await operator.visit('/operator?q=key_nobody')).text).toContain('No account was found');
  });

  it('finds the entries of a call by its request id, and refunds it once', async () => {
    const page = await operator.visit(`/operator/accounts/${customerId}`);
    const [, wallet] = /<code>(live_[0-9A-Za-z]{10})<\/code>/.exec(page.text) ?? [];
    const { key } = (await (await stack.admin('POST', `/wallets/${wallet}/keys`, {})).json()) as { key: string };
    const form = new FormData();
    form.set('file', new Blob([readFileSync('test/fixtures/photos/coffee.png')]), 'coffee.png');
    const headers = { 'X-API-Key': key, 'X-Request-Id': 'customer-call-1' };
    const answer = await fetch(`${stack.base}/v1.0/alpha-channel`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    await expect
      .poll(async () => (await operator.visit(`/operator/accounts/${customerId}?request=customer-call-1`)).text)
      .toMatch(/<td>charge<\/td>/);
    const path = `/operator/accounts/${customerId}`;
    const refund = { call: 'customer-call-1', why: 'our own fault', sure: 'yes' };
    const before = await stack.credit(key);
    for (const done of ['refunded', 'refunded-before']) {
      expect((await operator.submit(`${path}/refund`, refund)).location).toBe(`${path}?done=${done}`);
    }
    expect(await stack.credit(key)).toBe(before + 1);
    const none = await operator.visit(`/operator/accounts/${customerId}?request=another-call`);
    expect(none.text).toContain('No entry of the live wallet has this request id');
  });

  it('makes an invitation, whose link is shown once', async () => {
    await operator.visit('/operator/invitations');
    const made = await operator.follow(await operator.submit('/operator/invitations', { note: 'Ines' }));
    expect(made.text).toMatch(/\/sign-up\?invitation=[0-9A-Za-z]{32}/);
    const list = await operator.visit('/operator/invitations');
    expect(list.text).toContain('Ines');
    expect(list.text).not.toContain('invitation=');
  });

  it('sees how the service does', async () => {
    const { text } = await operator.visit('/operator/service');
    for (const words of [
      'Networks',
      'Queue of the networks',
      'calls answered',
      'Image lane',
      'Breaker',
      'closed',
      'free for pictures',
    ]) {
      expect(text).toContain(words);
    }
  });

  it('is in the audit log with every act', async () => {
    const { text } = await operator.visit('/operator/audit-log');
    for (const words of ['make operator', 'admin token', 'top up', 'refund', 'suspend', 'resume', 'invite', 'Ines']) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('not finished');
  });

  it('may not act from a strange page, nor without the token of the form', async () => {
    const path = `/operator/accounts/${customerId}/suspend`;
    expect((await operator.submit(path, { csrf: '0'.repeat(64) })).status).toBe(403);
    const cookie = [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = new URLSearchParams({ csrf: operator.token });
    const strange = await fetch(`${stack.base}${path}`, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: 'https://evil.example' },
      body,
      redirect: 'manual',
    });
    expect(strange.status).toBe(403);
  });

  it('is none any more as soon as the mark is removed', async () => {
    expect(await mark('operator@example.org', false)).toBe(200);
    for (const path of paths) expect((await operator.visit(path)).status).toBe(404);
  });
});
