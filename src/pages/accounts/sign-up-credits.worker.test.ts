/** The credits of a sign-up come once for each mailbox, whatever fails half-way, comes at once, or leaves and comes again. */

import { env } from 'cloudflare:test';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { LedgerCalls } from '../../contract/account.ts';
import { type AccountsEnv, type AccountsSetup, accountsSetup } from './environment.ts';
import { addAccount } from './testing/account.ts';
import { walletsOf, welcome } from './wallets.ts';

const due = { test: 50, live: 3 };
const bindings = {
  ...env,
  ...{ SESSION_SECRET: 'a secret', SIGNUP_CREDITS: String(due.test), SIGNUP_CREDITS_LIVE: String(due.live) },
};
const { DIRECTORY, LEDGERS } = bindings;

function setupWith(changes: Partial<AccountsEnv> = {}): AccountsSetup {
  const setup = accountsSetup(new Request('http://127.0.0.1/'), { ...bindings, ...changes });
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}
const setup = setupWith();
const unproven = { isVerified: false, passwordHash: null };

/** What somebody does with one of the addresses that lead to the mailbox, and what becomes of the first such call. */
interface Step {
  readonly spelling: number;
  readonly act: 'prove' | 'open' | 'open twice at once' | 'leave';
  readonly call: 'open' | 'topUp';
  readonly fails: 'before' | 'after' | 'not';
}

const step: fc.Arbitrary<Step> = fc.record({
  spelling: fc.nat(1),
  act: fc.constantFrom('prove', 'prove', 'open', 'open twice at once', 'leave'),
  call: fc.constantFrom('open', 'topUp'),
  fails: fc.constantFrom('before', 'after', 'not'),
});

/** Ledgers of which the first such call fails: the answer of one that fails after is lost. */
function failing({ call, fails }: Step): AccountsEnv['LEDGERS'] {
  let isFirst = true;
  const getByName = (name: string): LedgerCalls =>
    new Proxy(LEDGERS.getByName(name), {
      get(ledger, called) {
        return async (...given: unknown[]) => {
          const fault = called === call && isFirst ? fails : 'not';
          if (called === call) isFirst = false;
          if (fault === 'before') throw new Error('out of reach');
          const answer = await Reflect.get(ledger, called)(...given);
          if (fault === 'after') throw new Error('no answer');
          return answer;
        };
      },
    });
  return { getByName };
}

/** As `deleteAccount` leaves the directory. */
const leave = (accountId: string) =>
  DIRECTORY.batch([
    DIRECTORY.prepare('UPDATE account_wallet SET account_id = NULL WHERE account_id = ?').bind(accountId),
    DIRECTORY.prepare('UPDATE credited_address SET account_id = NULL WHERE account_id = ?').bind(accountId),
    DIRECTORY.prepare('DELETE FROM accounts WHERE id = ?').bind(accountId),
  ]);

async function take({ spelling, act, ...fault }: Step, accountId: string, email: string): Promise<void> {
  const unreliable = setupWith({ LEDGERS: failing({ spelling, act, ...fault }) });
  const open = () => walletsOf(accountId, unreliable).catch(() => {});
  if (act === 'prove') await welcome({ id: accountId, email }, unreliable);
  else if (act === 'leave') await leave(accountId);
  else await Promise.all(act === 'open' ? [open()] : [open(), open()]);
}

/** What the wallets of that type were given for a sign-up. */
async function givenTo(type: 'test' | 'live', wallets: readonly string[]): Promise<number[]> {
  const ofType = wallets.filter((wallet) => wallet.startsWith(type));
  const entries = await Promise.all(ofType.map((wallet) => LEDGERS.getByName(wallet).entries(50, null)));
  return entries
    .flat()
    .filter(({ reference }) => reference?.startsWith('sign-up:'))
    .map(({ amount }) => amount);
}

afterEach(() => void vi.restoreAllMocks());

test('as often as a mailbox signs up, it is credited once; and it is, as long as nobody has left', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const mailbox = crypto.randomUUID();
      const emails = [`${mailbox}@example.org`, `${mailbox}+more@example.org`];
      await DIRECTORY.batch(['account_wallet', 'accounts'].map((table) => DIRECTORY.prepare(`DELETE FROM ${table}`)));
      const accounts: (string | null)[] = [null, null];
      let [isProven, hasLeft] = [false, false];
      for (const each of steps) {
        const email = emails[each.spelling];
        const accountId = accounts[each.spelling] ?? (await addAccount(DIRECTORY, { email, ...unproven }));
        accounts[each.spelling] = each.act === 'leave' ? null : accountId;
        await take(each, accountId, email);
        isProven ||= each.act === 'prove';
        hasLeft ||= each.act === 'leave';
      }
      for (const accountId of accounts) if (accountId !== null) await walletsOf(accountId, setup);
      const { results } = await DIRECTORY.prepare('SELECT wallet FROM account_wallet').all<{ wallet: string }>();
      const wallets = results.map(({ wallet }) => wallet);
      for (const type of ['test', 'live'] as const) {
        const given = await givenTo(type, wallets);
        const once = [due[type]];
        if (hasLeft) expect([[], once]).toContainEqual(given);
        else expect(given).toEqual(isProven ? once : []);
      }
    }),
    { numRuns: 5 },
  );
});
