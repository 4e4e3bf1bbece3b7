/**
 * The form of a key: `live_` or `test_`, 10 characters of the wallet's handle, 22 of secret, 6 of checksum, all base62.
 *
 * The handle names the ledger and is no secret; the 131 random bits of the secret are what is. The checksum is an HMAC
 * under the deployment's secret of all characters before it, type and underscore included: its first 8 bytes, modulo
 * 62^6, which favours no text noticeably. A typo, and a key that this deployment did not make, is refused by it without
 * asking storage.
 */
import { base62, randomBase62 } from './base62.ts';
import { hmac } from './hmac.ts';

export const keyTypes = ['live', 'test'] as const;
export type KeyType = (typeof keyTypes)[number];

declare const wellFormed: unique symbol;
/** Text that has the form of a key and a fitting checksum. Whether a ledger knows it is another question. */
export type ApiKey = string & { readonly [wellFormed]: true };

/** A no-break space of Latin-1 is no UTF-8, and has become a replacement character by the time a header is read. */
const keyPattern = /^[\s\ufffd]*((?:live|test)_[0-9A-Za-z]{38})[\s\ufffd]*$/;
const typeLength = 'live_'.length;
const handleLength = 10;
const secretLength = 22;
const checksumLength = 6;
const hintLength = 4;

/**
 * Makes a new key from fresh random characters.
 * @param wallet type and handle of the wallet that it is to be of, or the type alone for a new handle
 * @param hashSecret `KEY_HASH_SECRET`, at least one character
 */
export async function createKey(wallet: string, hashSecret: string): Promise<ApiKey> {
  const named = isWallet(wallet) ? wallet : drawWallet(wallet);
  const body = named + randomBase62(secretLength);
  const key = await readKey(body + (await checksumOf(body, hashSecret)), hashSecret);
  if (!key) throw new Error('A new key does not have the form of a key');
  return key;
}

/**
 * The key that a text of any length is, as `createKey` makes them; null when it is none. Reads no storage. White space
 * around a key is no part of it: copying brings it along.
 */
export async function readKey(text: string, hashSecret: string): Promise<ApiKey | null> {
  const key = keyPattern.exec(text)?.[1];
  if (!key) return null;
  const body = key.slice(0, -checksumLength);
  return key.slice(-checksumLength) === (await checksumOf(body, hashSecret)) ? (key as ApiKey) : null;
}

/** Draws a name for a wallet: the type and a handle, which may be in use. */
export function drawWallet(type: string): string {
  return `${type}_${randomBase62(handleLength)}`;
}

/** Whether the text has the form of a wallet's name. */
export function isWallet(text: string): boolean {
  return /^(live|test)_[0-9A-Za-z]{10}$/.test(text);
}

/** The type of a wallet, and of all its keys. */
export function typeOfWallet(wallet: string): KeyType {
  return wallet.startsWith('live_') ? 'live' : 'test';
}

/** The name of the key's wallet, and of its ledger: type and handle, `test_ABCDEFGHIJ`. */
export function walletOf(key: ApiKey): string {
  return key.slice(0, typeLength + handleLength);
}

/**
 * A text in which only the wallet's name is left of keys, and of parts of keys that begin like one: for addresses, which browsers
 * and logs keep.
 */
export function withoutSecrets(text: string): string {
  return text.replace(/((?:live|test)_[0-9A-Za-z]{10})[0-9A-Za-z]+/g, '$1');
}

/** The last 4 characters of the secret: enough for a person to tell keys apart, and 107 random bits stay hidden. */
export function hintOf(key: string): string {
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

async function checksumOf(body: string, hashSecret: string): Promise<string> {
  const signature = await hmac(`checksum:${body}`, hashSecret);
  const number = new DataView(signature.buffer).getBigUint64(0) % 62n ** BigInt(checksumLength);
  return base62(Number(number), checksumLength);
}
