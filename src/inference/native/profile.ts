/** ICC profiles that may go into the result: ICC.1 section 7.2. */

const headerBytes = 128;

/**
 * The profile if it describes RGB pictures.
 * @returns null for others, which would be wrong beside the RGB of a result
 */
export function keptProfile(profile: Uint8Array | undefined | null): Uint8Array | null {
  if (!profile || profile.length < headerBytes) return null;
  const text = (at: number) => String.fromCharCode(...profile.subarray(at, at + 4));
  return text(16) === 'RGB ' && text(36) === 'acsp' ? profile : null;
}
