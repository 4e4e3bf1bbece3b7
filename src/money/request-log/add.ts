/** Adds calls to the log. */
import type { LoggedRequest } from './request.ts';

const minuteMs = 60_000;
/** Rows of one statement: half of the 2 MB that D1 takes for a value. */
const rowsAtOnce = 2000;

/**
 * Statements that add calls to the log of their wallets, to be run in one transaction with what makes them count once.
 * Those are wallets of accounts, and others that have keys in the list: what comes after an account was deleted adds nothing.
 */
export function additionsOf(
  directory: D1Database,
  requests: readonly Omit<LoggedRequest, 'calls'>[],
): D1PreparedStatement[] {
  const rows = rowsOf(requests);
  const statements: D1PreparedStatement[] = [];
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    statements.push(
      directory
        .prepare(
          `INSERT INTO request_log
            (wallet, at, request_id, key_id, operation, options, status, error_code, milliseconds, pixels, credits, calls)
          SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8,
            value->>9, value->>10, value->>11
          FROM json_each(?) WHERE CASE
            WHEN EXISTS (SELECT 1 FROM account_wallet WHERE wallet = value->>0)
              THEN EXISTS (SELECT 1 FROM account_wallet WHERE wallet = value->>0 AND account_id IS NOT NULL)
            ELSE EXISTS (SELECT 1 FROM keys WHERE wallet = value->>0) END
          ON CONFLICT (wallet, at, key_id, operation, error_code) WHERE status = 429
            DO UPDATE SET calls = calls + excluded.calls`,
        )
        .bind(JSON.stringify(rows.slice(start, start + rowsAtOnce))),
    );
  }
  return statements;
}

type Row = (string | number | null)[];

/** A row for each call, and one for all of a minute that were answered 429 alike. */
function rowsOf(requests: readonly Omit<LoggedRequest, 'calls'>[]): Row[] {
  const limited = new Map<string, { readonly row: Row; calls: number }>();
  const rows: Row[] = [];
  for (const request of requests) {
    const { atMs, wallet, keyId, operation, errorCode } = request;
    if (request.status !== 429) {
      rows.push([...cellsOf(request, atMs), 1]);
      continue;
    }
    const startMs = atMs - (atMs % minuteMs);
    const name = JSON.stringify([wallet, startMs, keyId, operation, errorCode]);
    const same = limited.get(name) ?? { row: cellsOf(request, startMs), calls: 0 };
    same.calls++;
    limited.set(name, same);
  }
  return [...rows, ...[...limited.values()].map(({ row, calls }) => [...row, calls])];
}

/** In the order of the columns, `calls` left out. */
function cellsOf(request: Omit<LoggedRequest, 'calls'>, atMs: number): Row {
  const { wallet, requestId, keyId, operation, options, status, errorCode, milliseconds, pixels, credits } = request;
  const answer = [status, errorCode ?? '', Math.round(milliseconds), pixels, credits];
  return [wallet, atMs, requestId, keyId, operation, options.join(','), ...answer];
}
