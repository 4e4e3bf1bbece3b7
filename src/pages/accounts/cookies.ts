/** Our cookies beside the session's, named as that one is: `__Host-` and `Secure`, on loopback over http without both. */
import type { AccountsSetup } from './environment.ts';

type Place = Pick<AccountsSetup, 'isLocal'>;

/**
 * A cookie that no script can read and no foreign page can send, as a value of `Set-Cookie`.
 * @param name as `sign_up`; what comes before it is the session cookie's
 * @param value text without signs that a cookie cannot hold
 * @param lifeSeconds 0 deletes it
 */
export function ownCookie(name: string, value: string, lifeSeconds: number, place: Place): string {
  const secure = place.isLocal ? '' : ' Secure;';
  return `${fullName(name, place)}=${value}; Max-Age=${lifeSeconds}; Path=/; HttpOnly;${secure} SameSite=Lax`;
}

/** Value of a cookie that `ownCookie` made; null where the request has none. */
export function readOwnCookie(name: string, request: Request, place: Place): string | null {
  const begin = `${fullName(name, place)}=`;
  const cookies = (request.headers.get('Cookie') ?? '').split(/;\s*/);
  return cookies.find((cookie) => cookie.startsWith(begin))?.slice(begin.length) ?? null;
}

function fullName(name: string, { isLocal }: Place): string {
  return `${isLocal ? '' : '__Host-'}edgematte.${name}`;
}
