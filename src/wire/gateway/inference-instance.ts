/** The object of one container of Cloudflare Containers: starts it for calls, and ends it when nobody has called it for a while. */
import { DurableObject } from 'cloudflare:workers';
import { containerGatewaySettings } from '../../contract/settings/gateway.ts';
import { inTime } from '../../pixels/bounds/in-time.ts';
import {
  configured,
  endingCause,
  headersFor,
  isEnding,
  isTokenRefused,
  lostCall,
  notTaken,
  problem,
  tokenCause,
} from './hop.ts';
import { Instance } from './instance.ts';
import type { Load } from './loads.ts';
import { answerOfSleeping, isQuestion, loadPath, wakePath } from './questions.ts';
import { uploadOf } from './upload.ts';

const port = 8788;
/** An instance without a call for this long is ended; loading the networks again takes seconds. */
const idleMs = 15 * 60_000;
/** The alarm that ends it is moved at most so often: each time is written to storage. */
const alarmStepMs = 60_000;
/** The platform's answers: without an end every call of an instance would wait for them. */
const endMs = 10_000;
const settingMs = 2000;
/** Not ready in time, or ended: the caller may retry, and the next call starts it if necessary. */
export const away = { event: 'container-unreachable', error: 'The inference container cannot be reached' };

/** One container and the calls to it. An alarm ends it: questions keep the object in memory, and so by itself the container. */
export class InferenceInstance extends DurableObject<object> {
  #instance: Instance | null = null;
  #alarmAtMs = 0;
  /** Answers whose bodies are on their way. */
  #answers = 0;

  override async fetch(request: Request): Promise<Response> {
    const settings = configured(containerGatewaySettings, this.env);
    if (settings instanceof Response) return settings;
    const { container } = this.ctx;
    if (!container) return problem(503, 'This deployment has no container');
    this.#instance ??= instanceOf(container, settings.token);
    const { pathname } = new URL(request.url);
    const { state, calls } = this.#instance;
    if (pathname === loadPath) return Response.json({ state, calls } satisfies Load);
    if (isQuestion(request)) return answerTo(request, this.#instance);
    await this.#moveAlarm();
    if (pathname === wakePath) return wakeFor(request, this.#instance);
    return this.#watched(await callTo(this.#instance, request));
  }

  /** Nobody called for long. */
  override async alarm(): Promise<void> {
    this.#alarmAtMs = 0;
    const { container } = this.ctx;
    if (!container) return;
    const settings = configured(containerGatewaySettings, this.env);
    if (settings instanceof Response) return container.destroy();
    // Also where the object had left memory: calls that come meanwhile wait for the end.
    this.#instance ??= instanceOf(container, settings.token);
    if (this.#answers > 0 || !(await this.#instance.sleep())) await this.#moveAlarm();
  }

  /** The same answer. A client may take its time with it. */
  #watched(answer: Response): Response {
    const { body, headers } = answer;
    if (!body) return answer;
    const length = headers.has('Content-Encoding') ? null : headers.get('Content-Length');
    const { readable, writable } =
      length === null ? new IdentityTransformStream() : new FixedLengthStream(Number(length));
    this.#answers += 1;
    const over = () => {
      this.#answers -= 1;
    };
    body.pipeTo(writable).then(over, over);
    return new Response(readable, answer);
  }

  async #moveAlarm(): Promise<void> {
    const atMs = Date.now() + idleMs;
    if (atMs - this.#alarmAtMs < alarmStepMs) return;
    this.#alarmAtMs = atMs;
    await this.ctx.storage.setAlarm(atMs);
  }
}

function instanceOf(container: Container, token: string): Instance {
  let outlivesObject = false;
  return new Instance({
    isRunning: () => container.running,
    start: () => {
      outlivesObject = false;
      container.start({ enableInternet: false, env: { INFERENCE_HOST: '0.0.0.0', INFERENCE_TOKEN: token } });
    },
    end: () =>
      inTime(container.destroy(), { ms: endMs }, () => {
        throw new Error('It did not end in time');
      }),
    fetch: async (request) => {
      if (!outlivesObject) {
        await inTime(container.setInactivityTimeout(idleMs), { ms: settingMs }, () => {
          throw new Error('It does not answer');
        });
      }
      outlivesObject = true;
      return container.getTcpPort(port).fetch(new Request(request, { headers: headersFor(request, token) }));
    },
  });
}

async function answerTo(question: Request, instance: Instance): Promise<Response> {
  try {
    if (instance.isUp) return await instance.ask(question);
  } catch (cause) {
    return notTaken(away, question, cause);
  }
  const hasFailed = instance.state === 'failed';
  return hasFailed ? problem(503, 'The inference container did not become ready') : answerOfSleeping(question);
}

async function wakeFor(request: Request, instance: Instance): Promise<Response> {
  try {
    await instance.wake();
    return new Response(null, { status: 204 });
  } catch (cause) {
    return notTaken(away, request, cause);
  }
}

async function callTo(instance: Instance, request: Request): Promise<Response> {
  const upload = uploadOf(request);
  const { method, url, headers, signal } = request;
  try {
    const answer = await instance.call(new Request(url, { method, headers, body: upload.body, signal }));
    if (!isEnding(answer) && !isTokenRefused(answer)) return answer;
    answer.body?.cancel().catch(() => {});
    return notTaken(away, request, isEnding(answer) ? endingCause : tokenCause);
  } catch (cause) {
    if (signal.aborted) throw cause;
    const refused = notTaken(away, request, cause);
    return upload.isOut ? lostCall() : refused;
  }
}
