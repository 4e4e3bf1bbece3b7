/**
 * The other end of the edge's `INFERENCE` binding: hides where networks and image lane live. It knows addresses and
 * tokens, nothing of pictures; bodies stream through.
 */
import { gatewaySettings } from '../contract/settings/gateway.ts';
import { configured, headersFor, problem, unreachable, urlAt } from './hop.ts';
import { callOneOf } from './spread.ts';

export default {
  async fetch(request: Request, env: object, context: Pick<ExecutionContext, 'waitUntil'>): Promise<Response> {
    const settings = configured(gatewaySettings, env);
    if (settings instanceof Response) return settings;
    const { inferenceUrls, laneUrls = inferenceUrls, token } = settings;
    const isLane = new URL(request.url).pathname.startsWith('/lane/');
    const bases = isLane ? laneUrls : inferenceUrls;
    if (bases === null) return problem(503, 'This deployment has no such service');
    const [base] = bases;
    if (bases.length > 1) {
      const readyPath = isLane ? '/lane/v1/ready' : '/v2/health/ready';
      return callOneOf({ bases, readyPath, token, waitUntil: (work) => context.waitUntil(work) }, request);
    }
    const { method, body, signal } = request;
    try {
      return await fetch(urlAt(base, request), { method, headers: headersFor(request, token), body, signal });
    } catch (cause) {
      return unreachable(base, cause);
    }
  },
};
