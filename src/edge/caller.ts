/** A short name for whoever calls, by which the image lane gives callers turns. It says nothing of the key. */

/**
 * The name of a ledger's owner: HMAC-SHA-256 under the secret of the deployment, cut to 64 bits.
 * @param ledger name of the ledger
 * @param secret `KEY_HASH_SECRET`, at least one character
 * @returns 16 hexadecimal characters
 */
export async function callerName(ledger: string, secret: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(`caller:${ledger}`));
  return Array.from(new Uint8Array(signature, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
