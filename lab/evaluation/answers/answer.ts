/** What is kept of an answer: enough to see whether another version answers the same. */
import { createHash } from 'node:crypto';

export interface KeptAnswer {
  /** What callers' programs use: status, error code, headers and body as hashes, or where a 422 points and its type. */
  readonly meaning: string;
  /** What people read of a refusal; null of a 200. */
  readonly text: string | null;
}

/** Differ from call to call, or with how far the machine is. */
const changing = new Set(['date', 'server-timing', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']);

/** @param body all of it */
export function keep(status: number, headers: Iterable<[string, string]>, body: Buffer): KeptAnswer {
  const lasting = [...headers].filter(([name]) => !changing.has(name)).sort();
  if (status === 200) return { meaning: ['200', hash(JSON.stringify(lasting)), hash(body)].join(' '), text: null };
  const code = lasting.find(([name]) => name === 'x-error-code')?.[1] ?? 'no code';
  const text = body.toString();
  return { meaning: [status, code, ...placesOf(text)].join(' '), text };
}

/** `loc` and `type` of each item of a 422. A page points at nothing. */
function placesOf(text: string): string[] {
  if (!text.startsWith('{')) return [];
  const { detail } = JSON.parse(text) as { readonly detail?: unknown };
  if (!Array.isArray(detail)) return [];
  return detail.map(({ loc, type }) => `${JSON.stringify(loc)} ${type}`);
}

function hash(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex').slice(0, 24);
}
