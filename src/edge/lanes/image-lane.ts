/** The lane in the container: the same pipeline on libvips, for pictures and formats that an isolate cannot hold. */
import { NetworkFault } from '../../pipeline/networks.ts';
import { outputOf } from '../../pipeline/output/framing.ts';
import { isUnreachable } from '../../protocol/call-headers.ts';
import { withinDeadline } from '../../protocol/deadline.ts';
import { readLaneAnswer } from '../../protocol/lane/answer.ts';
import { type LaneRequest, writeLaneRequest } from '../../protocol/lane/request.ts';
import type { Belongings } from '../belongings.ts';
import { callerName } from '../caller.ts';
import type { Exchange } from '../exchange.ts';
import type { LaneResult, LaneWork } from './lane.ts';

/**
 * Has the image lane work on a picture.
 * @param belongings its signal ends the call, whose answer is then read no further
 * @throws ImageFault, NetworkFault, as do the streams of the result
 */
export async function runInContainer(exchange: Exchange, work: LaneWork, { signal }: Belongings): Promise<LaneResult> {
  const { timings, settings, caller } = exchange;
  const request: LaneRequest = {
    task: work.task,
    matte: work.matte,
    heic: settings.heic,
    caller: await callerName(caller ?? '', settings.keyHashSecret),
  };
  const response = await timings.during('image-lane', () => call(exchange, request, work, signal));
  const answer = await readLaneAnswer(response);
  if (outputOf(work.task) && !answer.output) {
    throw new NetworkFault('failed', 'The image lane is of an older version: it gives the PNG of the contract alone');
  }
  timings.add('decode', answer.decodeMs);
  timings.add('inference', answer.inferenceMs);
  return answer;
}

/** One retry when the connection failed before any byte was answered. */
async function call(exchange: Exchange, request: LaneRequest, work: LaneWork, signal: AbortSignal): Promise<Response> {
  const answer = (await attempt(exchange, request, work, signal)) ?? (await attempt(exchange, request, work, signal));
  if (answer) return answer;
  throw new NetworkFault('unavailable', 'The image lane cannot be reached');
}

/** Null where the lane could not be reached, so that nothing has run. */
async function attempt(
  { env, requestId, traceparent }: Exchange,
  request: LaneRequest,
  { file, deadlineMs }: LaneWork,
  signal: AbortSignal,
): Promise<Response | null> {
  const terms = { requestId, traceparent, remainingMs: deadlineMs - Date.now() };
  const { path, ...init } = writeLaneRequest(request, terms, file);
  try {
    // The deadline is that of the first byte: a client may take its time with the rest.
    const response = await withinDeadline({ deadlineMs, now: Date.now, signal }, (late) =>
      env.INFERENCE.fetch(`http://lane${path}`, { ...init, signal: AbortSignal.any([signal, late]) }),
    );
    return isUnreachable(response) ? null : response;
  } catch (cause) {
    if (cause instanceof NetworkFault) throw cause;
    signal.throwIfAborted();
    return null;
  }
}
