/** Finds calls in the log of some wallets: a page, all of them, those with one id. Each wallet is asked by itself, by an index. */
import { type LoggedRequest, maxRequests } from './request.ts';

/** Which calls are meant; what is left out is any. */
export interface RequestFilter {
  readonly keyId?: string;
  /** First digit of the status. */
  readonly statusClass?: 2 | 4 | 5;
}

/** Where a page ends. */
export interface RequestPlace {
  readonly atMs: number;
  readonly sequence: number;
}

/** Part of the log, newest first. */
export interface RequestPage {
  readonly requests: readonly LoggedRequest[];
  /** What the next page begins after; null where there is none. */
  readonly next: RequestPlace | null;
}

/** Calls of one question to the database. */
const pageLength = 1000;

/** What of a class is asked for, as the index of failures has it. */
const classes = { 2: 'AND status < 300', 4: failuresOf(4), 5: failuresOf(5) } as const;

/**
 * A page of the log.
 * @param wallets any number; of none there is nothing
 * @param after where the page before ended; null for the first page
 */
export async function newestRequests(
  directory: D1Database,
  wallets: readonly string[],
  { keyId, statusClass }: RequestFilter,
  { length, after }: { readonly length: number; readonly after: RequestPlace | null },
): Promise<RequestPage> {
  if (wallets.length === 0) return { requests: [], next: null };
  const place = after ?? { atMs: Number.MAX_SAFE_INTEGER, sequence: 0 };
  const statement = `SELECT * FROM request_log WHERE wallet = ?1 ${keyId === undefined ? '' : 'AND key_id = ?5'}
    ${statusClass === undefined ? '' : classes[statusClass]} AND (at, sequence) < (?2, ?3)
    ORDER BY at DESC, sequence DESC LIMIT ?4`;
  const key = keyId === undefined ? [] : [keyId];
  const found = await directory.batch<Row>(
    wallets.map((wallet) =>
      // One row over the page shows whether another page follows.
      directory.prepare(statement).bind(wallet, place.atMs, place.sequence, length + 1, ...key),
    ),
  );
  const rows = found
    .flatMap(({ results }) => results)
    .sort((one, other) => other.at - one.at || other.sequence - one.sequence);
  const last = rows.length > length ? rows[length - 1] : null;
  return {
    requests: rows.slice(0, length).map(requestOf),
    next: last && { atMs: last.at, sequence: last.sequence },
  };
}

/** The last calls that were answered 400 or above, newest first. */
export async function newestFailures(
  directory: D1Database,
  wallets: readonly string[],
  length: number,
): Promise<LoggedRequest[]> {
  const pages = await Promise.all(
    ([4, 5] as const).map((statusClass) =>
      newestRequests(directory, wallets, { statusClass }, { length, after: null }),
    ),
  );
  return pages
    .flatMap(({ requests }) => requests)
    .sort((one, other) => other.atMs - one.atMs)
    .slice(0, length);
}

/** Calls with exactly that id, newest first; at most `length` of each wallet. */
export async function requestsNamed(
  directory: D1Database,
  wallets: readonly string[],
  requestId: string,
  length: number,
): Promise<LoggedRequest[]> {
  if (wallets.length === 0) return [];
  const statement = `SELECT * FROM request_log WHERE wallet = ? AND request_id = ? ORDER BY sequence DESC LIMIT ?`;
  const found = await directory.batch<Row>(
    wallets.map((wallet) => directory.prepare(statement).bind(wallet, requestId, length)),
  );
  return found.flatMap(({ results }) => results).map(requestOf);
}

/** All calls, newest first, at most as many as are kept of each wallet; read as they are asked for. */
export async function* allRequests(
  directory: D1Database,
  wallets: readonly string[],
  filter: RequestFilter,
): AsyncGenerator<LoggedRequest> {
  let after: RequestPlace | null = null;
  for (let read = 0; read < wallets.length * maxRequests; read += pageLength) {
    const page: RequestPage = await newestRequests(directory, wallets, filter, { length: pageLength, after });
    yield* page.requests;
    if (!page.next) return;
    after = page.next;
  }
}

interface Row {
  readonly sequence: number;
  readonly wallet: string;
  readonly at: number;
  readonly request_id: string;
  readonly key_id: string;
  readonly operation: string;
  readonly options: string;
  readonly status: number;
  readonly error_code: string;
  readonly milliseconds: number;
  readonly pixels: number | null;
  readonly credits: number;
  readonly calls: number;
}

function failuresOf(statusClass: number): string {
  return `AND status >= 400 AND status / 100 = ${statusClass}`;
}

function requestOf(row: Row): LoggedRequest {
  const { wallet, operation, options, status, milliseconds, pixels, credits, calls } = row;
  return {
    ...{ wallet, operation, status, milliseconds, pixels, credits, calls },
    atMs: row.at,
    requestId: row.request_id,
    keyId: row.key_id,
    options: options === '' ? [] : options.split(','),
    errorCode: row.error_code || null,
  };
}
