/**
 * The gateway of a deployment whose inference service runs in Cloudflare Containers: the same hop as `gateway.ts`, to
 * an instance beside it in place of an address. Only `wrangler.container.toml` names this file; nothing local reads it.
 */
import { DurableObject } from 'cloudflare:workers';
import { containerGatewaySettings } from '../contract/settings/gateway.ts';
import { preferredOf } from './affinity.ts';
import { configured, headersFor, isTokenRefused, notTaken, problem, tokenCause } from './hop.ts';
import { callInstance } from './instance.ts';

interface ContainerEnvironment {
  readonly INFERENCE_INSTANCES: DurableObjectNamespace<InferenceInstance>;
}

const port = 8788;
/** An instance without a call for this long is stopped; loading the networks again takes seconds. */
const idleMs = 15 * 60_000;
/** Not ready in time, or ended: the caller may retry, and the next call starts it if necessary. */
const away = { event: 'container-unreachable', error: 'The inference container cannot be reached' };

/** One container and the object that starts it. */
export class InferenceInstance extends DurableObject<ContainerEnvironment> {
  override async fetch(request: Request): Promise<Response> {
    const settings = configured(containerGatewaySettings, this.env);
    if (settings instanceof Response) return settings;
    const { container } = this.ctx;
    if (!container) return problem(503, 'This deployment has no container');
    const env = { INFERENCE_HOST: '0.0.0.0', INFERENCE_TOKEN: settings.token };
    const { running } = container;
    const instance = {
      running,
      start: () => container.start({ enableInternet: false, env }),
      fetch: async (call: Request) => {
        await container.setInactivityTimeout(idleMs);
        return container.getTcpPort(port).fetch(call);
      },
    };
    try {
      return await callInstance(instance, request);
    } catch (cause) {
      return notTaken(away, request, cause);
    }
  }
}

export default {
  async fetch(request: Request, env: ContainerEnvironment): Promise<Response> {
    const settings = configured(containerGatewaySettings, env);
    if (settings instanceof Response) return settings;
    const { token, instances } = settings;
    const chosen = preferredOf(request, instances) ?? Math.floor(Math.random() * instances);
    const instance = env.INFERENCE_INSTANCES.getByName(`instance-${chosen}`);
    try {
      const answer = await instance.fetch(new Request(request, { headers: headersFor(request, token) }));
      // One that was started with another token keeps it until it stops.
      return isTokenRefused(answer) ? notTaken(away, request, tokenCause) : answer;
    } catch (cause) {
      return notTaken(away, request, cause);
    }
  },
};
