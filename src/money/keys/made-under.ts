/** Which value of a secret something was made under: a mark of it, from which nobody finds the value. */
import { type ApiKey, readKey } from './format.ts';
import { hexadecimal, hmac } from './hmac.ts';

const markBytes = 6;

/** The mark of a secret's value: 12 hexadecimal characters. */
export async function secretMark(secret: string): Promise<string> {
  return hexadecimal((await hmac('mark:', secret)).subarray(0, markBytes));
}

/** A key, and the value of KEY_HASH_SECRET that made it. */
export interface ReadKey {
  readonly key: ApiKey;
  readonly hashSecret: string;
}

/**
 * The key that a text is, made under any of the secrets; null where it is none. Reads no storage.
 * @param secrets KEY_HASH_SECRET and its former values, each at least one character
 */
export async function readKeyOfAny(text: string, secrets: readonly string[]): Promise<ReadKey | null> {
  for (const hashSecret of secrets) {
    const key = await readKey(text, hashSecret);
    if (key) return { key, hashSecret };
  }
  return null;
}
