import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it, test } from 'vitest';
import { maxEncodedCharacters, publicAddress } from './address.ts';
import { forbiddenNetworks } from './networks.ts';

const ownHosts = new Set(['api.service.example', '93.184.216.99']);
const hrefOf = (text: string) => {
  const found = publicAddress(text, ownHosts);
  return typeof found === 'string' ? null : found.href;
};

test.each([
  ['https://images.example.com/a.jpg', 'https://images.example.com/a.jpg'],
  ['http://images.example.com', 'http://images.example.com/'],
  ['HTTPS://Images.Example.COM/A%20b?c=d&e', 'https://images.example.com/A%20b?c=d&e'],
  ['https://images.example.com:443/a', 'https://images.example.com/a'],
  ['http://images.example.com:80/a', 'http://images.example.com/a'],
  ['https://images.example.com./a', 'https://images.example.com/a'],
  ['https://images.example.com../a', 'https://images.example.com/a'],
  ['https://images.example.com......', 'https://images.example.com/'],
  ['https://93.184.216.34../a', 'https://93.184.216.34/a'],
  ['https://images.example.com.../a', 'https://images.example.com/a'],
  ['https://images.example.com/a b c.jpg?d e', 'https://images.example.com/a%20b%20c.jpg?d%20e'],
  ['https://images.example.com/Fotos/größe.jpg', 'https://images.example.com/Fotos/gr%C3%B6%C3%9Fe.jpg'],
  ['https://images.example.com/\u3000\u00a0.jpg', 'https://images.example.com/%E3%80%80%C2%A0.jpg'],
  [' https://images.example.com/a ', 'https://images.example.com/a'],
  ['\t\r\nhttps://images.example.com/a b\r\n\0', 'https://images.example.com/a%20b'],
  ['\ufeff\u00a0https://images.example.com/a\u2028', 'https://images.example.com/a'],
  ['https://images.example.com/a#part', 'https://images.example.com/a'],
  ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
  ['https://93.184.216.34/a', 'https://93.184.216.34/a'],
  ['https://0x5db8d822/a', 'https://93.184.216.34/a'],
  ['https://[2606:4700::1111]/a', 'https://[2606:4700::1111]/a'],
  ['https://localhost.example.com/', 'https://localhost.example.com/'],
  [`https://a.example/${'a'.repeat(2030)}`, `https://a.example/${'a'.repeat(2030)}`],
])('%s is fetched', (text, href) => {
  expect(hrefOf(text)).toBe(href);
});

describe.each([
  [
    'no http',
    ['ftp://a.example/', 'file:///etc/passwd', 'data:image/png;base64,AA', 'gopher://a.example/', 'a.example/b'],
  ],
  [
    'no address',
    ['', 'https://', 'https:///', 'http://%', 'http://[::1', 'http://a b.example/', '//a.example/', 'https:a.example'],
  ],
  [
    'what a parser drops in silence',
    [
      'ht\ttp://a.example/',
      'https://a.ex\nample/',
      'https://a.example/a\tb',
      'https://a.example/a\r\nb',
      'https://a.example/\0b',
    ],
  ],
  ['backslashes', ['http:\\\\a.example\\', 'http://a.example\\@10.0.0.1/']],
  ['too long', [`https://a.example/${'a'.repeat(2031)}`]],
  [
    'credentials',
    ['https://me@a.example/', 'https://me:word@a.example/', 'https://:word@a.example/', 'https://a.example@10.0.0.1/'],
  ],
  [
    'another port',
    [
      'https://a.example:80/',
      'http://a.example:443/',
      'http://a.example:22/',
      'http://a.example:8080/',
      'http://a.example:99999/',
    ],
  ],
  [
    'loopback',
    [
      'http://127.0.0.1/',
      'http://127.1/',
      'http://127.255.255.254/',
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0177.0.0.1/',
      'http://0x7f.1/',
      'http://017700000001/',
      'http://127.0.0.1./',
      'http://127.0.0.1../',
      'http://0x7f.1../',
      'http://2130706433../',
      'http://0177.0.0.1.../',
      'http://127.0.0.256../',
      'http://0x7f.1.../',
      ' http://127.0.0.1/ ',
      'http://0/',
      'http://0.0.0.0/',
      'http://[::1]/',
      'http://[::]/',
      'http://[0:0:0:0:0:0:0:1]/',
    ],
  ],
  [
    'loopback in other digits',
    ['http://①②⑦.⓪.⓪.①/', 'http://１２７.０.０.１/', 'http://127。0。0。1/', 'http://%31%32%37.0.0.1/'],
  ],
  [
    'private',
    [
      'http://10.0.0.1/',
      'http://10.1/',
      'http://012.0.0.1/',
      'http://172.16.0.1/',
      'http://172.31.255.255/',
      'http://192.168.1.1/',
      'http://0xc0a80101/',
      'http://3232235777/',
      'http://[fd00::1]/',
      'http://[fc00::1]/',
    ],
  ],
  ['carrier-grade NAT', ['http://100.64.0.1/', 'http://100.127.255.255/', 'http://1681915905/']],
  [
    'link-local and metadata',
    [
      'http://169.254.169.254/latest',
      'http://2852039166/',
      'http://0xa9fea9fe/',
      'http://0251.0376.0251.0376/',
      'http://[fe80::1]/',
      'http://[fe80::1%25eth0]/',
      'http://[fd00:ec2::254]/',
      'http://metadata.google.internal/',
    ],
  ],
  [
    'multicast, broadcast, reserved',
    [
      'http://224.0.0.1/',
      'http://239.255.255.250/',
      'http://255.255.255.255/',
      'http://240.0.0.1/',
      'http://[ff02::1]/',
    ],
  ],
  [
    'documentation and benchmarks',
    [
      'http://192.0.2.1/',
      'http://198.51.100.1/',
      'http://203.0.113.1/',
      'http://198.18.0.1/',
      'http://198.19.255.255/',
      'http://[2001:db8::1]/',
      'http://[3fff::1]/',
    ],
  ],
  [
    'IPv4 in IPv6',
    [
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
      'http://[::ffff:93.184.216.34]/',
      'http://[::127.0.0.1]/',
      'http://[64:ff9b::10.0.0.1]/',
      'http://[64:ff9b:1::1]/',
      'http://[2002:a00:1::1]/',
      'http://[2001:0:a00:1::1]/',
      'http://[::ffff:0:10.0.0.1]/',
    ],
  ],
  [
    'names of this network',
    [
      'http://localhost/',
      'http://LOCALHOST./',
      'http://localhost../',
      'http://printer../',
      'http://db.internal.../',
      'http://printer.local...',
      'http://./',
      'http://../',
      'http://a.localhost/',
      'http://printer/',
      'http://printer.local/',
      'http://db.internal/',
      'http://router.lan/',
      'http://nas.home.arpa/',
      'http://a.onion/',
    ],
  ],
  [
    'our own hosts',
    [
      'https://api.service.example/',
      'https://API.service.example./a',
      'https://api.service.example../',
      'https://api.service.example../a',
      'http://93.184.216.99/',
      'http://0x5db8d863/',
    ],
  ],
])('%s', (_kind, texts) => {
  test.each(texts)('%s is not fetched', (text) => {
    expect(hrefOf(text)).toBeNull();
  });
});

