import { env as directory } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';
import { adminToken, listActs, noting } from './audit-log.ts';

const olive = { accountId: 'olive', email: 'olive@example.org' };
const nobody = async () => {};

afterEach(() => void vi.useRealTimers());

/** Notes an act that does nothing, on an account. */
const note = (accountId: string | null, detail: string) =>
  noting(directory, olive, { act: 'suspend', accountId, detail }, nobody);

test('an act is in the audit log before it is done, and is done once it has answered', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2050, 5, 15) });
  const row = {
    ...{ id: expect.any(Number), atMs: Date.UTC(2050, 5, 15), operator: 'olive@example.org' },
    ...{ act: 'top up', accountId: 'before', detail: '5 credits' },
  };
  const act = { act: 'top up', accountId: 'before', detail: '5 credits' } as const;
  const answer = await noting(directory, olive, act, async () => {
    expect(await listActs(directory, 'before', 10)).toEqual([{ ...row, done: false }]);
    return 'answer';
  });
  expect(answer).toBe('answer');
  expect(await listActs(directory, 'before', 10)).toEqual([{ ...row, done: true }]);
});

test('an act that fails stays in the audit log, not done, and its failure goes on', async () => {
  const failing = noting(directory, olive, { act: 'resume', accountId: 'failed', detail: '' }, () =>
    Promise.reject(new Error('The ledger is away')),
  );
  await expect(failing).rejects.toThrow('The ledger is away');
  expect(await listActs(directory, 'failed', 10)).toMatchObject([{ act: 'resume', done: false }]);
});

test('an act that cannot be noted is not done', async () => {
  const perform = vi.fn(nobody);
  const away = new Proxy(directory.DIRECTORY, {
    get: () => () => {
      throw new Error('D1 is away');
    },
  });
  const act = { act: 'invite', accountId: null, detail: '' } as const;
  await expect(noting({ DIRECTORY: away }, olive, act, perform)).rejects.toThrow('D1 is away');
  expect(perform).not.toHaveBeenCalled();
});

test('an act is done by its operator, or by the holder of the admin token', async () => {
  await note('who', 'by Olive');
  await noting(directory, adminToken, { act: 'make operator', accountId: 'who', detail: 'by token' }, nobody);
  const { results } = await directory.DIRECTORY.prepare(
    `SELECT operator_id, operator FROM operator_act WHERE account_id = 'who' ORDER BY id`,
  ).all();
  expect(results).toEqual([
    { operator_id: 'olive', operator: 'olive@example.org' },
    { operator_id: null, operator: 'admin token' },
  ]);
});

test('one act that is done leaves another as it is', async () => {
  let finish = () => {};
  const running = noting(directory, olive, { act: 'suspend', accountId: 'apart', detail: 'runs' }, () => {
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await vi.waitFor(async () => expect(await listActs(directory, 'apart', 10)).toHaveLength(1));
  await note('apart', 'ended');
  expect(await listActs(directory, 'apart', 10)).toMatchObject([
    { detail: 'ended', done: true },
    { detail: 'runs', done: false },
  ]);
  finish();
  await running;
  expect(await listActs(directory, 'apart', 10)).toMatchObject([{ done: true }, { done: true }]);
});

test('the newest acts are listed, of one account or of all, and no more than asked for', async () => {
  for (const [account, detail] of [
    ['first', '1'],
    ['second', '2'],
    ['first', '3'],
    [null, '4'],
  ] as const) {
    await note(account, detail);
  }
  const details = async (accountId: string | null, limit: number) =>
    (await listActs(directory, accountId, limit)).map(({ detail }) => detail);
  expect(await details('first', 10)).toEqual(['3', '1']);
  expect(await details('first', 1)).toEqual(['3']);
  expect(await details(null, 4)).toEqual(['4', '3', '2', '1']);
  expect(await details('of nobody', 10)).toEqual([]);
});
