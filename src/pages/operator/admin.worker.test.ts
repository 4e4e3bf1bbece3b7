import { env as bindings } from 'cloudflare:test';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { KeysEnv } from '../../money/keys/environment.ts';
import { accountOf } from './accounts.ts';
import { operatorAdmin } from './admin.ts';
import { listActs } from './audit-log.ts';
import { makeAccount } from './testing/account.ts';

afterEach(() => void vi.restoreAllMocks());

interface Difference {
  readonly method?: string;
  readonly token?: string;
  readonly env?: Partial<KeysEnv>;
}

async function put(body: unknown, { method = 'PUT', token, env: changes }: Difference = {}) {
  const headers = { Authorization: `Bearer ${token ?? bindings.ADMIN_TOKEN}` };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const init = { method, headers, body: method === 'GET' ? undefined : text };
  const answer = await operatorAdmin.request('/', init, { ...bindings, ...changes });
  return { status: answer.status, code: answer.headers.get('X-Error-Code'), headers: answer.headers, answer };
}

const isOperator = async (id: string) => (await accountOf(id, bindings))?.isOperator;

describe('PUT /admin/operators', () => {
  test('marks an account as an operator’s, and no longer', async () => {
    const { id, email } = await makeAccount(bindings);
    const made = await put({ email, operator: true });
    expect(made.status).toBe(200);
    expect(await made.answer.json()).toEqual({ id, email, operator: true });
    expect(await isOperator(id)).toBe(true);
    const unmade = await put({ email, operator: false });
    expect(await unmade.answer.json()).toEqual({ id, email, operator: false });
    expect(await isOperator(id)).toBe(false);
  });

  test('marks no other account', async () => {
    const [{ email }, other] = [await makeAccount(bindings), await makeAccount(bindings)];
    await put({ email, operator: true });
    expect(await isOperator(other.id)).toBe(false);
  });

  test('finds the address in any case and with white space around it', async () => {
    const { id, email } = await makeAccount(bindings);
    const made = await put({ email: `  ${email.toUpperCase()} `, operator: true });
    expect(await made.answer.json()).toEqual({ id, email, operator: true });
    expect(await isOperator(id)).toBe(true);
  });

  test('is in the audit log as done by the holder of the admin token', async () => {
    const { id, email } = await makeAccount(bindings);
    await put({ email, operator: true });
    await put({ email, operator: false });
    const noted = { operator: 'admin token', accountId: id, detail: email, done: true };
    expect(await listActs(bindings, id, 10)).toMatchObject([
      { ...noted, act: 'unmake operator' },
      { ...noted, act: 'make operator' },
    ]);
    const row = await bindings.DIRECTORY.prepare('SELECT operator_id FROM operator_act WHERE account_id = ?')
      .bind(id)
      .first();
    expect(row).toEqual({ operator_id: null });
  });

  test('answers 404 where no account has the address, and says what to do', async () => {
    const { status, code, answer } = await put({ email: 'nobody@example.org', operator: true });
    expect([status, code]).toEqual([404, 'NOT_FOUND']);
    expect(await answer.json()).toEqual({ detail: 'No account has this address. It has to sign up first.' });
  });

  test.each([
    [{ email: 7, operator: true }, 'email', 'Expected the address of an account but received 7'],
    [{ email: 'a@', operator: true }, 'email', 'Expected the address of an account but received "a@"'],
    [{ email: 'ada@example.org', operator: 'yes' }, 'operator', 'Expected true or false but received "yes"'],
    [{ email: 'ada@example.org' }, 'operator', 'Field required'],
    [{ operator: true }, 'email', 'Field required'],
    [{ email: 'ada@example.org', operator: true, name: 'Ada' }, 'name', 'No such field'],
  ])('answers %j with 422', async (body, field, msg) => {
    const { status, answer } = await put(body);
    expect(status).toBe(422);
    expect(await answer.json()).toMatchObject({ detail: [{ loc: ['body', field], msg }] });
  });

  test('takes addresses of 3 to 254 characters', async () => {
    const long = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`;
    const status = async (email: string) => (await put({ email, operator: true })).status;
    expect([await status('a@b'), await status(long(254))]).toEqual([404, 404]);
    expect([await status('@b'), await status(long(255))]).toEqual([422, 422]);
  });

  test('answers 400 to what is no JSON object', async () => {
    expect(await put('[')).toMatchObject({ status: 400, code: 'INVALID_JSON' });
    expect(await put([])).toMatchObject({ status: 400, code: 'INVALID_JSON' });
  });
});

describe('another method', () => {
  test.each(['GET', 'POST', 'DELETE'])('%s is 405 and names what is allowed', async (method) => {
    const { status, code, headers } = await put({}, { method });
    expect([status, code, headers.get('Allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'PUT']);
  });
});
