/** Who may use the admin API: the holder of `ADMIN_TOKEN`; secrets are compared without revealing how much of a guess was right. */

/**
 * Whether an `Authorization` header carries the token.
 * @param authorization the header as it came, undefined when there was none
 * @param token the deployment's `ADMIN_TOKEN`; an empty one lets nobody in
 * @param older its former values, accepted while there is one
 */
export async function isAdmin(
  authorization: string | undefined,
  token: string,
  older: readonly string[] = [],
): Promise<boolean> {
  const match = /^bearer +(.+)$/i.exec(authorization ?? '');
  if (!match || token === '') return false;
  const matches = await Promise.all([token, ...older].map((accepted) => isSameText(match[1], accepted)));
  return matches.includes(true);
}

/** Whether two texts are equal, in a time that depends neither on the expected length nor on a common start. */
export async function isSameText(received: string, expected: string): Promise<boolean> {
  // Digests have one length whatever was sent.
  const [one, other] = await Promise.all([digest(received), digest(expected)]);
  let difference = 0;
  for (let index = 0; index < other.length; index++) difference |= one[index] ^ other[index];
  return difference === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
