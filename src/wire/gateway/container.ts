/**
 * The gateway of a deployment whose inference service runs in Cloudflare Containers: the same hop as `gateway.ts`, to
 * one of a few instances beside it in place of an address. Only `wrangler.container.toml` names this file; nothing local reads it.
 */
import { containerGatewaySettings } from '../../contract/settings/gateway.ts';
import { preferredOf } from './affinity.ts';
import { configured, lostCall, notTaken, problem } from './hop.ts';
import { away, type InferenceInstance } from './inference-instance.ts';
import { type Choice, chooseInstance, KnownLoads, type Load } from './loads.ts';
import { isQuestion, loadPath, wakePath } from './questions.ts';
import { uploadOf } from './upload.ts';

export { InferenceInstance } from './inference-instance.ts';

type Called = Pick<Fetcher, 'fetch'>;
type Instances = DurableObjectNamespace<InferenceInstance>;

/** An isolate has one namespace; another one is of another test. */
const known = new WeakMap<Instances, KnownLoads>();
const patienceMs = 1000;

export default {
  async fetch(
    request: Request,
    env: { readonly INFERENCE_INSTANCES: Instances },
    context: Pick<ExecutionContext, 'waitUntil'>,
  ): Promise<Response> {
    const settings = configured(containerGatewaySettings, env);
    if (settings instanceof Response) return settings;
    if (new URL(request.url).pathname.startsWith('/gateway/')) return problem(404, 'This gateway knows no addresses');
    const instances = Array.from({ length: settings.instances }, (_, place) =>
      env.INFERENCE_INSTANCES.getByName(`instance-${place}`),
    );
    const loads = known.get(env.INFERENCE_INSTANCES) ?? new KnownLoads();
    known.set(env.INFERENCE_INSTANCES, loads);
    const { chosen, woken } = await choose(request, instances, loads);
    if (isQuestion(request)) return send(request, instances[chosen]);
    if (woken !== null) context.waitUntil(wake(instances[woken]));
    const end = loads.begin(chosen);
    return send(request, instances[chosen]).finally(end);
  },
};

async function choose(request: Request, instances: readonly Called[], loads: KnownLoads): Promise<Choice> {
  if (instances.length === 1) return { chosen: 0, woken: null };
  const known = await loads.read(() => Promise.all(instances.map(loadOf)));
  return chooseInstance(known, (count) => preferredOf(request, count));
}

async function send(request: Request, instance: Called): Promise<Response> {
  const upload = uploadOf(request);
  const { method, url, headers, signal } = request;
  try {
    return await instance.fetch(new Request(url, { method, headers, body: upload.body, signal }));
  } catch (cause) {
    if (signal.aborted) throw cause;
    const refused = notTaken(away, request, cause);
    return upload.isOut ? lostCall() : refused;
  }
}

/** An object that does not answer may have calls: others get the next. */
async function loadOf(instance: Called): Promise<Load> {
  try {
    const answer = await instance.fetch(`http://container${loadPath}`, { signal: AbortSignal.timeout(patienceMs) });
    if (answer.status === 200) return await answer.json<Load>();
  } catch {
    // It is as one that answers something else.
  }
  return { state: 'failed', calls: 0 };
}

/** Never throws: the instance has its own log line. */
async function wake(instance: Called): Promise<void> {
  await instance.fetch(`http://container${wakePath}`, { method: 'POST' }).catch(() => {});
}
