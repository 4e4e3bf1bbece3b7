/** A picture on its way through the pool: it is settled once, by its answer or by whatever ends the wait for it. */
import { type WaitEnd, watchPatience } from '../../pixels/bounds/in-time.ts';
import { probeInTurns } from '../../pixels/pipeline/probe/probe.ts';
import { filesOf, type LaneRequest } from '../../wire/protocol/lane/request.ts';
import type { RouteAnswer } from '../protocol/route.ts';
import type { Place } from './places.ts';

/** The work, and how long its caller waits. */
export interface PictureRequest {
  readonly request: LaneRequest;
  readonly requestId: string | undefined;
  /** Which call of the edge it is. */
  readonly call: string | undefined;
  readonly traceparent: string | undefined;
  /** Whose picture it is; empty where the call does not say. */
  readonly caller: string;
  /** Whether outputs of networks may be kept for that caller. */
  readonly mayKeep: boolean;
  /** The picture and its background: see `filesOf`. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** Milliseconds since the epoch by which the first byte of the answer must be there. */
  readonly deadlineMs: number;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  /** Called when a child begins it. */
  readonly onBegun?: () => void;
}

export interface PictureJob extends PictureRequest {
  /** Of the picture as its header claims; 0 where that cannot be read, for such a picture is soon refused. */
  readonly megapixels: number;
  /** Kept until an answer with a streamed body has left. */
  readonly place: Place;
  readonly answer: Promise<RouteAnswer>;
  /** Whether its caller has an answer already. */
  readonly settled: boolean;
  /** Answers the caller; only the first answer counts. */
  settle(answer: RouteAnswer): void;
}

/** The refusal of a picture that gets no place, or loses it to a caller with fewer. */
export const laneFull = 'The image lane is full';

const impatience: Readonly<Record<WaitEnd, string>> = {
  late: 'The picture was not ready in time',
  aborted: 'The caller has gone',
};

/**
 * A job that watches its deadline, its caller and its place from now on.
 * @param megapixels see {@link megapixelsOf}
 * @param onImpatience called with the reason when nobody waits for it any more; not after it was settled
 */
export function createPictureJob(
  request: PictureRequest,
  megapixels: number,
  place: Place,
  onImpatience: (job: PictureJob, reason: string) => void,
): PictureJob {
  const { deadlineMs, signal } = request;
  let settled = false;
  let deliver = (_answer: RouteAnswer): void => {};
  const answer = new Promise<RouteAnswer>((resolve) => {
    deliver = resolve;
  });
  const giveUp = (reason: string): void => {
    if (!settled) onImpatience(job, reason);
  };
  const stop = watchPatience({ ms: deadlineMs - Date.now(), signal }, (end) => giveUp(impatience[end]));
  const job: PictureJob = {
    ...request,
    megapixels,
    place,
    answer,
    get settled() {
      return settled;
    },
    settle(outcome) {
      if (settled) return;
      settled = true;
      stop();
      if (outcome.body instanceof Uint8Array) place.leave();
      deliver(outcome);
    },
  };
  place.displaced.addEventListener('abort', () => giveUp(laneFull), { once: true });
  if (signal.aborted) giveUp(impatience.aborted);
  else if (place.displaced.aborted) giveUp(laneFull);
  return job;
}

/** Of the picture as its header claims; 0 where that cannot be read. Others have their turns. */
export async function megapixelsOf({ request, file }: PictureRequest): Promise<number> {
  try {
    const { widthPx, heightPx } = await probeInTurns(filesOf(request, file).file);
    return (widthPx * heightPx) / 1e6;
  } catch {
    return 0;
  }
}
