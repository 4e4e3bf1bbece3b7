/** Text that only this service can read again: AES-GCM under SESSION_SECRET. */
import { hmac } from '../../money/keys/hmac.ts';

const algorithm = 'AES-GCM';
const nonceBytes = 12;

/**
 * Encrypts a text.
 * @param purpose its use and its owner: it can be read with the same purpose only
 * @param secret SESSION_SECRET
 * @returns letters, digits, `-` and `_`
 */
export async function seal(text: string, purpose: string, secret: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const key = await keyOf(purpose, secret);
  const sealed = await crypto.subtle.encrypt({ name: algorithm, iv }, key, new TextEncoder().encode(text));
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64url');
}

/** Reads what `seal` made, under any of the secrets; null where it was changed, was made for another purpose, or is nothing of the kind. */
export async function unseal(sealed: string, purpose: string, secrets: readonly string[]): Promise<string | null> {
  for (const secret of secrets) {
    const text = await unsealed(sealed, purpose, secret);
    if (text !== null) return text;
  }
  return null;
}

async function unsealed(sealed: string, purpose: string, secret: string): Promise<string | null> {
  const bytes = Buffer.from(sealed, 'base64url');
  const iv = bytes.subarray(0, nonceBytes);
  const key = await keyOf(purpose, secret);
  try {
    const text = await crypto.subtle.decrypt({ name: algorithm, iv }, key, bytes.subarray(nonceBytes));
    return new TextDecoder().decode(text);
  } catch {
    return null;
  }
}

async function keyOf(purpose: string, secret: string): Promise<CryptoKey> {
  const bytes = await hmac(`seal:${purpose}`, secret);
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['encrypt', 'decrypt']);
}
