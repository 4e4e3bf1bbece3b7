import { env as bindings } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import type { LedgerCalls } from '../../contract/account.ts';
import { accountsSetup } from '../accounts/environment.ts';
import { isInvitation, listInvitations } from '../accounts/invitations.ts';
import { accountOf } from './accounts.ts';
import { invite, refundCall, setOperator, setSuspended, topUp } from './acts.ts';
import { listActs } from './audit-log.ts';
import { makeAccount, nameWallet, openWallet } from './testing/account.ts';

const actor = { accountId: 'olive', email: 'olive@example.org' };
const noted = { operator: 'olive@example.org', done: true };

/** An account with two open wallets, and what an operator asks for it. */
async function customer() {
  const { id: accountId, email } = await makeAccount(bindings);
  const [live, trial] = [await openWallet(bindings, accountId, 'live'), await openWallet(bindings, accountId, 'test')];
  return { accountId, email, live, trial, asked: { actor, accountId, env: bindings } };
}

const grantOf = (credits: number, reference = 'operator:1') => ({ credits, reference, expiresAtMs: null });
const logged = (accountId: string) => listActs(bindings, accountId, 10);

describe('credits that are given', () => {
  test('come into the wallet of that type alone, as an entry with their reference', async () => {
    const { asked, live, trial } = await customer();
    expect(await topUp(asked, 'live', grantOf(70), 'a gift')).toBe(true);
    expect(await live.ledger.entries(1, null)).toMatchObject([
      { kind: 'grant', amount: 70, reference: 'operator:1', balanceAfter: 70 },
    ]);
    expect(await trial.ledger.walletBalance()).toMatchObject({ balance: 0 });
    expect(await topUp(asked, 'test', grantOf(3), '')).toBe(true);
    expect(await trial.ledger.walletBalance()).toMatchObject({ balance: 3 });
  });

  test('are in the audit log with wallet, reference and reason', async () => {
    const { asked, accountId, live, trial } = await customer();
    await topUp(asked, 'live', grantOf(70), 'a gift');
    await topUp(asked, 'test', grantOf(1, 'operator:2'), '');
    expect(await logged(accountId)).toMatchObject([
      { ...noted, act: 'top up', detail: `1 credits to ${trial.wallet}, operator:2` },
      { ...noted, act: 'top up', detail: `70 credits to ${live.wallet}, operator:1: a gift` },
    ]);
  });

  test('count once, however often the same form is sent', async () => {
    const { asked, live } = await customer();
    for (const _time of [1, 2]) expect(await topUp(asked, 'live', grantOf(70), '')).toBe(true);
    expect(await live.ledger.walletBalance()).toMatchObject({ balance: 70 });
  });

  test('to a wallet that the account has not are given to nobody, and are in no audit log', async () => {
    const { id: accountId } = await makeAccount(bindings);
    const { ledger } = await openWallet(bindings, accountId, 'test');
    const asked = { actor, accountId, env: bindings };
    for (const type of ['live', '', 'TEST']) expect(await topUp(asked, type, grantOf(70), '')).toBe(false);
    expect(await ledger.walletBalance()).toMatchObject({ balance: 0 });
    expect(await logged(accountId)).toEqual([]);
  });

  test('to a wallet that is not open yet are reported as not given', async () => {
    const { id: accountId } = await makeAccount(bindings);
    await nameWallet(bindings, accountId, 'live');
    expect(await topUp({ actor, accountId, env: bindings }, 'live', grantOf(70), '')).toBe(false);
  });
});

describe('a refund of a call', () => {
  /** A customer with credits, who was charged for a call. */
  async function charged() {
    const made = await customer();
    await topUp(made.asked, 'live', grantOf(5), '');
    const call = async (requestId: string) => {
      const admission = await made.live.outcome(requestId);
      if (admission.outcome !== 'admitted') throw new Error(admission.outcome);
      await made.live.ledger.settle(admission.holdId, null);
    };
    await call('call-1');
    return { ...made, call };
  }

  test('gives back what it cost, and is no new beginning: neither expiry nor last grant change', async () => {
    const { asked, live, trial } = await charged();
    const before = await live.ledger.walletBalance();
    expect(before).toMatchObject({ balance: 4, lastGrant: { balanceAfter: 5 } });
    expect(await refundCall(asked, 'call-1', 'our own fault')).toBe('refunded');
    expect(await live.ledger.walletBalance()).toEqual({ ...before, balance: 5 });
    expect(await trial.ledger.walletBalance()).toMatchObject({ balance: 0 });
    expect(await live.ledger.entriesOfRequest('call-1')).toMatchObject([
      { kind: 'grant', amount: 1, reference: 'refund:call-1' },
      { kind: 'charge', amount: -1 },
    ]);
  });

  test('is made once, and in the audit log once, with wallet, call and reason', async () => {
    const { asked, accountId, live } = await charged();
    expect(await refundCall(asked, 'call-1', 'our own fault')).toBe('refunded');
    expect(await refundCall(asked, 'call-1', 'once more')).toBe('refunded-before');
    expect(await live.ledger.walletBalance()).toMatchObject({ balance: 5 });
    const detail = `1 credits to ${live.wallet}, for the call call-1: our own fault`;
    expect(await logged(accountId)).toMatchObject([{ ...noted, act: 'refund', detail }, { act: 'top up' }]);
  });

  test('of a request id that several calls had gives nothing, refunded before or not', async () => {
    const { asked, call, live } = await charged();
    for (const name of ['call-2', 'call-2', 'call-3']) await call(name);
    expect(await refundCall(asked, 'call-2', '')).toBe('several-charged');
    expect(await refundCall(asked, 'call-3', '')).toBe('refunded');
    await call('call-3');
    expect(await refundCall(asked, 'call-3', '')).toBe('several-charged');
    expect(await live.ledger.walletBalance()).toMatchObject({ balance: 1 });
  });

  test('of a call that was not charged for, or is another account’s, gives nothing', async () => {
    const [{ asked, accountId, live }, other] = [await charged(), await charged()];
    await other.call('call-2');
    for (const name of ['call-2', 'operator:1', '']) expect(await refundCall(asked, name, '')).toBe('not-charged');
    expect(await live.ledger.walletBalance()).toMatchObject({ balance: 4 });
    expect(await other.live.ledger.walletBalance()).toMatchObject({ balance: 3 });
    expect(await logged(accountId)).toMatchObject([{ act: 'top up' }]);
  });
});

