/** Requests as a file that spreadsheets open. */
import { formatExpiry } from '../../../contract/dates.ts';
import type { LoggedRequest } from '../../../money/request-log/request.ts';
import { type Cell, csvOf } from '../writing/csv.ts';

const heads = [
  ...['time_utc', 'request_id', 'operation', 'options', 'status', 'error_code', 'milliseconds', 'megapixels'],
  ...['credits', 'key_id', 'key', 'calls'],
];

/** A CSV of requests, written as it is read. @param nameOf how the account calls a key */
export function requestsCsv(
  requests: AsyncIterable<LoggedRequest>,
  nameOf: (keyId: string) => string,
): ReadableStream<Uint8Array> {
  return csvOf(heads, rowsOf(requests, nameOf));
}

async function* rowsOf(
  requests: AsyncIterable<LoggedRequest>,
  nameOf: (keyId: string) => string,
): AsyncGenerator<Cell[]> {
  for await (const request of requests) {
    const { atMs, requestId, operation, options, status, errorCode, milliseconds, pixels, credits, keyId } = request;
    const asked = [formatExpiry(atMs), requestId, operation, options.join(' ')];
    const answered = [status, errorCode ?? '', milliseconds, shownMegapixels(pixels), credits];
    yield [...asked, ...answered, keyId, nameOf(keyId), request.calls];
  }
}

/** 12,192,768 pixels as 12.19; empty where no picture was read. */
export function shownMegapixels(pixels: number | null): string {
  return pixels === null ? '' : (pixels / 1_000_000).toFixed(2);
}
