/**
 * The other end of the edge's `INFERENCE` binding: hides where networks and image lane live. It knows addresses and
 * tokens, nothing of pictures; bodies stream through.
 *
 * With a binding `INFERENCE_VPC` (Workers VPC: a private service behind a tunnel) calls go through it; the addresses are then
 * those of the private network.
 */
import { gatewaySettings } from '../../contract/settings/gateway.ts';
import { tracingSettings } from '../../contract/settings/tracing.ts';
import { handOn, underSpan } from './gateway-span.ts';
import { configured, problem } from './hop.ts';
import { metricsOf, metricsPath, originsOf } from './known-origins.ts';
import { callTheOne } from './one-address.ts';
import { callOneOf } from './spread.ts';

/** The bindings of a deployment; see `wrangler.toml`. */
interface GatewayBindings {
  readonly INFERENCE_VPC?: Pick<Fetcher, 'fetch'>;
}

export default {
  async fetch(
    request: Request,
    env: GatewayBindings & object,
    context: Pick<ExecutionContext, 'waitUntil'>,
  ): Promise<Response> {
    const settings = configured({ ...gatewaySettings, ...tracingSettings }, env);
    if (settings instanceof Response) return settings;
    const { inferenceUrls, laneUrls = inferenceUrls, token } = settings;
    const { pathname } = new URL(request.url);
    if (pathname === metricsPath) return metricsOf();
    const isLane = pathname.startsWith('/lane/');
    const bases = isLane ? laneUrls : inferenceUrls;
    if (bases === null) return problem(503, 'This deployment has no such service');
    const { INFERENCE_VPC: vpc } = env;
    return underSpan(env, settings, request, context, (span) => {
      const send = (url: string, init: RequestInit) =>
        vpc ? vpc.fetch(url, handOn(span, init)) : fetch(url, handOn(span, init));
      const origins = originsOf(isLane ? 'lane' : 'networks', bases);
      if (bases.length === 1) return callTheOne({ origins, token, send }, request);
      const readyPath = isLane ? '/lane/v1/ready' : '/v2/health/ready';
      return callOneOf({ origins, readyPath, token, send, waitUntil: (work) => context.waitUntil(work) }, request);
    });
  },
};
