/** What is asked in the namespace, and what must come of it. */
import { forbidden, mapped, nameOf, publicAddresses } from './addresses.ts';
import type { Zone } from './resolver.ts';

/** Outcome of a call: a status of success, or the code of a refusal. */
export type Outcome = '200' | '503' | `IMAGE_URL_${string}` | 'INVALID_IMAGE';

export interface Case {
  readonly what: string;
  readonly url: string;
  readonly outcome: Outcome;
  /** Times that it is asked, one after the other; outcomes of the later ones. */
  readonly later?: readonly Outcome[];
}

const [four, six] = publicAddresses;
const at = (path: string) => `http://pictures.example${path}`;
const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address);
const private10 = forbidden['private 10'];
const { metadata, NAT64 } = forbidden;

/** Every name of the tests. */
export const zone: Zone = new Map<string, readonly (readonly string[])[]>([
  ['pictures.example', [[four]]],
  ['secure.example', [[four]]],
  ['untrusted.example', [[four]]],
  ['six.example', [[six]]],
  ['both.example', [[private10, four]]],
  ['both-six.example', [[four, NAT64]]],
  ['all-bad.example', [[private10, metadata, NAT64, '::1']]],
  // Public when it is checked, private when it is called: and the other way round.
  ['turns.example', [[four], [private10], [metadata], [four]]],
  ['turns-back.example', [[private10], [four]]],
  ['empty.example', [[]]],
  ...[...Object.values(forbidden), ...mapped].map((address) => [nameOf(address), [[address]]] as const),
]);

const literals: Case[] = Object.entries(forbidden).map(([kind, address]) => ({
  what: `${kind}, literally`,
  url: `http://${bracketed(address)}/photo`,
  outcome: 'IMAGE_URL_NOT_ALLOWED',
}));

const names: Case[] = [...Object.entries(forbidden), ...mapped.map((address) => ['mapped', address] as const)].map(
  ([kind, address]) => ({
    what: `a name that leads to ${kind} ${address}`,
    url: `http://${nameOf(address)}/photo`,
    outcome: 'IMAGE_URL_UNREACHABLE',
  }),
);

const spellings: Case[] = [
  ...['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0', '①②⑦.0.0.1', '127.0.0.1.'],
  ...['10.1', '0xa000001', '012.0.0.1', '2852039166', '0251.0376.0251.0376', '[::ffff:127.0.0.1]', '[::ffff:a00:1]'],
  ...[
    'localhost',
    'localhost.',
    'a.localhost',
    'printer',
    'db.internal',
    'me:word@pictures.example',
    'pictures.example:81',
  ],
  ...['pictures.example:22', '255.255.255.255', '224.0.0.1', '[ff02::1]', '[fe80::1%25lo]'],
].map((host) => ({ what: `${host} as it is written`, url: `http://${host}/photo`, outcome: 'IMAGE_URL_NOT_ALLOWED' }));

const redirects: Case[] = [
  ...Object.entries(forbidden).flatMap(([kind, address]): Case[] => [
    {
      what: `a redirect to ${kind}`,
      url: at(`/to?url=http://${bracketed(address)}/photo`),
      outcome: 'IMAGE_URL_NOT_ALLOWED',
    },
    {
      what: `a redirect to a name that leads to ${kind}`,
      url: at(`/to?url=http://${nameOf(address)}/photo`),
      outcome: 'IMAGE_URL_UNREACHABLE',
    },
  ]),
  { what: 'a redirect to a number', url: at('/to?url=http://2130706433/photo'), outcome: 'IMAGE_URL_NOT_ALLOWED' },
  { what: 'a redirect without a scheme', url: at(`/to?url=//${metadata}/photo`), outcome: 'IMAGE_URL_NOT_ALLOWED' },
  { what: 'a redirect to a file', url: at('/to?url=file:///etc/passwd'), outcome: 'IMAGE_URL_NOT_ALLOWED' },
  {
    what: 'a redirect to a name with dots behind it',
    url: at('/to?url=http://pictures.example../photo'),
    outcome: '200',
  },
  {
    what: 'a redirect to a number with dots behind it',
    url: at('/to?url=http://0x7f.1../photo'),
    outcome: 'IMAGE_URL_NOT_ALLOWED',
  },
  { what: 'three redirects', url: at('/chain?left=2'), outcome: '200' },
  { what: 'four redirects', url: at('/chain?left=3'), outcome: 'IMAGE_URL_STATUS' },
];

