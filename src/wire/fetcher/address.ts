/** Whether a picture may be fetched from an address, judged by its text alone. Names are not resolved here. */
import ipaddr from 'ipaddr.js';
import { type AddressFault, trimmedAddress } from '../../contract/address-text.ts';
import { maxAddressCharacters } from '../../contract/encoding.ts';
import { forbiddenNetworks } from './networks.ts';

const networks = forbiddenNetworks.map((network) => ipaddr.parseCIDR(network));

/**
 * Endings of names that mean this machine, or its own network, and never a public host (RFC 6761, 6762, 8375, ICANN). Names
 * without a dot are of that kind too.
 */
const ownEndings = ['localhost', 'localdomain', 'local', 'internal', 'intranet', 'lan', 'home.arpa', 'onion'];

/** Of an address within the limit, once it is encoded: a character takes three bytes at most, each three signs. */
export const maxEncodedCharacters = 9 * maxAddressCharacters;

/**
 * The address of a picture, in the one spelling in which it is fetched: `http` or `https` at its default port, without
 * credentials, at a public host, other than this service's own.
 * @param text as a caller or a redirect has written it, absolute; spaces and letters beyond ASCII are encoded
 * @param ownHosts names of this service, lower case
 * @param maxCharacters of the text, less what is blank at its ends
 * @returns why it may not be fetched, in whatever spelling (WHATWG URL, IDNA)
 */
export function publicAddress(
  text: string,
  ownHosts: ReadonlySet<string>,
  maxCharacters = maxAddressCharacters,
): URL | AddressFault {
  const address = trimmedAddress(text);
  if (address.length > maxCharacters) return 'too long';
  if (!/^https?:\/\/./iu.test(address)) return 'no address';
  // What a parser would drop or replace in silence is no part of an address.
  if (/[\p{Cc}\\]/u.test(address)) return 'stray character';
  const url = parsed(address);
  if (!url) return 'no address';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (url.port !== '') return 'port';
  // Without its dots a host is parsed anew: "127.0.0.1.." becomes an address only then.
  url.hostname = withoutLastDots(url.hostname);
  const host = url.hostname;
  if (host === '' || host.endsWith('.') || !isPublic(host)) return 'host';
  if ([...ownHosts].some((own) => withoutLastDots(own) === host)) return 'host';
  url.hash = '';
  return url;
}

/** A name of a host without the dots at its end: with one it is absolute, with more some resolvers still take it. */
function withoutLastDots(host: string): string {
  return host.replace(/\.+$/, '');
}

/** The parser has resolved every spelling of an IPv4 address by now: what is left is a name or four numbers. */
function isPublic(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(bare)) {
    const address = ipaddr.parse(bare);
    return !networks.some((network) => address.kind() === network[0].kind() && address.match(network));
  }
  return host.includes('.') && !ownEndings.some((ending) => host.endsWith(`.${ending}`));
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
