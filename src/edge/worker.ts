/** Entry of the edge Worker: the API, what it does each minute and each day, its Durable Objects, and what the pages ask it. */
import { countingFaults } from '../counts/counting-faults.ts';
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
export { KeysAndLedgers } from './keys-and-ledgers.ts';

/** The schedule of the status; any other is the day's. `triggers` in wrangler.toml has both, and so has `npm start`. */
const eachMinute = '* * * * *';

export default {
  fetch: app.fetch,
  scheduled: async ({ cron, scheduledTime }, env, context) => {
    if (cron !== eachMinute) return countingFaults(env, () => tidyImprovements(env, scheduledTime));
    await noteStrangers({ keyHashSecret: env.KEY_HASH_SECRET ?? '' }, scheduledTime);
    await countingFaults(env, () => measureMinute(env, scheduledTime, (request) => app.fetch(request, env, context)));
  },
} satisfies ExportedHandler<Environment>;
