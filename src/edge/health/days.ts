/** Days of the status in the directory: one row each, with counts. A minute that was not counted is in none of them. */
import { partNames, type StatusDay, shownDays } from '../../contract/service-state.ts';
import type { Environment } from '../environment.ts';
import type { healthOf } from './health.ts';

type Health = Pick<Awaited<ReturnType<typeof healthOf>>, 'status' | (typeof partNames)[number]>;
type Directory = Pick<Environment, 'DIRECTORY'>;

const minuteMs = 60_000;
const minutesOfDay = 1440;
const dayMs = minutesOfDay * minuteMs;

/**
 * Counts how the service was found in a minute.
 * @param atMs Unix milliseconds within that minute
 * @returns false where the minute, or a later one of its day, has been counted: schedules may come twice
 */
export async function countMinute({ DIRECTORY }: Directory, atMs: number, health: Health): Promise<boolean> {
  const flags = [
    health.status === 'degraded',
    health.status === 'unavailable',
    ...partNames.map((part) => health[part] === 'unavailable'),
  ];
  const columns = ['degraded', 'unavailable', ...partNames];
  const { meta } = await DIRECTORY.prepare(
    `INSERT INTO status_day (day, last_minute, minutes, ${columns.join(', ')})
    VALUES (?, ?, 1, ${columns.map(() => '?').join(', ')})
    ON CONFLICT (day) DO UPDATE SET last_minute = excluded.last_minute,
      ${['minutes', ...columns].map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}
    WHERE excluded.last_minute > last_minute`,
  )
    .bind(Math.floor(atMs / dayMs), Math.floor(atMs / minuteMs), ...flags.map(Number))
    .run();
  return meta.changes > 0;
}

/** Counts a call that the service made of itself, on the day of a minute that was counted. */
export async function countCall({ DIRECTORY }: Directory, atMs: number, hasFailed: boolean): Promise<void> {
  await DIRECTORY.prepare('UPDATE status_day SET calls = calls + 1, failed_calls = failed_calls + ? WHERE day = ?')
    .bind(Number(hasFailed), Math.floor(atMs / dayMs))
    .run();
}

/** The last 90 days, the oldest first and today last; also those of which nothing is known. */
export async function lastDays({ DIRECTORY }: Directory, nowMs: number): Promise<StatusDay[]> {
  const today = Math.floor(nowMs / dayMs);
  const first = today - shownDays + 1;
  const { results } = await DIRECTORY.prepare('SELECT * FROM status_day WHERE day >= ?').bind(first).all<DayRow>();
  const rows = new Map(results.map((row) => [row.day, row]));
  return Array.from({ length: shownDays }, (_, index) => {
    const startMs = (first + index) * dayMs;
    return dayOf(startMs, Math.min(minutesOfDay, Math.floor((nowMs - startMs) / minuteMs)), rows.get(first + index));
  });
}

interface DayRow {
  readonly day: number;
  readonly minutes: number;
  readonly degraded: number;
  readonly unavailable: number;
  readonly ledger: number;
  readonly directory: number;
  readonly inference: number;
  readonly image_lane: number;
  readonly calls: number;
  readonly failed_calls: number;
}

function dayOf(startMs: number, passedMinutes: number, row: DayRow | undefined): StatusDay {
  const { minutes, degraded, unavailable, ledger, directory, inference, image_lane, calls, failed_calls } =
    row ?? nothing;
  return {
    startMs,
    // The present minute may have been counted.
    passedMinutes: Math.max(passedMinutes, minutes),
    ...{ minutes, degraded, unavailable, calls, failedCalls: failed_calls },
    unanswered: { ledger, directory, inference, image_lane },
  };
}

const nothing: Omit<DayRow, 'day'> = {
  ...{ minutes: 0, degraded: 0, unavailable: 0, calls: 0, failed_calls: 0 },
  ...{ ledger: 0, directory: 0, inference: 0, image_lane: 0 },
};
