/** The lane in the container: the same pipeline on libvips, for pictures and formats that an isolate cannot hold. */

import { readFacts } from '../../pipeline/facts.ts';
import { matteHeaders } from '../../pipeline/matte-settings.ts';
import { NetworkFault } from '../../pipeline/networks.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { splitPngs } from '../../pipeline/png/split.ts';
import { taskPath } from '../../pipeline/task.ts';
import type { Belongings } from '../belongings.ts';
import { callerName } from '../caller.ts';
import type { Exchange } from '../exchange.ts';
import type { LaneResult, LaneWork } from './lane.ts';

/** @throws ImageFault, NetworkFault, as do the streams of the result */
export async function runInContainer(exchange: Exchange, work: LaneWork, { signal }: Belongings): Promise<LaneResult> {
  const { timings } = exchange;
  const answer = await timings.during('image-lane', () => call(exchange, work, signal));
  if (answer.status !== 200 || !answer.body) throw await faultOf(answer);
  timings.forward(answer.headers.get('Server-Timing'));
  return laneResult(answer.headers, withLaneFault(answer.body));
}

/** The same bytes. Where they break off it was the lane that ended, and another call may find it back. */
function withLaneFault(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await reader.read().catch((cause) => {
          throw new NetworkFault('unavailable', 'The answer of the image lane broke off', { cause });
        });
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** @throws NetworkFault where the head of the answer is not that of a picture */
function laneResult(headers: Headers, body: ReadableStream<Uint8Array>): LaneResult {
  const facts = readFacts(headers);
  if (!facts) throw new NetworkFault('failed', 'The image lane did not state what its picture is');
  if (!facts.hasShadow) return { ...facts, png: body, shadowPng: null };
  const [png, shadowPng] = splitPngs(body);
  return { ...facts, png, shadowPng };
}

/** One retry when the connection failed before any byte was answered. */
async function call(exchange: Exchange, work: LaneWork, signal: AbortSignal): Promise<Response> {
  const first = await attempt(exchange, work, signal);
  if (!isUnreachable(first)) return first;
  const second = await attempt(exchange, work, signal);
  if (isUnreachable(second)) throw new NetworkFault('unavailable', 'The image lane cannot be reached');
  return second;
}

async function attempt(
  { env, requestId, settings, caller }: Exchange,
  work: LaneWork,
  signal: AbortSignal,
): Promise<Response | null> {
  const remainingMs = work.deadlineMs - Date.now();
  if (remainingMs <= 0) throw new NetworkFault('unavailable', 'The deadline passed before the image lane was asked');
  // The deadline is that of the first byte: a client may take its time with the rest.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), remainingMs);
  try {
    return await env.INFERENCE.fetch(`http://lane/lane/v1/${taskPath(work.task)}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Length': String(work.file.length),
        'X-Request-Id': requestId,
        'X-Caller': await callerName(caller ?? '', settings.keyHashSecret),
        'X-Deadline-Ms': String(remainingMs),
        ...matteHeaders(settings.matte),
        'X-Heic': settings.heic ? 'on' : 'off',
      },
      body: work.file,
      signal: AbortSignal.any([signal, late.signal]),
    });
  } catch (cause) {
    signal.throwIfAborted();
    if (late.signal.aborted) {
      throw new NetworkFault('unavailable', 'The image lane did not answer in time', { cause });
    }
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function isUnreachable(answer: Response | null): answer is null {
  return answer === null || answer.headers.get('X-Gateway-Error') === 'unreachable';
}

async function faultOf(answer: Response): Promise<ImageFault | NetworkFault> {
  const text = await answer.text().catch(() => '');
  const told = parse(text);
  if ((answer.status === 422 || answer.status === 415) && told) {
    return new ImageFault(answer.status === 415 ? 'unsupported' : 'invalid', told);
  }
  const retryAfterSeconds = Number(answer.headers.get('Retry-After')) || undefined;
  const message = `The image lane answered ${answer.status}: ${told ?? text.slice(0, 200)}`;
  return new NetworkFault(answer.status === 503 ? 'unavailable' : 'failed', message, { retryAfterSeconds });
}

function parse(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : null;
  } catch {
    return null;
  }
}