describe('suspending', () => {
  test('refuses the keys of both wallets at once, until it is undone, and of nobody else', async () => {
    const [{ asked, live, trial }, other] = [await customer(), await customer()];
    const outcomes = () => Promise.all([live, trial, other.live].map(async (each) => (await each.outcome()).outcome));
    expect(await outcomes()).toEqual(['insufficient', 'insufficient', 'insufficient']);
    const done = await setSuspended(asked, true);
    expect(done.map(({ wallet }) => wallet)).toEqual([trial.wallet, live.wallet]);
    expect(await outcomes()).toEqual(['unknown', 'unknown', 'insufficient']);
    expect(await setSuspended(asked, false)).toHaveLength(2);
    expect(await outcomes()).toEqual(['insufficient', 'insufficient', 'insufficient']);
  });

  test('is in the audit log, and so is its end', async () => {
    const { asked, accountId, live, trial } = await customer();
    await setSuspended(asked, true);
    await setSuspended(asked, false);
    const detail = `${trial.wallet}, ${live.wallet}`;
    expect(await logged(accountId)).toMatchObject([
      { ...noted, act: 'resume', detail },
      { ...noted, act: 'suspend', detail },
    ]);
  });

  test('that fails at a wallet fails as a whole, and is in the audit log as not done', async () => {
    const { accountId, live, trial } = await customer();
    const LEDGERS = {
      getByName: (wallet: string): LedgerCalls => {
        const ledger = bindings.LEDGERS.getByName(wallet);
        if (wallet === live.wallet) return ledger;
        return new Proxy(ledger, {
          get: (calls, name) =>
            name === 'suspend'
              ? () => Promise.reject(new Error('The ledger is away'))
              : (...given: never[]) => (Reflect.get(calls, name) as (...given: never[]) => unknown)(...given),
        });
      },
    };
    const failing = setSuspended({ actor, accountId, env: { ...bindings, LEDGERS } }, true);
    await expect(failing).rejects.toThrow('The ledger is away');
    expect(await logged(accountId)).toMatchObject([{ act: 'suspend', done: false }]);
    expect((await trial.outcome()).outcome).toBe('insufficient');
  });
});

describe('an invitation', () => {
  const setup = accountsSetup(new Request('http://127.0.0.1/'), { ...bindings, SESSION_SECRET: 'a secret' });
  if (!setup) throw new Error('Accounts are not set up');
  const lastInvited = () =>
    bindings.DIRECTORY.prepare('SELECT note, created_by FROM invitation ORDER BY rowid DESC LIMIT 1').first();

  test('is a link that works, with its note and who made it', async () => {
    const url = new URL(await invite(actor, 'for Ines', setup));
    expect(url.pathname).toBe('/sign-up');
    expect(await isInvitation(url.searchParams.get('invitation') ?? '', setup)).toBe(true);
    expect(await lastInvited()).toEqual({ note: 'for Ines', created_by: 'olive' });
    expect((await listInvitations(setup)).map(({ note }) => note)).toContain('for Ines');
  });

  test('without a note has none', async () => {
    await invite(actor, '', setup);
    expect(await lastInvited()).toEqual({ note: null, created_by: 'olive' });
  });

  test('is in the audit log, with no account and without its link', async () => {
    await invite(actor, 'for Jon', setup);
    expect(await listActs(bindings, null, 1)).toMatchObject([
      { ...noted, act: 'invite', accountId: null, detail: 'for Jon' },
    ]);
  });
});

describe('the mark of an operator', () => {
  test('is set and taken, each in the audit log', async () => {
    const { accountId, email } = await customer();
    expect(await setOperator(` ${email.toUpperCase()}\n`, true, actor, bindings)).toBe(accountId);
    expect(await accountOf(accountId, bindings)).toMatchObject({ isOperator: true });
    expect(await setOperator(email, false, actor, bindings)).toBe(accountId);
    expect(await accountOf(accountId, bindings)).toMatchObject({ isOperator: false });
    expect(await logged(accountId)).toMatchObject([
      { ...noted, act: 'unmake operator', detail: email },
      { ...noted, act: 'make operator', detail: email },
    ]);
  });

  test('is nobody’s where no account has the address', async () => {
    expect(await setOperator('nobody@example.org', true, actor, bindings)).toBeNull();
  });
});
