/** The address of a caller, as far as it can be known. */
import ipaddr from 'ipaddr.js';

/** The address of every caller where no header is trusted. */
export const sharedAddress = 'shared';
/** The one place of all whose address cannot be read, where a header is believed. */
const noAddress = 'nowhere';

/** How large a network is, in bits of its addresses. */
export interface NetworkSize {
  readonly ipv4: number;
  readonly ipv6: number;
}

/** What one household has. */
const household: NetworkSize = { ipv4: 32, ipv6: 64 };
/** What one customer of a network easily gets. */
export const organisation: NetworkSize = { ipv4: 24, ipv6: 48 };

/**
 * The value by which requests of one address are counted.
 * @param trustedHeader the header that a front of this deployment sets; anybody may send any other. Of a list the last
 * entry counts: it is the front's, and those before it are the caller's own. Null: no header is believed, and all
 * callers share one address
 * @returns an address as it is written for short, an IPv4 address also where it was mapped into IPv6
 */
export function addressOf(headers: Headers, trustedHeader: string | null): string {
  if (trustedHeader === null) return sharedAddress;
  return read(headers.get(trustedHeader)?.split(',').at(-1) ?? '')?.toString() ?? noAddress;
}

/**
 * The network of an address, by which people are counted. Null if all callers share one address; all addresses that cannot
 * be read count as one network.
 * @param address as `addressOf` gives it
 */
export function networkOf(address: string, size: NetworkSize = household): string | null {
  if (address === sharedAddress) return null;
  const known = read(address);
  if (known === null) return noAddress;
  const [kind, bits] = known instanceof ipaddr.IPv6 ? [ipaddr.IPv6, size.ipv6] : [ipaddr.IPv4, size.ipv4];
  return `${kind.networkAddressFromCIDR(`${known}/${bits}`)}/${bits}`;
}

/** Reads `1.2.3.4`, `2001:db8::1` and either with a port, as fronts write them; null for what is no address. */
function read(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const plain = text.trim();
  const [, ipv6] = /^\[([^\]]*)\](?::\d+)?$/.exec(plain) ?? [];
  const [, ipv4] = /^([\d.]+)(?::\d+)?$/.exec(plain) ?? [];
  if (ipv4 !== undefined) return ipaddr.IPv4.isValidFourPartDecimal(ipv4) ? ipaddr.IPv4.parse(ipv4) : null;
  const address = ipv6 ?? plain;
  if (!ipaddr.IPv6.isValid(address)) return null;
  const known = ipaddr.IPv6.parse(address);
  known.zoneId = undefined;
  return known.isIPv4MappedAddress() ? known.toIPv4Address() : known;
}
