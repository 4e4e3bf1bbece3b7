/**
 * How often somebody may try to sign in, to sign up, to be mailed. Counted by what was sent, before anything is looked
 * up, so that no refusal shows whether an account exists. Addresses are counted as HMACs, in objects of their own.
 */
import { Refused, rateLimited } from '../../contract/refusals.ts';
import type { Claim } from '../../money/allowances/calls.ts';
import { addressOf, networkOf } from '../../pixels/bounds/address.ts';
import { hidden, mailboxOf } from './addresses.ts';
import type { AccountsSetup } from './environment.ts';
import { browserOf } from './known-browser.ts';
import { takePlace } from './sign-up-places.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

interface Limits {
  readonly windowMs: number;
  /** Most times for one mailbox from one network, for one mailbox, and for one network. */
  readonly both: number;
  readonly email: number;
  readonly network: number;
  /** Most times for a browser that has signed in with the address before: it is counted by itself, in place of the others. */
  readonly knownBrowser?: number;
}

const limits = {
  // Too few to guess a password; and a stranger who knows an address cannot lock out its owner's known browser.
  'sign-in': { windowMs: 15 * minuteMs, both: 10, email: 30, network: 100, knownBrowser: 10 },
  reset: { windowMs: hourMs, both: 3, email: 6, network: 30 },
  confirmation: { windowMs: hourMs, both: 3, email: 6, network: 30 },
  'sign-up': { windowMs: dayMs, both: 5, email: 5, network: 10 },
  // When signed in: guesses of the current password, and codes of a second factor.
  password: { windowMs: 15 * minuteMs, both: 10, email: 20, network: 100 },
  // When signed in: each is a call of Stripe.
  checkout: { windowMs: hourMs, both: 20, email: 20, network: 60 },
  invoice: { windowMs: hourMs, both: 60, email: 60, network: 180 },
} as const satisfies Readonly<Record<string, Limits>>;

/** What is counted. */
export type Tried = keyof typeof limits;

/** An attempt that was counted. */
export interface CountedAttempt {
  /** Gives it back: it was no guess. */
  refundAttempt(): Promise<void>;
}

/**
 * Counts an attempt.
 * @param email as it was typed, or whatever else names one account
 * @throws Refused 429 where there were too many
 */
export async function limitAttempts(
  tried: Tried,
  email: string,
  request: Request,
  setup: AccountsSetup,
): Promise<CountedAttempt> {
  const { windowMs, both, email: ofEmail, network: ofNetwork, knownBrowser }: Limits = limits[tried];
  const name = mailboxOf(email);
  const subjectOf = (text: string) => hidden(tried, text, setup);
  const taken: GiveBack[] = [];
  const refundAttempt = async () => void (await Promise.all(taken.map((giveBack) => giveBack())));
  try {
    const browser = knownBrowser === undefined ? null : await browserOf(email, request, setup);
    if (knownBrowser !== undefined && browser !== null) {
      const claim = { subject: await subjectOf(`${name} in ${browser.id}`), limit: knownBrowser, windowMs };
      taken.push(await take(`${tried}:${claim.subject}`, [claim], setup));
      return { refundAttempt };
    }
    const network = networkOf(addressOf(request.headers, setup.trustedAddressHeader ?? null));
    const perEmail: Claim[] = [{ subject: await subjectOf(name), limit: ofEmail, windowMs }];
    if (network !== null) {
      perEmail.push({ subject: await subjectOf(`${name} ${network}`), limit: both, windowMs });
      const subject = await subjectOf(network);
      taken.push(await take(`${tried}:${subject}`, [{ subject, limit: ofNetwork, windowMs }], setup));
    }
    taken.push(await take(`${tried}:${perEmail[0].subject}`, perEmail, setup));
    if (tried === 'sign-up') taken.push(await takePlace(email, request, setup));
    return { refundAttempt };
  } catch (failure) {
    await refundAttempt();
    throw failure;
  }
}

/** Does what was counted as an attempt. Where the service refuses it, for lack of capacity, it counts no longer. */
export async function attempt<Result>(counted: CountedAttempt, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof Refused) await counted.refundAttempt();
    throw failure;
  }
}

type GiveBack = () => Promise<unknown>;

async function take(name: string, claims: readonly Claim[], { env }: AccountsSetup): Promise<GiveBack> {
  const allowances = env.ALLOWANCES.getByName(name);
  const answer = await allowances.take(claims);
  if (!answer.allowed) throw new Refused(rateLimited(answer.retryAfterSeconds));
  return () => allowances.giveBack(claims.map(({ subject }) => subject));
}
