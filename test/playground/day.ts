/** Tests of what is counted by day. */
import { setTimeout as pause } from 'node:timers/promises';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** Waits for tomorrow where today (UTC) ends within so many minutes: what a test counts then is of one day. */
export async function untilTheDayLasts(minutes: number): Promise<void> {
  const leftMs = dayMs - (Date.now() % dayMs);
  if (leftMs < minutes * minuteMs) await pause(leftMs);
}
