/** The counts in D1: batches are added to them, each once, and old ones are folded and removed. */
import { additionsOf } from '../request-log/add.ts';
import { maxRequests } from '../request-log/request.ts';
import type { UsageBatch, UsageEvent } from './event.ts';
import { bucketOf } from './latency.ts';

const hourMs = 3_600_000;
const dayHours = 24;
/** Usage is kept by the hour for so long, then by the day. */
export const hourlyDays = 8;
/** Days that the folding covers, in case it was not run on some. */
const foldedDays = 60;
/** As long as entries of a ledger. */
export const lifeDays = 400;
/** Longer than any queue keeps a message. */
const batchLifeDays = 15;
/** Where a row is there, what comes is added to it. */
const addedUp =
  'calls = calls + excluded.calls, credits = credits + excluded.credits, reviews = reviews + excluded.reviews';

/** The hour of a moment since 1970. */
export function hourOf(atMs: number): number {
  return Math.floor(atMs / hourMs);
}

/**
 * Adds batches to the counts in one transaction. What was added before, also by another call at the same time, is not
 * added again.
 * @param isLogged whether calls go into the request log as well
 * @throws Error of D1, also where another call has just added one of them; nothing was added then, and it can be asked again
 */
export async function addUsage(
  directory: D1Database,
  batches: readonly UsageBatch[],
  nowMs: number,
  isLogged = false,
): Promise<void> {
  const known = await knownOf(directory, batches);
  const fresh = new Map(batches.filter(({ id }) => !known.has(id)).map((batch) => [batch.id, batch]));
  if (fresh.size === 0) return;
  const events = [...fresh.values()].flatMap((batch) => batch.events);
  await directory.batch([
    // Another call that has just added one of them makes this fail, and all with it.
    directory
      .prepare('INSERT INTO usage_batch (id, added_at) SELECT value, ?2 FROM json_each(?1)')
      .bind(JSON.stringify([...fresh.keys()]), nowMs),
    directory
      .prepare(
        `INSERT INTO usage (wallet, hour, key_id, operation, status, error_code, bucket, calls, credits, reviews)
        SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8, value->>9
        FROM json_each(?1) WHERE true
        ON CONFLICT DO UPDATE SET ${addedUp}`,
      )
      .bind(JSON.stringify(rowsOf(events))),
    directory
      .prepare(
        `INSERT INTO key_use (key_id, last_at) SELECT value->>0, value->>1 FROM json_each(?1) WHERE true
        ON CONFLICT DO UPDATE SET last_at = MAX(last_at, excluded.last_at)`,
      )
      .bind(JSON.stringify([...lastUses(events)])),
    ...(isLogged ? additionsOf(directory, events.flatMap(requestsOf)) : []),
  ]);
}

/** Folds hours into days after a week, removes counts after 400 days, and forgets batches. Once a day is enough. */
export async function tidyUsage(directory: D1Database, nowMs: number): Promise<void> {
  const today = Math.floor(hourOf(nowMs) / dayHours);
  const hourlyFrom = (today - hourlyDays) * dayHours;
  const foldedFrom = hourlyFrom - foldedDays * dayHours;
  const oldest = (today - lifeDays) * dayHours;
  await directory.batch([
    directory.prepare('DELETE FROM usage WHERE hour < ?').bind(oldest),
    directory
      .prepare(
        `INSERT INTO usage (wallet, hour, key_id, operation, status, error_code, bucket, calls, credits, reviews)
        SELECT wallet, hour - hour % 24, key_id, operation, status, error_code, bucket,
          SUM(calls), SUM(credits), SUM(reviews)
        FROM usage WHERE hour >= ? AND hour < ? AND hour % 24 > 0 GROUP BY 1, 2, 3, 4, 5, 6, 7
        ON CONFLICT DO UPDATE SET ${addedUp}`,
      )
      .bind(foldedFrom, hourlyFrom),
    directory.prepare('DELETE FROM usage WHERE hour >= ? AND hour < ? AND hour % 24 > 0').bind(foldedFrom, hourlyFrom),
    directory.prepare('DELETE FROM usage_batch WHERE added_at < ?').bind(nowMs - batchLifeDays * dayHours * hourMs),
    directory.prepare('DELETE FROM key_use WHERE last_at < ?').bind(oldest * hourMs),
  ]);
}

/** When a batch was added last, in Unix milliseconds; null where none was in 15 days. */
export async function lastBatchAt(directory: D1Database): Promise<number | null> {
  const row = await directory.prepare('SELECT MAX(added_at) AS at FROM usage_batch').first<{ at: number | null }>();
  return row?.at ?? null;
}

/** Wallets that may have more calls in the request log than are kept: those that had so many in the days of the log. */
export async function busyWallets(directory: D1Database, days: number, nowMs: number): Promise<string[]> {
  const first = (Math.floor(hourOf(nowMs) / dayHours) - days) * dayHours;
  const { results } = await directory
    .prepare('SELECT wallet FROM usage INDEXED BY usage_hour WHERE hour >= ? GROUP BY wallet HAVING SUM(calls) > ?')
    .bind(first, maxRequests)
    .all<{ wallet: string }>();
  return results.map(({ wallet }) => wallet);
}

async function knownOf(directory: D1Database, batches: readonly UsageBatch[]): Promise<ReadonlySet<string>> {
  const { results } = await directory
    .prepare('SELECT id FROM usage_batch WHERE id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(batches.map(({ id }) => id)))
    .all<{ id: string }>();
  return new Set(results.map(({ id }) => id));
}

/** Events added up: the primary key of each row, its calls, credits and reviews. */
function rowsOf(events: readonly UsageEvent[]): (string | number)[][] {
  const rows = new Map<string, { key: (string | number)[]; calls: number; credits: number; reviews: number }>();
  for (const event of events) {
    const { atMs, wallet, keyId, operation, status, errorCode, credits, milliseconds } = event;
    const key = [wallet, hourOf(atMs), keyId, operation, status, errorCode ?? '', bucketOf(milliseconds)];
    const name = key.join(' ');
    const row = rows.get(name) ?? { key, calls: 0, credits: 0, reviews: 0 };
    row.calls++;
    row.credits += credits;
    if (event.needsReview) row.reviews++;
    rows.set(name, row);
  }
  return [...rows.values()].map(({ key, calls, credits, reviews }) => [...key, calls, credits, reviews]);
}

/** The call of an event as the log has it; batches of older versions do not say enough. */
function requestsOf({ request, needsReview: _, ...event }: UsageEvent) {
  if (!request) return [];
  const { id, ...asked } = request;
  return [{ ...event, ...asked, requestId: id }];
}

function lastUses(events: readonly UsageEvent[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { keyId, atMs } of events) uses.set(keyId, Math.max(atMs, uses.get(keyId) ?? 0));
  return uses;
}
