/** Credits that operators give move once for each form, whatever is sent again, at once, or fails half-way. */

import { env } from 'cloudflare:test';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LedgerCalls } from '../../contract/account.ts';
import type { KeyType } from '../../money/keys/format.ts';
import { setSuspended, topUp } from './acts.ts';
import { listActs } from './audit-log.ts';
import { makeAccount, openWallet } from './testing/account.ts';

const actor = { accountId: 'olive', email: 'olive@example.org' };

/** A form that an operator sends, and what becomes of its first call of a ledger. */
interface Sent {
  readonly type: KeyType;
  readonly form: number;
  readonly credits: number;
  readonly fails: 'before' | 'after' | 'not';
  readonly times: number;
}

const sent: fc.Arbitrary<Sent> = fc.record({
  type: fc.constantFrom('live' as const, 'test' as const),
  form: fc.nat(2),
  credits: fc.integer({ min: 1, max: 1000 }),
  fails: fc.constantFrom('before' as const, 'after' as const, 'not' as const, 'not' as const),
  times: fc.integer({ min: 1, max: 3 }),
});

/** Ledgers whose first top-up fails so: the answer of one that fails after is lost. */
function failing(fails: Sent['fails']): { getByName(name: string): LedgerCalls } {
  let isFirst = true;
  const getByName = (name: string): LedgerCalls =>
    new Proxy(env.LEDGERS.getByName(name), {
      get(ledger, called) {
        return async (...given: unknown[]) => {
          const fault = called === 'topUp' && isFirst ? fails : 'not';
          if (called === 'topUp') isFirst = false;
          if (fault === 'before') throw new Error('out of reach');
          const answer = await Reflect.get(ledger, called)(...given);
          if (fault === 'after') throw new Error('no answer');
          return answer;
        };
      },
    });
  return { getByName };
}

test('each form counts once in the wallet that it names, and each time that it was sent is in the audit log', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 4 }), fc.boolean(), async (forms, suspended) => {
      const { id: accountId } = await makeAccount(env);
      const wallets = {
        live: await openWallet(env, accountId, 'live'),
        test: await openWallet(env, accountId, 'test'),
      };
      if (suspended) await setSuspended({ actor, accountId, env }, true);
      const given = { live: new Map<number, number>(), test: new Map<number, number>() };
      let [asked, done] = [0, 0];
      for (const { type, form, credits, fails, times } of forms) {
        const LEDGERS = failing(fails);
        const grant = { credits, reference: `operator:${form}`, expiresAtMs: null };
        const send = () => topUp({ actor, accountId, env: { ...env, LEDGERS } }, type, grant, '');
        const ends = await Promise.allSettled(Array.from({ length: times }, send));
        asked += times;
        done += ends.filter(({ status }) => status === 'fulfilled').length;
        const hasMoved = times > 1 || fails !== 'before';
        if (hasMoved && !given[type].has(form)) given[type].set(form, credits);
      }
      for (const type of ['live', 'test'] as const) {
        const { ledger } = wallets[type];
        const amounts = [...given[type].values()];
        const grants = (await ledger.entries(20, null)).filter(({ reference }) => reference?.startsWith('operator:'));
        expect(grants.map(({ amount }) => amount).toReversed()).toEqual(amounts);
        const balance = amounts.reduce((sum, amount) => sum + amount, 0);
        expect(await ledger.walletBalance()).toMatchObject({ balance });
      }
      const acts = (await listActs(env, accountId, 100)).filter(({ act }) => act === 'top up');
      expect([acts.length, acts.filter((act) => act.done).length]).toEqual([asked, done]);
    }),
    { numRuns: 5 },
  );
});

test('credits last as long as the operator says', async () => {
  const { id: accountId } = await makeAccount(env);
  const { ledger } = await openWallet(env, accountId, 'live');
  const expiresAtMs = Date.UTC(2090, 0, 1);
  await topUp({ actor, accountId, env }, 'live', { credits: 1, reference: 'operator:1', expiresAtMs }, '');
  expect(await ledger.walletBalance()).toMatchObject({ balance: 1, expiresAtMs });
});

test('a suspended wallet keeps its credits, and spends them again once it is resumed', async () => {
  const { id: accountId } = await makeAccount(env);
  const live = await openWallet(env, accountId, 'live', 1);
  const asked = { actor, accountId, env };
  await setSuspended(asked, true);
  expect((await live.outcome()).outcome).toBe('unknown');
  expect(await live.ledger.walletBalance()).toMatchObject({ balance: 1 });
  await setSuspended(asked, false);
  const admission = await live.outcome();
  if (admission.outcome !== 'admitted') throw new Error(admission.outcome);
  expect(await live.ledger.settle(admission.holdId, null)).toBe(true);
  expect((await live.outcome()).outcome).toBe('insufficient');
});
