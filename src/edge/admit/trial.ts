/**
 * The trial: some photos a day for visitors without an account, per network address and for all together. Both are counted
 * in one set of allowances, under HMACs that include the day, so that they end with it.
 */
import type { OneUse } from '../../contract/account.ts';
import type { Task } from '../../contract/operations.ts';
import { Refused, refusal } from '../../contract/refusals.ts';
import type { AllowanceCalls, Claim } from '../../money/allowances/calls.ts';
import { hexadecimal, hmac } from '../../money/keys/hmac.ts';
import { addressOf, networkOf } from '../../pixels/bounds/address.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import type { EdgeSettings, Environment } from '../environment.ts';
import type { Exchange } from '../exchange.ts';
import { limitByAddress } from './admission.ts';
import type { AdmissionPolicy } from './admission-policy.ts';
import { Hold } from './hold.ts';
import { claimOfPicture, clickHeader, isClick } from './trial-clicks.ts';

/** A quarter of a megapixel: the page scales photos to it. */
export const trialPixels = 250_000;

const dayMs = 86_400_000;
const set = 'trial';

/**
 * One call of a visitor without an account. Nothing that a caller sends extends the trial, but clicks on a picture that it has
 * just made; and nothing is fetched for them.
 * @param once what the call is admitted by; no other call of the trial is
 */
export function byTrial(once: OneUse): AdmissionPolicy {
  let call: TrialCall | null = null;
  return {
    async admit(exchange) {
      call = await TrialCall.begin(exchange, once);
      return call.hold;
    },
    fetches: false,
    async checkPicture(header, file, task) {
      checkSize(header);
      await call?.know(file, task);
    },
  };
}

/**
 * How many photos the visitor of that address may still try today, and of how many.
 * @param address as `addressOf` gives it
 */
export async function trialsLeft(
  address: string,
  { ALLOWANCES }: Pick<Environment, 'ALLOWANCES'>,
  settings: EdgeSettings,
): Promise<{ readonly left: number; readonly perDay: number }> {
  const claims = await claimsOf(networkOf(address), settings, Date.now());
  return { left: await ALLOWANCES.getByName(set).left(claims), perDay: claims[0].limit };
}

/** What one call has of the allowances. */
class TrialCall {
  readonly hold: Hold;
  readonly #exchange: Exchange;
  readonly #allowances: AllowanceCalls;
  /** Its place in the day. */
  readonly #place: readonly Claim[];
  /** What is given back where no picture goes out. */
  #held: readonly string[];
  /** The picture, from the moment on that it is known; null for a click, which is counted already. */
  #picture: Claim | null = null;

  private constructor(exchange: Exchange, allowances: AllowanceCalls, once: Claim, place: readonly Claim[]) {
    this.#exchange = exchange;
    this.#allowances = allowances;
    this.#place = place;
    this.#held = place.map(({ subject }) => subject);
    const { requestId, settings, span } = exchange;
    // An allowance is spent unless it is given back: there is nothing to renew.
    const calls = {
      renew: async () => true,
      settle: async () => {
        if (this.#picture) await allowances.begin(this.#picture);
        return true;
      },
      release: async () => {
        await allowances.giveBack([...this.#held, once.subject]);
        return true;
      },
    };
    this.hold = new Hold(calls, { id: set, remembered: null, requestId, leaseMs: settings.limits.leaseMs, span });
  }

  /** Takes a place. @throws Refused 401, 429, 503 */
  static async begin(exchange: Exchange, { id, rememberedUntilMs }: OneUse): Promise<TrialCall> {
    await limitByAddress(exchange);
    const nowMs = Date.now();
    const claims = await claimsOf(networkOfCaller(exchange), exchange.settings, nowMs);
    // No HMAC, which would be another one once the secret has changed: it is random.
    const once: Claim = { subject: `once:${id}`, limit: 1, windowMs: rememberedUntilMs - nowMs };
    exchange.caller = `trial:${claims[0].subject}`;
    const allowances = exchange.env.ALLOWANCES.getByName(set);
    // A click has a place for as long as its file is not known: one more than others, for theirs may all be used up.
    const more = isAnnounced(exchange) ? 1 : 0;
    const place = claims.map((claim) => ({ ...claim, limit: claim.limit && claim.limit + more }));
    const taking = await asked(exchange, () => allowances.take([...place, once]));
    if (taking.allowed) return new TrialCall(exchange, allowances, once, claims);
    if (taking.usedUp?.includes(once.subject)) throw new Refused(refusal('INVALID_ADMISSION'));
    throw usedUp(taking.retryAfterSeconds);
  }

  /** Once the file is read: a click gives its place back. @throws Refused 429, 503 */
  async know(file: Uint8Array, task: Task): Promise<void> {
    const { settings } = this.#exchange;
    const [{ windowMs }] = this.#place;
    const picture = await claimOfPicture(networkOfCaller(this.#exchange) ?? 'all', file, settings.keyHashSecret);
    const isFree = isClick(task) && (await asked(this.#exchange, () => this.#allowances.again(picture)));
    if (isFree) {
      const place = this.#held;
      this.#held = [picture.subject];
      await asked(this.#exchange, () => this.#allowances.giveBack(place));
    } else if (isAnnounced(this.#exchange)) throw usedUp(Math.ceil(windowMs / 1000));
    else this.#picture = picture;
  }
}

/** @throws Refused 503 where the allowances do not answer */
function asked<Answer>({ timings }: Exchange, ask: () => Promise<Answer>): Promise<Answer> {
  return timings.during('ledger', ask).catch((cause: unknown) => {
    throw new Refused(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 }), cause);
  });
}

function usedUp(retryAfterSeconds: number): Refused {
  return new Refused(refusal('TRIAL_USED_UP', { retryAfterSeconds }));
}

function isAnnounced({ request }: Exchange): boolean {
  return request.headers.get(clickHeader) === 'true';
}

/** The network that the visitor comes from; null where no address is believed. */
function networkOfCaller({ request, settings }: Exchange): string | null {
  return networkOf(addressOf(request.headers, settings.trustedAddressHeader));
}

/** The visitor's own count first, if the network address is known; then that of all visitors. */
async function claimsOf(
  network: string | null,
  { trial, keyHashSecret }: EdgeSettings,
  nowMs: number,
): Promise<readonly Claim[]> {
  const day = Math.floor(nowMs / dayMs);
  const windowMs = (day + 1) * dayMs - nowMs;
  const subjectOf = async (whose: string) => hexadecimal(await hmac(`trial:${day}:${whose}`, keyHashSecret));
  const all: Claim = { subject: await subjectOf('all'), limit: trial.perDayTotal, windowMs };
  if (network === null) return trial.perDay === 0 ? [{ ...all, limit: 0 }] : [all];
  return [{ subject: await subjectOf(`of ${network}`), limit: trial.perDay, windowMs }, all];
}

function checkSize({ widthPx, heightPx }: Header): void {
  if (widthPx * heightPx <= trialPixels) return;
  const megapixels = ((widthPx * heightPx) / 1_000_000).toFixed(2);
  throw new ImageFault(
    'invalid',
    `The trial takes pictures of at most 0.25 megapixels and this one has ${megapixels}; scale it down, or sign in to send it as it is`,
  );
}
