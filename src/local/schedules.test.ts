import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { crons, startSchedules } from './schedules.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2050, 0, 1, 12, 0, 59, 500) }));
afterEach(() => vi.useRealTimers());

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('are those of a deployment, and the edge knows the one of the status', () => {
  expect(textOf('wrangler.toml')).toContain(`crons = ["${crons.minute}", "${crons.day}"]`);
  expect(textOf('src/edge/worker.ts')).toContain(`= '${crons.minute}';`);
});

test('run as each minute begins, and a minute after the start the work of the day', () => {
  const ran: string[] = [];
  const end = startSchedules((cron) => ran.push(`${new Date().toISOString().slice(11, 19)} ${cron}`));
  vi.advanceTimersByTime(121_000);
  end();
  vi.advanceTimersByTime(86_400_000);
  expect(ran).toEqual([
    `12:01:00 ${crons.minute}`,
    `12:01:59 ${crons.day}`,
    `12:02:00 ${crons.minute}`,
    `12:03:00 ${crons.minute}`,
  ]);
});

test('run the work of the day once a day', () => {
  const days: number[] = [];
  const startedMs = Date.now();
  const end = startSchedules((cron) => cron === crons.day && days.push(Date.now() - startedMs));
  vi.advanceTimersByTime(2 * 86_400_000);
  end();
  expect(days).toEqual([60_000, 86_400_000, 2 * 86_400_000]);
});
