/**
 * Lists what ends, outside of directory and ledgers: a restore goes back before it, and then ends it again. Ids alone, kept for 35 days.
 *
 * `npm start` gives a service that writes a file (`ENDED_LIST`), a deployment on Cloudflare may have an R2 bucket (`ENDED`). There each line is
 * the name of an object without content: names are listed in the order of time, a thousand a call.
 */
import {
  countedSince,
  dayMs,
  type EndedSince,
  endedShape,
  type Line,
  lineShape,
  listedDays,
  marginMs,
} from './ended-since.ts';
import type { EndedEnv } from './environment.ts';

/** What ends: a key at a time, Unix milliseconds, or a whole account. */
export type Ended = { readonly key: string; readonly endsAtMs: number } | { readonly account: string };

/** Names of the lines, and of the one object that says since when they are whole. */
const linePrefix = 'line/';
const fromPrefix = 'from/';

/**
 * Lists it. Before it ends, so that nothing ends unlisted. Where the list cannot be written the log says so, and it ends all the same.
 * Never throws.
 */
export async function listEnd({ ENDED_LIST, ENDED }: EndedEnv, ended: Ended): Promise<void> {
  const line = 'key' in ended ? { key: ended.key, ends: new Date(ended.endsAtMs).toISOString() } : ended;
  try {
    if (ENDED) await ENDED.put(nameOf(endedShape.parse(line), Date.now()), '');
    if (!ENDED_LIST) return;
    const answer = await ENDED_LIST.fetch('http://list/', { method: 'POST', body: JSON.stringify(line) });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
  } catch (cause) {
    console.error(JSON.stringify({ level: 'error', event: 'end-not-listed', ...line, cause: String(cause) }));
  }
}

/** What has ended since a moment, as the bucket has it. Null where the deployment has none. */
export async function readEndedBucket({ ENDED: bucket }: EndedEnv, sinceMs: number): Promise<EndedSince | null> {
  if (!bucket) return null;
  const [from] = await namesIn(bucket, fromPrefix, 0);
  const names = await namesIn(bucket, linePrefix, sinceMs - marginMs);
  const read = names.map((name) => lineOf(name));
  const lines = read.flatMap((line) => line ?? []);
  const fromMs = from === undefined ? null : Date.parse(from.slice(fromPrefix.length));
  return { ...countedSince(lines, sinceMs), fromMs, unreadable: read.length - lines.length };
}

/** Notes since when the bucket lists all, and drops lines after their time. To be called once a day. */
export async function tidyEndedBucket({ ENDED: bucket }: EndedEnv, nowMs: number): Promise<void> {
  if (!bucket) return;
  const [from] = await namesIn(bucket, fromPrefix, 0);
  if (from === undefined) await bucket.put(`${fromPrefix}${new Date(nowMs).toISOString()}`, '');
  const firstName = `${linePrefix}${new Date(nowMs - listedDays * dayMs).toISOString()}`;
  for (;;) {
    const { objects } = await bucket.list({ prefix: linePrefix, limit: 1000 });
    const over = objects.map(({ key }) => key).filter((key) => key < firstName);
    if (over.length > 0) await bucket.delete(over);
    // The rest is younger.
    if (over.length < 1000) return;
  }
}

/** Names with that beginning from a moment on, in their order. */
async function namesIn(bucket: EndedBucket, prefix: string, sinceMs: number): Promise<string[]> {
  const names: string[] = [];
  for (let startAfter = `${prefix}${new Date(sinceMs).toISOString()}`; ; ) {
    const { objects, truncated } = await bucket.list({ prefix, startAfter, limit: 1000 });
    names.push(...objects.map(({ key }) => key));
    const last = objects.at(-1);
    if (!truncated || !last) return names;
    startAfter = last.key;
  }
}

type EndedBucket = NonNullable<EndedEnv['ENDED']>;

/** Moment, kind, id, and of a key its end. An id has no slash. */
function nameOf(ended: ReturnType<typeof endedShape.parse>, atMs: number): string {
  const what = 'key' in ended ? `key/${ended.key}/${ended.ends}` : `account/${ended.account}`;
  return `${linePrefix}${new Date(atMs).toISOString()}/${what}`;
}

/** Null of a name that is no line. */
function lineOf(name: string): Line | null {
  const [at, kind, id, ends] = name.slice(linePrefix.length).split('/');
  const line = kind === 'key' ? { at, key: id, ends } : { at, account: kind === 'account' ? id : undefined };
  return lineShape.safeParse(line).data ?? null;
}
