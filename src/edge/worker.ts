/** Entry of the edge Worker: the API, its queue, what it does each minute and each day, and its Durable Objects. */
import { requestLogDays } from '../accounts/environment.ts';
import { storeErrors } from '../counts/metrics.ts';
import { pendingCounts } from '../counts/pending-counts.ts';
import { tidyEndedBucket } from '../keys/ended-list.ts';
import { isRestoring } from '../recovery/standstill.ts';
import { removeExcess } from '../request-log/remove.ts';
import { consumeUsage } from '../usage/consume.ts';
import type { UsageMessage } from '../usage/event.ts';
import { queueAllWallets } from '../usage/notices/send.ts';
import { busyWallets, tidyUsage } from '../usage/store.ts';
import { noteStrangers } from './answer/call-line.ts';
import { app } from './app.ts';
import type { Environment } from './environment.ts';
import { measureMinute } from './health/measure.ts';
import { tidyImprovements } from './removebg/improvements.ts';

export { Allowances } from '../allowances/allowances.ts';
export { CountStore } from '../counts/count-store.ts';
export { KeyLedger } from '../ledger/ledger.ts';
export { Playground } from './admit/playground-entrypoint.ts';
export { Drain } from './health/drain.ts';
export { ServiceState } from './health/service-state.ts';

/** The schedule of the status; any other is the day's. `triggers` in wrangler.toml has both, and so has `npm start`. */
const eachMinute = '* * * * *';
/** A batch that comes during a restore comes again so much later, at most ten times. */
const standstillSeconds = 600;

export default {
  fetch: app.fetch,
  queue: async (batch, env) => {
    if (isRestoring(env)) batch.retryAll({ delaySeconds: standstillSeconds });
    else await countingFaults(env, () => consumeUsage(batch, env));
  },
  scheduled: async ({ cron, scheduledTime }, env, context) => {
    if (isRestoring(env)) return;
    if (cron !== eachMinute) return countingFaults(env, () => tidy(env, scheduledTime));
    await noteStrangers({ keyHashSecret: env.KEY_HASH_SECRET ?? '' }, scheduledTime);
    await countingFaults(env, () => measureMinute(env, scheduledTime, (request) => app.fetch(request, env, context)));
  },
} satisfies ExportedHandler<Environment, UsageMessage>;

/** What works behind calls fails with the directory alone. */
async function countingFaults(env: Environment, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    pendingCounts.add(storeErrors, { store: 'directory' });
    throw cause;
  } finally {
    await pendingCounts.flush(env);
  }
}

async function tidy(env: Environment, nowMs: number): Promise<void> {
  await tidyUsage(env.DIRECTORY, nowMs);
  await tidyImprovements(env, nowMs);
  await tidyEndedBucket(env, nowMs);
  await queueAllWallets(env);
  const days = requestLogDays(env);
  const wallets = await busyWallets(env.DIRECTORY, days, nowMs);
  await removeExcess(env.DIRECTORY, { days, wallets }, nowMs);
}
