/** Calls that one of several services answers best: the edge says of which picture they are (`wire/protocol/call-headers.ts`). */

/** Some hexadecimal digits; calls of one caller with one picture have the same. */
const affinityName = 'X-Affinity';

/**
 * The service that a call prefers.
 * @param count how many there are, at least 1
 * @returns its place among them, from 0; null where the call prefers none
 */
export function preferredOf({ headers }: Request, count: number): number | null {
  const affinity = headers.get(affinityName) ?? '';
  return /^[0-9a-f]{1,8}$/.test(affinity) ? Number.parseInt(affinity, 16) % count : null;
}
