/**
 * Networks that no picture is fetched from, by the registries of special-purpose addresses (RFC 6890, IANA). The same list
 * judges literal addresses (`address.ts`) and what a name leads to (`local/workers.ts` has workerd drop those after the look-up).
 */

const ipv4 = [
  '0.0.0.0/8', // this host
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, metadata of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
] as const;

/** All but 2000::/3, the only range that is assigned, and the special ranges in that. Both include IPv4 in IPv6. */
const ipv6 = [
  '::/3', // unspecified, loopback, IPv4-compatible and -mapped, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard
  '4000::/2',
  '8000::/1', // unique local, link-local, site-local, multicast
  '2001::/23', // Teredo, ORCHID and other protocols
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
] as const;

export const forbiddenNetworks: readonly string[] = [...ipv4, ...ipv6];
