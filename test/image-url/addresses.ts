/** The addresses of the namespace: of every kind that is forbidden one, and public ones. */

/** Private addresses, and those for documentation, benchmarks and other special uses. */
export const forbidden = {
  loopback: '127.0.0.1',
  'other loopback': '127.8.9.10',
  'private 10': '10.0.0.1',
  'private 172': '172.16.0.1',
  'private 192': '192.168.1.1',
  'carrier-grade NAT': '100.64.0.1',
  metadata: '169.254.169.254',
  'protocol assignments': '192.0.0.8',
  'documentation 1': '192.0.2.1',
  'documentation 2': '198.51.100.1',
  'documentation 3': '203.0.113.1',
  benchmarks: '198.18.0.1',
  'relay of 6to4': '192.88.99.1',
  reserved: '240.0.0.1',
  'loopback 6': '::1',
  'unique local': 'fd00::1',
  'metadata 6': 'fd00:ec2::254',
  'site-local': 'fec0::1',
  'IPv4-compatible': '::a00:1',
  NAT64: '64:ff9b::a00:1',
  'local NAT64': '64:ff9b:1::1',
  '6to4': '2002:a00:1::1',
  Teredo: '2001:0:a00:1::1',
  ORCHID: '2001:10::1',
  'documentation 6': '2001:db8::1',
  'new documentation 6': '3fff::1',
  discard: '100::1',
} as const;

export const publicAddresses = ['93.184.216.34', '2606:4700::1111'] as const;

/** Of IPv6, two spellings of one IPv4 address that a resolver may give. */
export const mapped = ['::ffff:127.0.0.1', '::ffff:169.254.169.254'] as const;

/** Name under which the resolver gives an address. */
export function nameOf(address: string): string {
  return `at-${address.replace(/[.:]/g, '-')}-.example`;
}
