/** By what two calls of the page are the same one: photo, operation, options but for points, and the account that pays. */
import type { PageCall } from './send.ts';

/** What changes a picture that is paid, under the key of its first call. */
const pointNames: readonly string[] = ['keep_points', 'drop_points'];

/**
 * The identity of a call. It says nothing of the call, so that it may be stored.
 * @param account whose calls share their names: that of a wallet, or a key
 * @returns as `hashOf` writes it
 */
export async function callIdOf({ operation, options }: PageCall, photo: Blob | URL, account: string): Promise<string> {
  const named = Object.entries(options).filter(([name]) => !pointNames.includes(name));
  const given = named.map(async ([name, value]) => [name, value instanceof File ? await hashOf(value) : value]);
  const asked = JSON.stringify([operation.name, (await Promise.all(given)).sort(), account]);
  return hashOf(new Blob([asked, '\n', photo instanceof URL ? photo.href : photo]));
}

/** SHA-256 of what is in it, as 64 hexadecimal digits. */
export async function hashOf(blob: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
