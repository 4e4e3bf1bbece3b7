/** A short name for whoever calls, by which the image lane gives callers turns. It says nothing of the key. */
import { hmac } from '../keys/hmac.ts';

/**
 * The name of a ledger's owner: HMAC-SHA-256 under the secret of the deployment, cut to 64 bits.
 * @param ledger name of the ledger
 * @param secret `KEY_HASH_SECRET`, at least one character
 * @returns 16 hexadecimal characters
 */
export async function callerName(ledger: string, secret: string): Promise<string> {
  const signature = await hmac(`caller:${ledger}`, secret);
  return Array.from(signature.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
