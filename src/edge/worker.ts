/** Entry of the edge Worker: the API, its queue and daily work, and the Durable Objects of the same script. */
import { requestLogDays } from '../accounts/environment.ts';
import { removeExcess } from '../request-log/remove.ts';
import { consumeUsage } from '../usage/consume.ts';
import type { UsageMessage } from '../usage/event.ts';
import { queueAllWallets } from '../usage/notices/send.ts';
import { busyWallets, tidyUsage } from '../usage/store.ts';
import { app } from './app.ts';
import type { Environment } from './environment.ts';
import { tidyImprovements } from './removebg/improvements.ts';

export { Allowances } from '../allowances/allowances.ts';
export { KeyLedger } from '../ledger/ledger.ts';
export { Drain } from './health/drain.ts';

export default {
  fetch: app.fetch,
  queue: (batch, env) => consumeUsage(batch, env),
  scheduled: async ({ scheduledTime }, env) => {
    await tidyUsage(env.DIRECTORY, scheduledTime);
    await tidyImprovements(env, scheduledTime);
    await queueAllWallets(env);
    const days = requestLogDays(env);
    const wallets = await busyWallets(env.DIRECTORY, days, scheduledTime);
    await removeExcess(env.DIRECTORY, { days, wallets }, scheduledTime);
  },
} satisfies ExportedHandler<Environment, UsageMessage>;
