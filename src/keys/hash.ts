/** The name under which a key is stored. Who reads the storage without the secret can neither use nor guess a key. */
import type { ApiKey } from './format.ts';

declare const hashed: unique symbol;
/** HMAC-SHA-256 of a key: 64 lower-case hexadecimal characters. Names the key's ledger. */
export type KeyHash = string & { readonly [hashed]: true };

/**
 * Cache of the imported secret: one entry, because a deployment has one secret. It holds the imported key and not the
 * promise of it, because Workers forbids one request to wait on a promise of another.
 */
let cached: { readonly secret: string; readonly signingKey: CryptoKey } | undefined;

/**
 * Hashes a key under the secret of the deployment.
 * @param secret `KEY_HASH_SECRET`, at least one character
 * @throws Error when the secret is empty
 */
export async function hashKey(key: ApiKey, secret: string): Promise<KeyHash> {
  const signature = await crypto.subtle.sign('HMAC', await signingKeyOf(secret), new TextEncoder().encode(key));
  return hexadecimal(new Uint8Array(signature)) as KeyHash;
}

async function signingKeyOf(secret: string): Promise<CryptoKey> {
  if (secret === '') throw new Error('KEY_HASH_SECRET is empty. Set it as a secret of the deployment.');
  if (cached?.secret === secret) return cached.signingKey;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const signingKey = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign']);
  cached = { secret, signingKey };
  return signingKey;
}

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
