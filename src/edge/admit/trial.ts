/**
 * The trial: some photos a day for visitors without an account, per network address and for all together. Both are counted
 * in one set of allowances, under HMACs that include the day, so that they end with it.
 */
import type { Claim } from '../../allowances/calls.ts';
import { addressOf, networkOf } from '../../bounds/address.ts';
import { Refused, refusal } from '../../contract/refusals.ts';
import { hexadecimal, hmac } from '../../keys/hmac.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import type { Header } from '../../pipeline/picture/header.ts';
import type { Exchange } from '../exchange.ts';
import { limitByAddress } from './admission.ts';
import type { AdmissionPolicy } from './admission-policy.ts';
import { Hold } from './hold.ts';

/** A quarter of a megapixel: the page scales photos to it. */
export const trialPixels = 250_000;

const dayMs = 86_400_000;
const set = 'trial';

/** Visitors without an account. Nothing that a caller sends extends the trial, and nothing is fetched for them. */
export const byTrial: AdmissionPolicy = { admit, fetches: false, checkPicture };

/** How many photos this visitor may still try today, and of how many. */
export async function trialsLeft(exchange: Exchange): Promise<{ readonly left: number; readonly perDay: number }> {
  const claims = await claimsOf(exchange, Date.now());
  return { left: await exchange.env.ALLOWANCES.getByName(set).left(claims), perDay: claims[0].limit };
}

async function admit(exchange: Exchange): Promise<Hold> {
  await limitByAddress(exchange);
  const claims = await claimsOf(exchange, Date.now());
  const subjects = claims.map(({ subject }) => subject);
  exchange.caller = `trial:${subjects[0]}`;
  const allowances = exchange.env.ALLOWANCES.getByName(set);
  const allowance = await exchange.timings
    .during('ledger', () => allowances.take(claims))
    .catch((cause: unknown) => {
      throw new Refused(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 }), cause);
    });
  if (!allowance.allowed) {
    throw new Refused(refusal('TRIAL_USED_UP', { retryAfterSeconds: allowance.retryAfterSeconds }));
  }
  const { requestId, settings } = exchange;
  // An allowance is spent unless it is given back: there is nothing to renew or to settle.
  const calls = {
    renew: async () => true,
    settle: async () => true,
    release: async () => {
      await allowances.giveBack(subjects);
      return true;
    },
  };
  return new Hold(calls, { id: set, remembered: null, requestId, leaseMs: settings.limits.leaseMs });
}

/** The visitor's own count first, if the network address is known; then that of all visitors. */
async function claimsOf({ request, settings }: Exchange, nowMs: number): Promise<readonly Claim[]> {
  const { trial, keyHashSecret, trustedAddressHeader } = settings;
  const day = Math.floor(nowMs / dayMs);
  const windowMs = (day + 1) * dayMs - nowMs;
  const subjectOf = async (whose: string) => hexadecimal(await hmac(`trial:${day}:${whose}`, keyHashSecret));
  const all: Claim = { subject: await subjectOf('all'), limit: trial.perDayTotal, windowMs };
  const network = networkOf(addressOf(request.headers, trustedAddressHeader));
  if (network === null) return trial.perDay === 0 ? [{ ...all, limit: 0 }] : [all];
  return [{ subject: await subjectOf(`of ${network}`), limit: trial.perDay, windowMs }, all];
}

function checkPicture({ widthPx, heightPx }: Header): void {
  if (widthPx * heightPx <= trialPixels) return;
  const megapixels = ((widthPx * heightPx) / 1_000_000).toFixed(2);
  throw new ImageFault(
    'invalid',
    `The trial takes pictures of at most 0.25 megapixels and this one has ${megapixels}; scale it down, or sign in to send it as it is`,
  );
}
