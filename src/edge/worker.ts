/** Entry of the edge Worker: the API, what it does each minute and each day, its Durable Objects, and what the pages ask it. */
import { countingFaults } from '../money/counts/counting-faults.ts';
import { tidyEndedBucket } from '../money/keys/ended-list.ts';
import { isRestoring } from '../money/recovery/standstill.ts';
import { noteStrangers } from './answer/call-line.ts';
import { app } from './app.ts';
import type { Environment } from './environment.ts';
import { measureMinute } from './health/measure.ts';
import { tidyImprovements } from './removebg/improvements.ts';

export { Allowances } from '../money/allowances/allowances.ts';
export { CountStore } from '../money/counts/count-store.ts';
export { KeyLedger } from '../money/ledger/ledger.ts';
export { Playground } from './admit/playground-entrypoint.ts';
export { Drain } from './health/drain.ts';
export { ServiceState } from './health/service-state.ts';
export { KeysAndLedgers } from './keys-and-ledgers.ts';

/** The schedule of the status; any other is the day's. `triggers` in wrangler.toml has both, and so has `npm start`. */
const eachMinute = '* * * * *';

export default {
  fetch: app.fetch,
  scheduled: async ({ cron, scheduledTime }, env, context) => {
    if (isRestoring(env)) return;
    if (cron !== eachMinute) return countingFaults(env, () => tidy(env, scheduledTime));
    await noteStrangers({ keyHashSecret: env.KEY_HASH_SECRET ?? '' }, scheduledTime);
    await countingFaults(env, () => measureMinute(env, scheduledTime, (request) => app.fetch(request, env, context)));
  },
} satisfies ExportedHandler<Environment>;

async function tidy(env: Environment, nowMs: number): Promise<void> {
  await tidyImprovements(env, nowMs);
  await tidyEndedBucket(env, nowMs);
}
