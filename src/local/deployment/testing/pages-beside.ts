/** The pages beside the edge, without the way between two Workers. */

import { Playground } from '../../../edge/admit/playground-entrypoint.ts';
import type { Environment } from '../../../edge/environment.ts';
import { ServiceState } from '../../../edge/health/service-state.ts';
import { keyCallsOf } from '../../../money/keys/key-calls.ts';
import { pagesApp } from '../../../pages/app.ts';
import type { PagesBindings } from '../../../pages/environment.ts';

type Both = Environment & Pick<PagesBindings, 'ASSETS'>;

/** The bindings of the edge with pages, which have all variables that it has. */
export function withPages(env: Both, context: ExecutionContext): Environment {
  const PLAYGROUND = new Playground(context, env);
  const SERVICE_STATE = new ServiceState(context, env);
  const own = { ...env, KEYS: keyCallsOf(env), PLAYGROUND, SERVICE_STATE };
  return { ...env, PAGES: { fetch: async (request: Request) => pagesApp.fetch(request, own, context) } as Fetcher };
}
