/** The image lane: the same pipeline on libvips, for pictures and formats that an isolate cannot hold. */
import { checkPoints } from '../../contract/points.ts';
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import { outputOf } from '../../pixels/pipeline/output/framing.ts';
import { isUnreachable } from '../../wire/protocol/call-headers.ts';
import { withinDeadline } from '../../wire/protocol/deadline.ts';
import { readLaneAnswer } from '../../wire/protocol/lane/answer.ts';
import { type LaneRequest, writeLaneHead } from '../../wire/protocol/lane/request.ts';
import type { Exchange } from '../exchange.ts';
import type { RequestResources } from '../request-resources.ts';
import { callerTerms } from './caller-terms.ts';
import { inferenceFetch } from './inference-fetch.ts';
import type { LaneResult, LaneWork } from './lane.ts';

/**
 * Has the image lane work on a picture.
 * @param resources its signal ends the call and the reading of its answer
 * @throws ImageFault, NetworkFault, as do the streams of the result; Refused 422 for points that the lane does not know
 */
export async function runOnImageLane(
  exchange: Exchange,
  work: LaneWork,
  { signal }: RequestResources,
): Promise<LaneResult> {
  const { timings, settings } = exchange;
  exchange.lane = 'image';
  const request: LaneRequest = {
    task: work.task,
    matte: work.matte,
    heic: settings.heic,
    backgroundBytes: work.background?.length ?? 0,
  };
  const response = await timings.during('image-lane', () => call(exchange, request, work, signal));
  const answer = await readLaneAnswer(response);
  if (outputOf(work.task) && !answer.output) {
    throw new NetworkFault('failed', 'The image lane is of an older version: it has no output options');
  }
  if (work.background && !answer.onBackground) {
    throw new NetworkFault('failed', 'The image lane is of an older version: it has no backgrounds');
  }
  // A lane of an older version has left them out.
  checkPoints(work.task, { pointSegmenter: answer.takesPoints });
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
  exchange: Exchange,
  request: LaneRequest,
  { file, background, deadlineMs }: LaneWork,
  signal: AbortSignal,
): Promise<Response | null> {
  const { requestId, traceparent } = exchange;
  const caller = await callerTerms(exchange, file);
  const terms = { requestId, traceparent, ...caller, remainingMs: deadlineMs - Date.now() };
  const files = background ? [file, background] : [file];
  const { path, ...head } = writeLaneHead(request, terms, lengthOf(files));
  try {
    // The deadline is that of the first byte: a client may take its time with the rest.
    const response = await withinDeadline({ deadlineMs, now: Date.now, signal }, (late) =>
      inferenceFetch(exchange)(`http://lane${path}`, {
        ...head,
        body: bodyOf(files),
        signal: AbortSignal.any([signal, late]),
      }),
    );
    return isUnreachable(response) ? null : response;
  } catch (cause) {
    if (cause instanceof NetworkFault) throw cause;
    signal.throwIfAborted();
    return null;
  }
}

function lengthOf(files: readonly Uint8Array[]): number {
  return files.reduce((sum, { length }) => sum + length, 0);
}

/** Two files are sent one after the other, so that they are not copied. */
function bodyOf(files: readonly Uint8Array<ArrayBuffer>[]): BodyInit {
  if (files.length === 1) return files[0];
  const { readable, writable } = new FixedLengthStream(lengthOf(files));
  // If it fails, so does the call itself.
  send(files, writable).catch(() => {});
  return readable;
}

async function send(files: readonly Uint8Array[], writable: WritableStream<Uint8Array>): Promise<void> {
  const writer = writable.getWriter();
  for (const file of files) await writer.write(file);
  await writer.close();
}
