/**
 * The edge with the pages in it, as it was before they were a Worker of their own: for the time in which that is not there yet
 * (docs/deploy.md). It takes the queue's deliveries and does the daily work too.
 */
import { exports, WorkerEntrypoint } from 'cloudflare:workers';
import type { PlaygroundCalls } from '../../contract/playground.ts';
import type { ServiceStateCalls } from '../../contract/service-state.ts';
import type { WalletCalls } from '../../contract/wallets.ts';
import type { Environment } from '../../edge/environment.ts';
import edge from '../../edge/worker.ts';
import type { UsageMessage } from '../../money/usage/event.ts';
import { pagesApp } from '../../pages/app.ts';
import { type PagesBindings, pagesEnvironment } from '../../pages/environment.ts';
import pages from '../../pages/worker.ts';

export * from '../../edge/worker.ts';

/** As `pages/worker.ts` has it, with bindings of this Worker. */
export class OwnPages extends WorkerEntrypoint<Both> {
  override async fetch(request: Request): Promise<Response> {
    return pagesApp.fetch(request, pagesEnvironment(bindingsOf(this.env)), this.ctx);
  }
}

type Both = Environment & Omit<PagesBindings, 'WALLETS' | 'PLAYGROUND' | 'SERVICE_STATE'>;

/** When the daily work is done. */
const eachDay = '17 3 * * *';

/** Made once of each set of bindings, for the edge keeps what it has read of them. */
const made = new WeakMap<Both, Environment>();

export default {
  fetch: (request, env, context) => edge.fetch(request, withPages(env), context),
  queue: (batch, env) => pages.queue(batch, bindingsOf(env)),
  scheduled: async (controller, env, context) => {
    await edge.scheduled(controller, withPages(env), context);
    if (controller.cron === eachDay) await pages.scheduled(controller, bindingsOf(env));
  },
} satisfies ExportedHandler<Both, UsageMessage>;

interface Entrypoints {
  readonly KeysAndLedgers: WalletCalls;
  readonly Playground: PlaygroundCalls;
  readonly ServiceState: ServiceStateCalls;
  readonly OwnPages: Fetcher;
}

const exported = exports as object as Entrypoints;

/** The pages ask the API by its entrypoints all the same. */
function bindingsOf({ KEY_HASH_SECRET: _secret, ADMIN_TOKEN: _token, ...others }: Both): PagesBindings {
  const { KeysAndLedgers: WALLETS, Playground: PLAYGROUND, ServiceState: SERVICE_STATE } = exported;
  return { ...others, WALLETS, PLAYGROUND, SERVICE_STATE };
}

function withPages(env: Both): Environment {
  let whole = made.get(env);
  if (!whole) {
    whole = { ...env, PAGES: exported.OwnPages };
    made.set(env, whole);
  }
  return whole;
}
