/**
 * How often somebody may try: to sign in, to sign up, to be mailed. Counted by what was sent, before anything is looked
 * up, so that no refusal tells whether an account exists. Addresses are counted as HMACs, in objects of their own.
 */
import type { AllowanceCalls, Claim } from '../allowances/calls.ts';
import { addressOf, networkOf } from '../bounds/address.ts';
import { Refused, rateLimited } from '../contract/refusals.ts';
import { hidden, normalEmail } from './addresses.ts';
import type { AccountsSetup } from './environment.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Most times in a window, for one e-mail address from one network, for one e-mail address, and for one network. */
const limits = {
  'sign-in': {
    windowMs: 15 * minuteMs,
    both: 10,
    // So many that a stranger who knows an address locks nobody out for long, and too few to guess a password.
    email: 30,
    network: 100,
  },
  reset: { windowMs: hourMs, both: 3, email: 6, network: 30 },
  confirmation: { windowMs: hourMs, both: 3, email: 6, network: 30 },
  'sign-up': { windowMs: dayMs, both: 5, email: 5, network: 10 },
  // Of somebody who is signed in: guesses of the present password, and codes of a second factor.
  password: { windowMs: 15 * minuteMs, both: 10, email: 20, network: 100 },
  // Of somebody who is signed in: each is a call of Stripe.
  checkout: { windowMs: hourMs, both: 20, email: 20, network: 60 },
} as const;

/** What is counted. */
export type Tried = keyof typeof limits;

/** A try that was counted. */
export interface CountedTry {
  /** Counts it no longer: it was none that guesses. */
  forget(): Promise<void>;
}

/**
 * Counts a try.
 * @param email as it was typed, or whatever else names one account
 * @throws Refused 429 where there were too many
 */
export async function countTry(
  tried: Tried,
  email: string,
  request: Request,
  setup: AccountsSetup,
): Promise<CountedTry> {
  const { windowMs, both, email: ofEmail, network: ofNetwork } = limits[tried];
  const name = normalEmail(email);
  const network = networkOf(addressOf(request.headers, setup.trustedAddressHeader ?? null));
  const subjectOf = (text: string) => hidden(tried, text, setup);
  const perEmail: Claim[] = [{ subject: await subjectOf(name), limit: ofEmail, windowMs }];
  const taken: Taken[] = [];
  if (network !== null) {
    perEmail.push({ subject: await subjectOf(`${name} ${network}`), limit: both, windowMs });
    const subject = await subjectOf(network);
    await take(`${tried}:${subject}`, [{ subject, limit: ofNetwork, windowMs }], setup, taken);
  }
  await take(`${tried}:${perEmail[0].subject}`, perEmail, setup, taken);
  if (tried === 'sign-up') {
    const claim = { subject: 'all', limit: setup.signupsPerDay, windowMs: dayMs };
    await take('sign-ups', [claim], setup, taken);
  }
  return { forget: () => giveBack(taken) };
}

interface Taken {
  readonly allowances: AllowanceCalls;
  readonly subjects: readonly string[];
}

async function take(name: string, claims: readonly Claim[], { env }: AccountsSetup, taken: Taken[]): Promise<void> {
  const allowances = env.ALLOWANCES.getByName(name);
  // A limit of 0 allows none at all, and has no window that could end.
  const closed = claims.some(({ limit }) => limit === 0);
  const answer = closed ? { allowed: false as const, retryAfterSeconds: 3600 } : await allowances.take(claims);
  if (answer.allowed) return void taken.push({ allowances, subjects: claims.map(({ subject }) => subject) });
  await giveBack(taken);
  throw new Refused(rateLimited(answer.retryAfterSeconds));
}

async function giveBack(taken: readonly Taken[]): Promise<void> {
  await Promise.all(taken.map(({ allowances, subjects }) => allowances.giveBack(subjects)));
}
