/** A short name of a caller, by which the inference service gives callers turns, and keeps outputs for them. It reveals nothing of the key. */
import { hexadecimal, hmac } from '../../money/keys/hmac.ts';

/**
 * The name of a caller: HMAC-SHA-256 of its ledger's name under the secret of the deployment, cut to 64 bits.
 * @param ledger name of the ledger
 * @param secret `KEY_HASH_SECRET`, at least one character
 * @returns 16 hexadecimal characters
 */
export async function callerName(ledger: string, secret: string): Promise<string> {
  return hexadecimal((await hmac(`caller:${ledger}`, secret)).subarray(0, 8));
}
