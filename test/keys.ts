/** Keys as a deployment makes them, written a second time: good enough for the edge, and known to no ledger. */
import { createHmac, randomInt } from 'node:crypto';

/** `KEY_HASH_SECRET` of every stack. */
export const keyHashSecret = 'end-to-end-hash-secret';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A key with a fitting checksum that nobody made. */
export function newKey(type: 'live' | 'test'): string {
  const body = `${type}_${randomText(32)}`;
  let rest = createHmac('sha256', keyHashSecret).update(`checksum:${body}`).digest().readBigUInt64BE(0);
  let checksum = '';
  for (let place = 0; place < 6; place++, rest /= 62n) checksum = digits[Number(rest % 62n)] + checksum;
  return body + checksum;
}

/** A key of the right form whose checksum fits by a chance of one in 62^6. */
export function forgedKey(type: 'live' | 'test'): string {
  return `${type}_${randomText(38)}`;
}

function randomText(length: number): string {
  return Array.from({ length }, () => digits[randomInt(62)]).join('');
}
