/**
 * The Worker that fetches pictures from addresses which callers send, and does nothing else. It has no binding, no secret
 * and a network of its own, on which private addresses do not exist: `network` of workerd (`local/workers.ts`), the flag
 * `global_fetch_strictly_public` on Cloudflare.
 *
 * Limits on time and size are the caller's: a body comes as fast as it is read, and ends with its reader.
 */
import { maxEncodedCharacters, publicAddress } from './address.ts';
import { type FetchFailure, type FetchOrder, failureStatus } from './protocol.ts';

const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

export default {
  async fetch(request: Request): Promise<Response> {
    const { url, ownHosts } = await request.json<FetchOrder>();
    return fetchFrom(url, new Set(ownHosts), request.signal);
  },
};

/**
 * Fetches a picture. Nothing of the answer goes on but the bytes of a 200, decoded, or the number of another status.
 * @param signal ends it
 */
async function fetchFrom(text: string, ownHosts: ReadonlySet<string>, signal: AbortSignal): Promise<Response> {
  let next = text;
  for (let followed = 0; ; followed++) {
    const url = publicAddress(next, ownHosts, maxEncodedCharacters);
    if (typeof url === 'string') return failed({ why: 'not-allowed' });
    const answer = await get(url, signal);
    if (!answer) return failed({ why: 'unreachable' });
    const { status, headers, body } = answer;
    if (status === 200) return new Response(body, { headers: { 'Content-Type': 'application/octet-stream' } });
    await body?.cancel().catch(() => {});
    const location = redirects.has(status) ? headers.get('Location') : null;
    if (location === null || followed === mostRedirects) return failed({ why: 'status', status });
    next = absolute(location, url);
  }
}

/** Null where nothing answers. Why is in no log: it would name the host. */
async function get(url: URL, signal: AbortSignal): Promise<Response | null> {
  const headers = { Accept: 'image/*', 'User-Agent': 'Edgematte' };
  try {
    return await fetch(url.href, { headers, redirect: 'manual', signal });
  } catch {
    return null;
  }
}

/** The target of a redirect; one that cannot be parsed may not be fetched. */
function absolute(location: string, base: URL): string {
  try {
    return new URL(location, base).href;
  } catch {
    return '';
  }
}

function failed(failure: FetchFailure): Response {
  return Response.json(failure, { status: failureStatus });
}
