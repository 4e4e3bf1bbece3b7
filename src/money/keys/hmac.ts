/** HMAC-SHA-256 under a secret of the deployment. What is signed begins with a word for its purpose, so that no signature serves another purpose. */

/**
 * Imported secrets: a deployment has two, that of keys and that of sessions, and former values of both. These are the imported keys and not promises of
 * them, because Workers forbids one request to wait on a promise of another.
 */
const imported = new Map<string, CryptoKey>();
/** More are there only in tests. */
const maxImported = 32;

/**
 * Signs a text.
 * @param secret at least one character
 * @returns 32 bytes
 * @throws Error when the secret is empty
 */
export async function hmac(text: string, secret: string): Promise<Uint8Array<ArrayBuffer>> {
  const signature = await crypto.subtle.sign('HMAC', await signingKeyOf(secret), new TextEncoder().encode(text));
  return new Uint8Array(signature);
}

async function signingKeyOf(secret: string): Promise<CryptoKey> {
  if (secret === '') throw new Error('KEY_HASH_SECRET is empty. Set it as a secret of the deployment.');
  const known = imported.get(secret);
  if (known) return known;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const signingKey = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign']);
  if (imported.size >= maxImported) imported.clear();
  imported.set(secret, signingKey);
  return signingKey;
}

/** Two lower-case digits a byte. */
export function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