const turning: Case[] = [
  {
    what: 'a name that turns private after its first lookup, then to metadata, then back',
    url: 'http://turns.example/photo',
    outcome: '200',
    later: ['IMAGE_URL_UNREACHABLE', 'IMAGE_URL_UNREACHABLE', '200'],
  },
  {
    what: 'a name that turns public',
    url: 'http://turns-back.example/photo',
    outcome: 'IMAGE_URL_UNREACHABLE',
    later: ['200'],
  },
  { what: 'a name with a private address beside a public one', url: 'http://both.example/photo', outcome: '200' },
  { what: 'a name with NAT64 beside a public address', url: 'http://both-six.example/photo', outcome: '200' },
  {
    what: 'a name with forbidden addresses alone',
    url: 'http://all-bad.example/photo',
    outcome: 'IMAGE_URL_UNREACHABLE',
  },
  { what: 'a name without addresses', url: 'http://empty.example/photo', outcome: 'IMAGE_URL_UNREACHABLE' },
  { what: 'a name that nobody has', url: 'http://nobody.example/photo', outcome: 'IMAGE_URL_UNREACHABLE' },
];

const answers: Case[] = [
  { what: 'a name', url: at('/photo'), outcome: '200' },
  { what: 'a name with dots behind it', url: 'http://pictures.example../photo', outcome: '200' },
  { what: 'a public address', url: `http://${four}/photo`, outcome: '200' },
  { what: 'a public address of IPv6', url: `http://[${six}]/photo`, outcome: '200' },
  { what: 'a name of IPv6', url: 'http://six.example/photo', outcome: '200' },
  { what: 'an answer that is compressed by gzip', url: at('/gzip'), outcome: '200' },
  { what: 'an answer that is compressed by Brotli', url: at('/br'), outcome: '200' },
  { what: 'an answer that breaks off', url: at('/half'), outcome: 'IMAGE_URL_UNREACHABLE' },
  { what: 'a page', url: at('/html'), outcome: 'IMAGE_URL_NOT_AN_IMAGE' },
  { what: 'what is large once it is decoded', url: at('/bomb'), outcome: 'IMAGE_URL_TOO_LARGE' },
  { what: 'an answer without an end', url: at('/endless'), outcome: 'IMAGE_URL_TOO_LARGE' },
  { what: 'a server that says nothing', url: at('/silent'), outcome: 'IMAGE_URL_TIMEOUT' },
  { what: 'a server that stalls', url: at('/stalls'), outcome: 'IMAGE_URL_TIMEOUT' },
  { what: 'nothing there', url: at('/nothing'), outcome: 'IMAGE_URL_STATUS' },
  { what: 'a secure address', url: 'https://secure.example/photo', outcome: '200' },
  {
    what: 'a redirect from a secure address',
    url: `https://secure.example/to?url=http://${private10}/photo`,
    outcome: 'IMAGE_URL_NOT_ALLOWED',
  },
  { what: 'a certificate of another name', url: 'https://pictures.example/photo', outcome: 'IMAGE_URL_UNREACHABLE' },
  {
    what: 'a certificate of an unknown authority',
    url: 'https://untrusted.example/photo',
    outcome: 'IMAGE_URL_UNREACHABLE',
  },
  ...[204, 206, 304, 401, 403, 500].map(
    (status): Case => ({ what: `status ${status}`, url: at(`/status?is=${status}`), outcome: 'IMAGE_URL_STATUS' }),
  ),
];

export const cases: readonly Case[] = [...literals, ...names, ...spellings, ...redirects, ...turning, ...answers];

/** The same of `background_url`, whose image comes beside it. */
export const backgroundCases: readonly Case[] = [
  { what: 'a name', url: at('/photo'), outcome: '200' },
  { what: 'a secure address', url: 'https://secure.example/photo', outcome: '200' },
  { what: 'three redirects', url: at('/chain?left=2'), outcome: '200' },
  { what: 'metadata, literally', url: `http://${metadata}/photo`, outcome: 'IMAGE_URL_NOT_ALLOWED' },
  { what: 'a number', url: 'http://2130706433/photo', outcome: 'IMAGE_URL_NOT_ALLOWED' },
  { what: 'no address', url: 'photo.jpg', outcome: 'IMAGE_URL_NOT_ALLOWED' },
  {
    what: 'a redirect to a private address',
    url: at(`/to?url=http://${private10}/photo`),
    outcome: 'IMAGE_URL_NOT_ALLOWED',
  },
  {
    what: 'a name that leads to a private address',
    url: `http://${nameOf(private10)}/photo`,
    outcome: 'IMAGE_URL_UNREACHABLE',
  },
  { what: 'a page', url: at('/html'), outcome: 'IMAGE_URL_NOT_AN_IMAGE' },
  { what: 'an answer without an end', url: at('/endless'), outcome: 'IMAGE_URL_TOO_LARGE' },
  { what: 'a server that says nothing', url: at('/silent'), outcome: 'IMAGE_URL_TIMEOUT' },
  { what: 'nothing there', url: at('/nothing'), outcome: 'IMAGE_URL_STATUS' },
];
