/** Entry of the pages' Worker. Nothing of it can be reached but by the edge: a route that leads here finds no handler. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { countingFaults } from '../money/counts/counting-faults.ts';
import { requestLogDays } from '../money/request-log/days.ts';
import { removeExcess } from '../money/request-log/remove.ts';
import type { UsageMessage } from '../money/usage/event.ts';
import { busyWallets, tidyUsage } from '../money/usage/store.ts';
import { pagesApp } from './app.ts';
import { type PagesBindings, pagesEnvironment } from './environment.ts';
import { consumeUsage } from './notices/consume.ts';
import { queueAllWallets } from './notices/send.ts';

/** For the edge, which has checked the token of all that is below `/admin`. */
export class Pages extends WorkerEntrypoint<PagesBindings> {
  override async fetch(request: Request): Promise<Response> {
    return pagesApp.fetch(request, pagesEnvironment(this.env), this.ctx);
  }
}

/** A batch that comes during a restore comes again so much later, at most ten times. */
const standstillSeconds = 600;

export default {
  queue: async (batch, env) => {
    if (await env.SERVICE_STATE.isRestoring()) batch.retryAll({ delaySeconds: standstillSeconds });
    else await countingFaults(env, () => consumeUsage(batch, pagesEnvironment(env)));
  },
  scheduled: async ({ scheduledTime }, env) => {
    if (await env.SERVICE_STATE.isRestoring()) return;
    await countingFaults(env, () => tidy(env, scheduledTime));
  },
} satisfies ExportedHandler<PagesBindings, UsageMessage>;

async function tidy(env: PagesBindings, nowMs: number): Promise<void> {
  await tidyUsage(env.DIRECTORY, nowMs);
  await queueAllWallets(env);
  const days = requestLogDays(env);
  const wallets = await busyWallets(env.DIRECTORY, days, nowMs);
  await removeExcess(env.DIRECTORY, { days, wallets }, nowMs);
}
