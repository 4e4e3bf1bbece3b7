/** Entry of the pages' Worker. Nothing of it can be reached but by the edge: a route that leads here finds no handler. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { countingFaults } from '../counts/counting-faults.ts';
import { consumeUsage } from '../notices/consume.ts';
import { queueAllWallets } from '../notices/send.ts';
import { requestLogDays } from '../request-log/days.ts';
import { removeExcess } from '../request-log/remove.ts';
import type { UsageMessage } from '../usage/event.ts';
import { busyWallets, tidyUsage } from '../usage/store.ts';
import { pagesApp } from './app.ts';
import { type PagesBindings, pagesEnvironment } from './environment.ts';

/** For the edge, which has checked the token of all that is below `/admin`. */
export class Pages extends WorkerEntrypoint<PagesBindings> {
  override async fetch(request: Request): Promise<Response> {
    return pagesApp.fetch(request, pagesEnvironment(this.env), this.ctx);
  }
}

export default {
  queue: (batch, env) => countingFaults(env, () => consumeUsage(batch, pagesEnvironment(env))),
  scheduled: ({ scheduledTime }, env) => countingFaults(env, () => tidy(env, scheduledTime)),
} satisfies ExportedHandler<PagesBindings, UsageMessage>;

async function tidy(env: PagesBindings, nowMs: number): Promise<void> {
  await tidyUsage(env.DIRECTORY, nowMs);
  await queueAllWallets(env);
  const days = requestLogDays(env);
  const wallets = await busyWallets(env.DIRECTORY, days, nowMs);
  await removeExcess(env.DIRECTORY, { days, wallets }, nowMs);
}
