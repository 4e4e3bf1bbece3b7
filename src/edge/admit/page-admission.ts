/**
 * What admits one call of the playground: signed for a page that has found out who is there, and brought by the call. So the
 * call itself asks nobody who is signed in.
 */
import { Buffer } from 'node:buffer';
import type { OneUse } from '../../contract/account.ts';
import type { AskedAdmission, HiddenKey } from '../../contract/playground.ts';
import { isSameText } from '../../money/keys/access.ts';
import { hexadecimal, hmac } from '../../money/keys/hmac.ts';
import { networkOf } from '../../pixels/bounds/address.ts';

/** From the signing to the first byte of the call. */
const lifeMs = 60_000;
/** Clocks of two machines differ by less. */
const skewMs = 5000;
/** It is remembered for so long after its end, whatever the clock of the ledger says. */
const memoryMs = 60_000;
/** Its content in Base64 for URLs, and the signature. */
const form = /^([\w-]{1,1000})\.([0-9a-f]{64})$/;

/** Who pays for a call, and by what it is admitted once. */
export interface PageAdmission {
  /** Null for the trial. */
  readonly payer: HiddenKey | null;
  readonly once: OneUse;
}

/** What can be read of it; it says nothing that its owner may not know. */
interface Signed {
  readonly id: string;
  readonly endsAtMs: number;
  readonly payer: HiddenKey | null;
}

/** The call that an admission is of: its address is in the signature alone, as a network. */
type AdmittedCall = Pick<AskedAdmission, 'operation' | 'address'>;

/**
 * Signs the admission of a call.
 * @param secret KEY_HASH_SECRET
 * @returns printable ASCII, as a header has it
 */
export async function signAdmission(
  { payer, ...call }: AskedAdmission,
  secret: string,
  nowMs = Date.now(),
): Promise<string> {
  const signed: Signed = { id: crypto.randomUUID(), endsAtMs: nowMs + lifeMs, payer };
  const content = Buffer.from(JSON.stringify(signed)).toString('base64url');
  return `${content}.${await signatureOf(content, call, secret)}`;
}

/**
 * Reads what a call brings.
 * @param secrets KEY_HASH_SECRET and its former values: what was signed under them is taken until it ends
 * @returns null where it was not signed for this very call, has ended, or ends later than it may
 */
export async function readAdmission(
  text: string,
  call: AdmittedCall,
  secrets: readonly string[],
  nowMs = Date.now(),
): Promise<PageAdmission | null> {
  const [, content, signature] = form.exec(text) ?? [];
  if (content === undefined) return null;
  const matches = await Promise.all(
    secrets.map(async (secret) => isSameText(signature, await signatureOf(content, call, secret))),
  );
  if (!matches.includes(true)) return null;
  const { id, endsAtMs, payer }: Signed = JSON.parse(Buffer.from(content, 'base64url').toString());
  const leftMs = endsAtMs - nowMs;
  if (leftMs <= 0 || leftMs > lifeMs + skewMs) return null;
  return { payer, once: { id, rememberedUntilMs: endsAtMs + memoryMs } };
}

async function signatureOf(content: string, { operation, address }: AdmittedCall, secret: string): Promise<string> {
  // As JSON, so that no two calls have one text. Without an address all callers are one network.
  const signed = JSON.stringify([operation, networkOf(address), content]);
  return hexadecimal(await hmac(`admission:${signed}`, secret));
}
