/** Each row of the limits, counted out: in memory, by the rules of allowances, for they are many tries. */

import { env } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refused } from '../../contract/refusals.ts';
import type { AllowanceCalls } from '../../money/allowances/calls.ts';
import { type AllowanceUse, again, begin, givenBack, left, take } from '../../money/allowances/rules.ts';
import { type AccountsEnv, type AccountsSetup, accountsSetup } from './environment.ts';
import { markBrowser } from './known-browser.ts';
import { limitAttempts, type Tried } from './throttle.ts';

const nowMs = Date.UTC(2050, 0, 1);
let setup: AccountsSetup;

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(nowMs);
  const bindings = {
    ...env,
    SESSION_SECRET: 'a secret',
    TRUSTED_ADDRESS_HEADER: 'X-Real-IP',
  };
  const made = accountsSetup(new Request('http://127.0.0.1/'), { ...bindings, ALLOWANCES: inMemory() });
  if (!made) throw new Error('Accounts are not set up');
  setup = made;
});
afterEach(() => void vi.restoreAllMocks());

/** Allowances that keep in this test what the objects store. */
function inMemory(): AccountsEnv['ALLOWANCES'] {
  const sets = new Map<string, AllowanceCalls>();
  return {
    getByName: (name) => {
      const set = sets.get(name) ?? newSet();
      sets.set(name, set);
      return set;
    },
  };
}

function newSet(): AllowanceCalls {
  const used = new Map<string, AllowanceUse>();
  const usedOf = (subject: string) => used.get(subject) ?? null;
  return {
    take: async (claims) => {
      const { answer, changes } = take(claims, usedOf, null, nowMs);
      for (const [subject, use] of changes) used.set(subject, use);
      return answer;
    },
    begin: async (claim) => {
      for (const [subject, use] of begin(claim, usedOf, null, nowMs).changes) used.set(subject, use);
    },
    again: async (claim) => {
      const use = again(claim, usedOf, nowMs);
      if (use) used.set(claim.subject, use);
      return use !== null;
    },
    giveBack: async (subjects) => {
      for (const subject of subjects) {
        const left = givenBack(usedOf(subject), nowMs);
        if (left) used.set(subject, left);
        else used.delete(subject);
      }
    },
    left: async (claims) => left(claims, usedOf, nowMs),
  };
}

function count(tried: Tried, email: string, address: string, cookie = '') {
  const headers = { 'X-Real-IP': address, Cookie: cookie };
  return limitAttempts(tried, email, new Request('http://127.0.0.1/', { headers }), setup);
}

/** How many of so many attempts pass, and the seconds after which the next may come. */
async function triedOften(times: number, trying: (time: number) => Promise<unknown>) {
  let taken = 0;
  let retryAfterSeconds: number | null = null;
  for (let time = 0; time < times; time++) {
    try {
      await trying(time);
      taken++;
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      retryAfterSeconds = failure.refusal.retryAfterSeconds ?? null;
    }
  }
  return { taken, retryAfterSeconds };
}

// What is tried; the window in seconds; most times of a mailbox from one network, of a mailbox, of a network, and in a
// browser that is known for the address, where that is counted by itself.
test.each([
  ['sign-in', 900, 10, 30, 100, 10],
  ['reset', 3600, 3, 6, 30, null],
  ['confirmation', 3600, 3, 6, 30, null],
  ['sign-up', 86_400, 5, 5, 10, null],
  ['password', 900, 10, 20, 100, null],
  ['checkout', 3600, 20, 20, 60, null],
  ['invoice', 3600, 60, 60, 180, null],
] as const)('%s: in %i seconds %i, %i and %i times, and %s in a known browser', async (...row) => {
  const [tried, retryAfterSeconds, both, ofMailbox, ofNetwork, known] = row;
  const fixed = () => count(tried, 'fixed@example.org', '2001:db8:1::1');
  expect(await triedOften(both + 1, fixed)).toEqual({ taken: both, retryAfterSeconds });

  const wandering = (time: number) => count(tried, 'wandering@example.org', `2001:db8:a${time}::1`);
  expect(await triedOften(ofMailbox + 1, wandering)).toEqual({ taken: ofMailbox, retryAfterSeconds });

  const many = (time: number) => count(tried, `${time}@example.org`, '2001:db8:2::1');
  expect(await triedOften(ofNetwork + 1, many)).toEqual({ taken: ofNetwork, retryAfterSeconds });

  const cookie = (await markBrowser('known@example.org', new Request('http://127.0.0.1/'), setup))?.split(';')[0];
  const stranger = () => count(tried, 'known@example.org', '2001:db8:3::1');
  expect((await triedOften(both, stranger)).taken).toBe(both);
  const owner = () => count(tried, 'known@example.org', '2001:db8:3::1', cookie);
  expect(await triedOften((known ?? 0) + 1, owner)).toEqual({ taken: known ?? 0, retryAfterSeconds });
});
