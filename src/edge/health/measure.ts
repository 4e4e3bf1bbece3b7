/** What the schedule does each minute: asks the parts as `/healthz` does, and each five minutes calls one operation. */
import { statusKey } from '../../contract/settings/edge.ts';
import { readSetting } from '../../contract/settings/read.ts';
import type { Environment } from '../environment.ts';
import { countCall, countMinute } from './days.ts';
import { healthOf } from './health.ts';
import { type Answering, hasOwnCallFailed } from './own-call.ts';

const fiveMinutesMs = 300_000;
const minuteMs = 60_000;

/**
 * Counts a minute of the status, and a call if one is due. Without STATUS_KEY no operation is called.
 * @param atMs when the schedule was due, in Unix milliseconds
 * @throws Error where the directory cannot be written: then the minute has no data
 */
export async function measureMinute(env: Environment, atMs: number, answering: Answering): Promise<void> {
  const isNew = await countMinute(env, atMs, await healthOf(env));
  const key = readSetting(statusKey, { ...env });
  if (!isNew || !key || atMs % fiveMinutesMs >= minuteMs) return;
  const hasFailed = await hasOwnCallFailed(Math.floor(atMs / fiveMinutesMs), key, env, answering);
  if (hasFailed !== null) await countCall(env, atMs, hasFailed);
}
