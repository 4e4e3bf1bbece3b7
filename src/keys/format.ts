/**
 * The form of a key: `live_` or `test_`, 32 random base62 characters, 6 characters of checksum.
 *
 * The checksum is the CRC-32 of all that stands before it, type and underscore included, written in base 62 (digits,
 * capitals, small letters), most significant first, always 6 wide: 62^6 exceeds 2^32. It finds every single wrong
 * character and every swap of two neighbours, so that a typo is refused without asking storage. It proves nothing
 * else; the 190 random bits do that.
 */
import { base62, randomBase62 } from './base62.ts';
import { crc32 } from './crc32.ts';

export const keyTypes = ['live', 'test'] as const;
export type KeyType = (typeof keyTypes)[number];

declare const wellFormed: unique symbol;
/** Text that has the form of a key and a fitting checksum. Whether a ledger knows it is another question. */
export type ApiKey = string & { readonly [wellFormed]: true };

const keyPattern = /^(live|test)_[0-9A-Za-z]{38}$/;
const randomLength = 32;
const checksumLength = 6;
const hintLength = 4;

/** Makes a new key of that type from fresh random characters. */
export function createKey(type: KeyType): ApiKey {
  const body = `${type}_${randomBase62(randomLength)}`;
  const key = body + checksumOf(body);
  if (!isWellFormed(key)) throw new Error('A new key does not have the form of a key');
  return key;
}

/** Whether the text, of any length, is a key as `createKey` makes them. Reads no storage. */
export function isWellFormed(text: string): text is ApiKey {
  if (!keyPattern.test(text)) return false;
  return text.slice(-checksumLength) === checksumOf(text.slice(0, -checksumLength));
}

/** The last 4 random characters: enough for a person to tell keys apart, and 166 random bits stay hidden. */
export function hintOf(key: ApiKey): string {
  return key.slice(-checksumLength - hintLength, -checksumLength);
}

/** Makes an id by which operators name a key: `key_` and 16 random base62 characters. It is no secret. */
export function createKeyId(): string {
  return `key_${randomBase62(16)}`;
}

/** Whether the text has the form of an id. */
export function isKeyId(text: string): boolean {
  return /^key_[0-9A-Za-z]{16}$/.test(text);
}

function checksumOf(body: string): string {
  return base62(crc32(body), checksumLength);
}
