/**
 * The mark of a browser that has signed in before: a signed cookie with a random name of the browser and HMACs of the
 * addresses. It permits nothing; it only prevents that attempts of strangers lock that browser out.
 */
import { parseSigned, serializeSigned } from 'hono/utils/cookie';
import { randomBase62 } from '../../money/keys/base62.ts';
import { hidden, normalEmail } from './addresses.ts';
import type { AccountsSetup } from './environment.ts';

type Setup = Pick<AccountsSetup, 'secret' | 'formerSecrets' | 'isLocal'>;

/** A browser that has signed in before. */
export interface KnownBrowser {
  /** Random; the same as long as its cookie lasts. */
  readonly id: string;
  /** HMACs of the addresses that it signed in with, newest first. */
  readonly addresses: readonly string[];
}

const lifeS = 365 * 86_400;
/** Addresses that a browser is known for; an older one is forgotten. */
const maxAddresses = 4;
const idCharacters = 22;

/** The browser of a request, if it has our cookie; else null. */
export async function knownBrowser(request: Request, setup: Setup): Promise<KnownBrowser | null> {
  const name = nameOf(setup);
  for (const secret of [setup.secret, ...setup.formerSecrets]) {
    const cookies = await parseSigned(request.headers.get('Cookie') ?? '', await signingSecret({ secret }), name);
    const value = cookies[name];
    if (!value) continue;
    const [id, ...addresses] = value.split('.');
    return { id, addresses };
  }
  return null;
}

/** The same, where it has signed in with that very address. */
export async function browserOf(email: string, request: Request, setup: Setup): Promise<KnownBrowser | null> {
  const browser = await knownBrowser(request, setup);
  const secrets = [setup.secret, ...setup.formerSecrets];
  const marks = await Promise.all(secrets.map((secret) => addressMark(email, { secret })));
  return marks.some((mark) => browser?.addresses.includes(mark)) ? browser : null;
}

/**
 * Marks the browser of a signed-in person.
 * @returns value of `Set-Cookie`; null where the browser is marked already
 */
export async function markBrowser(email: string, request: Request, setup: Setup): Promise<string | null> {
  const browser = await knownBrowser(request, setup);
  const address = await addressMark(email, setup);
  if (browser?.addresses.includes(address)) return null;
  const addresses = [address, ...(browser?.addresses ?? [])].slice(0, maxAddresses);
  const value = [browser?.id ?? randomBase62(idCharacters), ...addresses].join('.');
  const attributes = { path: '/', httpOnly: true, secure: !setup.isLocal, sameSite: 'Lax', maxAge: lifeS } as const;
  return serializeSigned(nameOf(setup), value, await signingSecret(setup), attributes);
}

function nameOf({ isLocal }: Setup): string {
  return isLocal ? 'edgematte.known' : '__Host-edgematte.known';
}

/** Of the address as typed to sign in: another account of the same mailbox does not make the browser known for this one. */
async function addressMark(email: string, setup: Pick<Setup, 'secret'>): Promise<string> {
  return (await hidden('known-address', normalEmail(email), setup)).slice(0, 32);
}

/** Not the secret of sessions, so that neither cookie passes for the other. */
function signingSecret(setup: Pick<Setup, 'secret'>): Promise<string> {
  return hidden('known-browser', '', setup);
}
