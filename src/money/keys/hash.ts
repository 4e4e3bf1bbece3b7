/** The hash by which a ledger identifies a key. From storage without the secret no key can be used or guessed. */
import type { ApiKey } from './format.ts';
import { hexadecimal, hmac } from './hmac.ts';

declare const hashed: unique symbol;
/** HMAC-SHA-256 of a key: 64 lower-case hexadecimal characters. */
export type KeyHash = string & { readonly [hashed]: true };

/**
 * Hashes a key under the secret of the deployment.
 * @param hashSecret `KEY_HASH_SECRET`, at least one character
 * @throws Error when the secret is empty
 */
export async function hashKey(key: ApiKey, hashSecret: string): Promise<KeyHash> {
  return hexadecimal(await hmac(`key:${key}`, hashSecret)) as KeyHash;
}
