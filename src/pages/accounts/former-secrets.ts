/**
 * What was made under a former value of SESSION_SECRET and is still accepted: signed cookies and links of mails are signed anew
 * before the auth library sees them, for it knows the value of today alone.
 */
import { sign, verify } from 'hono/jwt';
import { parseSigned, serializeSigned } from 'hono/utils/cookie';
import type { AccountsSetup } from './environment.ts';

type Secrets = Pick<AccountsSetup, 'secret' | 'formerSecrets'>;

/** The headers of a request for the auth library. */
export async function headersForLibrary({ headers }: Request, { secret, formerSecrets }: Secrets): Promise<Headers> {
  const cookie = headers.get('Cookie') ?? '';
  if (cookie === '' || formerSecrets.length === 0) return headers;
  const current = await parseSigned(cookie, secret);
  const former = await Promise.all(formerSecrets.map((each) => parseSigned(cookie, each)));
  const pairs = cookie.split(';').map(async (pair) => {
    const name = pair.split('=', 1)[0].trim();
    const value = current[name] === false && former.map((found) => found[name]).find((found) => found);
    return value ? signedPair(name, value, secret) : pair.trim();
  });
  const renewed = new Headers(headers);
  renewed.set('Cookie', (await Promise.all(pairs)).join('; '));
  return renewed;
}

/** As a browser sends it. */
async function signedPair(name: string, value: string, secret: string): Promise<string> {
  // A name that begins with __Host- is refused without them.
  const [pair] = (await serializeSigned(name, value, secret, { path: '/', secure: true })).split(';');
  return pair;
}

/** What a signed link of a mail says; null where it is not ours, or too old. */
export async function claimsOf(token: string, { secret, formerSecrets }: Secrets): Promise<object | null> {
  for (const each of [secret, ...formerSecrets]) {
    const claims = await verify(token, each, 'HS256').catch(() => null);
    if (claims) return claims;
  }
  return null;
}

/** The same link under the secret of today; one that is not ours stays as it is. */
export async function tokenForLibrary(token: string, setup: Secrets): Promise<string> {
  if (setup.formerSecrets.length === 0) return token;
  const claims = await claimsOf(token, setup);
  return claims ? sign({ ...claims }, setup.secret, 'HS256') : token;
}
