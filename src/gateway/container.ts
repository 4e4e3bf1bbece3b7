/**
 * The gateway of a deployment whose inference service runs in Cloudflare Containers: the same hop as `gateway.ts`, to
 * an instance beside it in place of an address. Only `wrangler.container.toml` names this file; nothing local reads it.
 */
import { DurableObject } from 'cloudflare:workers';

interface Environment {
  readonly INFERENCE_INSTANCES: DurableObjectNamespace<InferenceInstance>;
  readonly INFERENCE_TOKEN?: string;
  /** Instances that requests are spread over; at most `max_instances` of the configuration. */
  readonly INSTANCES?: string;
}

const port = 8788;
/** An instance that nobody has called for this long is stopped; loading the networks again takes seconds. */
const idleMs = 15 * 60_000;
/** As in `gateway.ts`. */
const hopHeaders = ['expect', 'connection', 'host', 'authorization'];

/** One container and the object that starts it. */
export class InferenceInstance extends DurableObject<Environment> {
  override async fetch(request: Request): Promise<Response> {
    const { container } = this.ctx;
    if (!container) return problem(503, 'This deployment has no container', {});
    if (!container.running) {
      const { INFERENCE_TOKEN = '' } = this.env;
      container.start({ enableInternet: false, env: { INFERENCE_HOST: '0.0.0.0', INFERENCE_TOKEN } });
    }
    await container.setInactivityTimeout(idleMs);
    try {
      return await container.getTcpPort(port).fetch(request);
    } catch (cause) {
      // Not listening yet, or ended: the caller may come back, and the next call starts it where it has to.
      console.error(JSON.stringify({ level: 'error', event: 'container-unreachable', cause: String(cause) }));
      return problem(502, 'The inference container cannot be reached', { 'X-Gateway-Error': 'unreachable' });
    }
  }
}

export default {
  async fetch(request: Request, env: Environment): Promise<Response> {
    if (!env.INFERENCE_TOKEN) return problem(503, 'The secret INFERENCE_TOKEN is missing', {});
    const headers = new Headers(request.headers);
    for (const name of hopHeaders) headers.delete(name);
    headers.set('Authorization', `Bearer ${env.INFERENCE_TOKEN}`);
    const instances = Math.max(1, Math.floor(Number(env.INSTANCES) || 1));
    const instance = env.INFERENCE_INSTANCES.getByName(`instance-${Math.floor(Math.random() * instances)}`);
    try {
      return await instance.fetch(new Request(request, { headers }));
    } catch (cause) {
      console.error(JSON.stringify({ level: 'error', event: 'container-unreachable', cause: String(cause) }));
      return problem(502, 'The inference container cannot be reached', { 'X-Gateway-Error': 'unreachable' });
    }
  },
};

function problem(status: number, error: string, headers: Record<string, string>): Response {
  return Response.json({ error }, { status, headers });
}