test.each([
  ['', 'no address'],
  ['photo.jpg', 'no address'],
  ['ftp://a.example/', 'no address'],
  ['http://', 'no address'],
  ['http://a b.example/', 'no address'],
  ['https://a.example/a\nb', 'stray character'],
  ['https://a.example\\b', 'stray character'],
  ['https://me:word@a.example/', 'credentials'],
  ['https://a.example:8443/', 'port'],
  ['https://10.0.0.1/', 'host'],
  ['https://printer/', 'host'],
  [`https://a.example/${'a'.repeat(2031)}`, 'too long'],
])('what is wrong with %j: %s', (text, fault) => {
  expect(publicAddress(text, ownHosts)).toBe(fault);
});

it('is as long as its text, whatever its encoding takes', () => {
  const text = `https://a.example/${'あ'.repeat(2030)}`;
  const found = publicAddress(text, ownHosts);
  if (typeof found === 'string') throw new Error(found);
  expect(found.href).toHaveLength(18 + 9 * 2030);
  expect(publicAddress(found.href, ownHosts)).toBe('too long');
  expect(publicAddress(found.href, ownHosts, maxEncodedCharacters)).toEqual(found);
});

/** Spellings of one IPv4 address that parsers of addresses take. */
function spellings(address: number): string[] {
  const parts = [address >>> 24, (address >>> 16) & 255, (address >>> 8) & 255, address & 255];
  const [a, b, c, d] = parts;
  const octal = (value: number) => `0${value.toString(8)}`;
  const hex = (value: number) => `0x${value.toString(16)}`;
  return [
    parts.join('.'),
    `${parts.join('.')}.`,
    `${parts.join('.')}..`,
    `${parts.map(octal).join('.')}...`,
    String(address),
    hex(address),
    octal(address),
    parts.map(octal).join('.'),
    parts.map(hex).join('.'),
    `${a}.${b}.${(c << 8) | d}`,
    `${a}.${((b << 16) | (c << 8) | d) >>> 0}`,
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    [...parts.join('.')].map((sign) => (sign === '.' ? '。' : String.fromCodePoint(0xff10 + Number(sign)))).join(''),
  ];
}

const ipv4Networks = forbiddenNetworks.filter((network) => !network.includes(':'));

it('refuses every address of every forbidden network in every spelling, and takes all others', () => {
  const forbidden = fc.constantFrom(...ipv4Networks).chain((network) => {
    const [address, bits] = ipaddr.IPv4.parseCIDR(network);
    const first = address.toByteArray().reduce((sum, byte) => sum * 256 + byte, 0);
    return fc.integer({ min: 0, max: 2 ** (32 - bits) - 1 }).map((offset) => first + offset);
  });
  fc.assert(
    fc.property(forbidden, fc.nat(12), (address, which) => {
      expect(hrefOf(`http://${spellings(address)[which]}/`)).toBeNull();
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.nat(12), (address, which) => {
      const plain = spellings(address)[0];
      const isForbidden = ipv4Networks.some((network) =>
        ipaddr.IPv4.parse(plain).match(ipaddr.IPv4.parseCIDR(network)),
      );
      const href = hrefOf(`http://${spellings(address)[which]}/`);
      expect(href).toBe(isForbidden || plain === '93.184.216.99' ? null : `http://${plain}/`);
    }),
  );
});

it('takes no IPv6 address outside of what is given out', () => {
  const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(groups, (parts) => {
      const isGivenOut = parts[0] >> 13 === 1;
      const href = hrefOf(`http://[${parts.map((part) => part.toString(16)).join(':')}]/`);
      if (!isGivenOut) expect(href).toBeNull();
    }),
  );
});

it('throws at nothing, and what it gives is judged so again', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.string().map((text) => `http://${text}`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const href = hrefOf(text);
      if (href !== null && href.length <= 2048) expect(hrefOf(href)).toBe(href);
    }),
    { numRuns: 100 },
  );
});
