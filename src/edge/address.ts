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
