/** Who may use the admin API: the holder of `ADMIN_TOKEN`, compared without telling how much of a guess was right. */

/**
 * Whether an `Authorization` header carries the token.
 * @param authorization the header as it came, undefined when there was none
 * @param token the deployment's `ADMIN_TOKEN`; an empty one lets nobody in
 */
export async function isAdmin(authorization: string | undefined, token: string): Promise<boolean> {
  const match = /^bearer +(.+)$/i.exec(authorization ?? '');
  if (!match || token === '') return false;
  // Digests have one length whatever was sent, so neither the length of the token nor a common start shows in time.
  const [received, expected] = await Promise.all([digest(match[1]), digest(token)]);
  let difference = 0;
  for (let index = 0; index < expected.length; index++) difference |= received[index] ^ expected[index];
  return difference === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
