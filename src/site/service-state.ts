/** Where pages find the state of the service. */
import type { Context } from 'hono';
import type { ServiceStateCalls } from '../contract/service-state.ts';

/** The API's entrypoint, within the same Worker. */
export function serviceStateOf({ executionCtx }: Pick<Context, 'executionCtx'>): ServiceStateCalls {
  const { ServiceState } = executionCtx.exports as { readonly ServiceState: ServiceStateCalls };
  return ServiceState;
}
