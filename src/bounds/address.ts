/** The address of whoever calls, as far as it can be known. */

/** What stands for the address of all callers where no header is believed. */
export const sharedAddress = 'shared';

/**
 * The value by which requests of one address are counted.
 * @param trustedHeader the header that a front of this deployment sets; anybody may send any other. Of a list the last
 * entry counts: it is the front's, and those before it are the caller's own. Null: no header is believed, and all
 * callers share one address
 */
export function addressOf(headers: Headers, trustedHeader: string | null): string {
  if (trustedHeader === null) return sharedAddress;
  const last = headers.get(trustedHeader)?.split(',').at(-1)?.trim();
  return last || sharedAddress;
}

/**
 * The network of an address, by which people are counted: an IPv4 address alone, of IPv6 the first 64 bits, which one
 * household has. Null where all callers share one address, and what it says is nobody's.
 * @param address as `addressOf` gives it
 */
export function networkOf(address: string): string | null {
  if (address === sharedAddress) return null;
  const plain = address.toLowerCase().replace(/^\[|\]$|%.*$/g, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!plain.includes(':')) return plain;
  const [before, after] = plain.split('::');
  const groups = before === '' ? [] : before.split(':');
  const behind = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? 0 : Math.max(0, 8 - groups.length - behind.length);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...behind];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
