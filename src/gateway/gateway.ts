/**
 * The other end of the edge's `INFERENCE` binding: hides where networks and image lane live. It knows addresses and
 * tokens, nothing of pictures; bodies stream through.
 */
import { gatewaySettings } from '../contract/settings/gateway.ts';
import { configured, headersFor, problem, reach } from './hop.ts';

export default {
  async fetch(request: Request, env: object): Promise<Response> {
    const settings = configured(gatewaySettings, env);
    if (settings instanceof Response) return settings;
    const { pathname, search } = new URL(request.url);
    const { inferenceUrl, laneUrl = inferenceUrl, token } = settings;
    const base = pathname.startsWith('/lane/') ? laneUrl : inferenceUrl;
    if (base === null) return problem(503, 'This deployment has no such service');
    const { method, body, signal } = request;
    const what = { event: 'origin-unreachable', base, error: 'The inference service cannot be reached' };
    return reach(what, () =>
      fetch(base + pathname + search, { method, headers: headersFor(request, token), body, signal }),
    );
  },
};
