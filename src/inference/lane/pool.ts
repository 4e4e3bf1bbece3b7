/**
 * Which child works on which picture, and for how long. A picture holds a place from before its body is read until its
 * answer has left; a child works on one at a time; the memory that pictures declare is shared out in order of asking.
 * Places are shared among callers, and callers take turns: one that floods the lane keeps no other out.
 */
import type { IncomingMessage } from 'node:http';
import { ByteBudget } from '../../pixels/bounds/byte-budget.ts';
import { Turns } from '../../pixels/bounds/turns.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { writeLaneFault } from '../../wire/protocol/lane/fault.ts';
import { writeLaneRequest } from '../../wire/protocol/lane/request.ts';
import type { Log } from '../log.ts';
import type { ChildEntry } from '../processes/child-entry.ts';
import { receiveBody } from '../protocol/receive.ts';
import type { RouteAnswer } from '../protocol/route.ts';
import type { StartMessage } from './channel.ts';
import { LaneChild } from './lane-child-process.ts';
import { lost, unavailable } from './lane-fault.ts';
import { createPictureJob, megapixelsOf, type PictureJob, type PictureRequest } from './picture-job.ts';
import { type Place, Places } from './places.ts';
import { relayBody, relayHeaders } from './relay.ts';
import { Speed } from './speed.ts';

export interface PoolSettings {
  readonly workers: number;
  readonly queue: number;
  readonly budgetBytes: number;
  readonly stallMs: number;
  readonly abandonedMs: number;
  readonly entry: ChildEntry;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The first message to the child of this number. */
  startMessage(number: number): StartMessage;
}

export interface LanePlace {
  /** Aborted when another caller gets the place, which happens only before work on the picture begins. */
  readonly displaced: AbortSignal;
  /** Works on a picture; whatever becomes of it is an answer. Once for each place. */
  run(request: PictureRequest): Promise<RouteAnswer>;
  /** Gives the place up. Not needed after `run`. */
  leave(): void;
}

/** What a child works on. */
interface Work {
  readonly job: PictureJob;
  readonly sinceMs: number;
  readonly abort: AbortController;
  /** Gives its memory back. */
  giveBack: () => void;
  /** Whether it counts for the speed of the lane: if it was answered, or not ready in time. */
  counts: boolean;
}

/** `Retry-After` of a picture without room: seconds, at least and at most. */
const leastSeconds = 2;
const mostSeconds = 60;

/** Most bytes of an answer that is not a picture. */
const maxTextBytes = 64 * 1024;

/** The children of the lane, and the pictures that wait for one. */
export class Pool {
  readonly #settings: PoolSettings;
  readonly #children: LaneChild[];
  readonly #budget: ByteBudget;
  readonly #places: Places;
  readonly #line = new Turns<PictureJob>();
  readonly #speed = new Speed();
  readonly #inWork = new Map<LaneChild, Work>();
  #closed = false;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
    this.#places = new Places(settings.workers + settings.queue);
    this.#budget = new ByteBudget(settings.budgetBytes);
    const { entry, log, abandonedMs } = settings;
    this.#children = Array.from({ length: settings.workers }, (_, number) => {
      const events = {
        onIdle: () => this.#dispatch(),
        onNeed: (child: LaneChild, bytes: number) => this.#reserve(child, bytes),
        onReleased: (child: LaneChild) => this.#release(child),
      };
      return new LaneChild({ number, entry, log, abandonedMs, start: settings.startMessage(number) }, events);
    });
  }

  /** At least one child can take pictures, now or after the one it has. */
  get ready(): boolean {
    return !this.#closed && this.#children.some(({ alive }) => alive);
  }

  /**
   * Takes a place, if need be that of a caller that holds too many. Null if the lane is full, or if others wait and work on
   * this picture is not expected to begin within half of its time.
   * @param caller whose picture it is; callers without a name share the empty one
   * @param deadlineMs milliseconds since the epoch
   */
  enter(caller: string, deadlineMs: number): LanePlace | null {
    const isFutile = this.#closed || this.#wouldWaitTooLong(caller, deadlineMs);
    const place = isFutile ? null : this.#places.enter(caller);
    return (
      place && { displaced: place.displaced, run: (request) => this.#run(request, place), leave: () => place.leave() }
    );
  }

  /** `Retry-After` without a place: the time for the pictures ahead, whole seconds, 2 to 60. */
  roomAfterSeconds(caller: string): number {
    return Math.min(mostSeconds, Math.max(leastSeconds, Math.ceil(this.#waitMs(caller) / 1000)));
  }

  /** Ends all children, work included. */
  async close(): Promise<void> {
    this.#closed = true;
    for (let job = this.#line.take(); job; job = this.#line.take()) {
      job.settle(unavailable('The service is ending'));
    }
    await Promise.all(this.#children.map((child) => child.close()));
  }

  /** Whether others wait, and a new picture would wait for more than half of the time that it has. */
  #wouldWaitTooLong(caller: string, deadlineMs: number): boolean {
    if (this.#places.waiting === 0 || this.#children.some(({ idle }) => idle)) return false;
    return this.#waitMs(caller) > (deadlineMs - this.#settings.now()) / 2;
  }

  /** How long a new picture would wait for a child. */
  #waitMs(caller: string): number {
    const inWork = [...this.#inWork.values()].map(({ job, sinceMs }) => ({ megapixels: job.megapixels, sinceMs }));
    const waiting = this.#line.ahead(caller).reduce((sum, { megapixels }) => sum + megapixels, 0);
    return this.#speed.waitMs(inWork, waiting, this.#children.length, this.#settings.now());
  }

  async #run(request: PictureRequest, place: Place): Promise<RouteAnswer> {
    const megapixels = await megapixelsOf(request);
    const job = createPictureJob(request, megapixels, place, (given, reason) => this.#giveUp(given, reason));
    if (!job.settled) {
      this.#line.add(place.caller, job);
      this.#dispatch();
    }
    return job.answer;
  }

  #giveUp(job: PictureJob, reason: string): void {
    this.#line.remove(job.place.caller, job);
    for (const [child, work] of this.#inWork) {
      if (work.job !== job) continue;
      work.counts = !job.signal.aborted;
      // Late: the process is stuck. Abandoned: it may be near its end, and is given a moment.
      if (!job.signal.aborted) child.kill('a picture was not ready by its deadline', job.requestId);
      work.abort.abort(new Error(reason));
    }
    job.settle(unavailable(reason, this.roomAfterSeconds(job.place.caller)));
  }

  #dispatch(): void {
    for (const child of this.#children) {
      if (!child.idle) continue;
      const job = this.#line.take();
      if (!job) return;
      this.#work(child, job);
    }
  }

  #work(child: LaneChild, job: PictureJob): void {
    const abort = new AbortController();
    job.place.begin();
    job.onBegun?.();
    const sinceMs = this.#settings.now();
    const work: Work = { job, sinceMs, giveBack: () => {}, abort, counts: false };
    this.#inWork.set(child, work);
    const { request, requestId, call, traceparent, caller, mayKeep, file, deadlineMs } = job;
    const terms = { requestId, call, traceparent, caller, mayKeep, remainingMs: deadlineMs - Date.now() };
    const message = writeLaneRequest(request, terms, file);
    child.post(message, abort.signal).then(
      (response) => this.#answer(child, work, response),
      (cause: unknown) => {
        if (!job.settled) this.#settings.log.error('lane-picture-lost', { requestId, cause: String(cause) });
        job.settle(lost());
      },
    );
  }

  async #answer(child: LaneChild, work: Work, response: IncomingMessage): Promise<void> {
    const { job } = work;
    // It may break off before anybody reads it; the reader gets the error then.
    response.on('error', () => {});
    if (job.settled) {
      response.destroy();
      return;
    }
    const { statusCode: status = 500 } = response;
    const headers = relayHeaders(response);
    if (status === 200) {
      work.counts = true;
      const onStall = (): void => child.kill('it owed the next bytes of a picture for too long', job.requestId);
      // The caller may go before it asks for the first chunk: then no reader is there to end the body.
      const onAbort = (): void => {
        work.counts = false;
        response.destroy();
        job.place.leave();
      };
      job.signal.addEventListener('abort', onAbort, { once: true });
      const onEnd = (): void => {
        job.signal.removeEventListener('abort', onAbort);
        job.place.leave();
      };
      job.settle({ status, headers, body: relayBody(response, this.#settings.stallMs, onStall, onEnd) });
      return;
    }
    try {
      job.settle({ status, headers, body: await receiveBody(response, maxTextBytes) });
    } catch (cause) {
      response.destroy();
      this.#settings.log.error('lane-picture-lost', { requestId: job.requestId, cause: String(cause) });
      job.settle(lost());
    }
  }

  #reserve(child: LaneChild, bytes: number): void {
    const work = this.#inWork.get(child);
    if (!work) return;
    const { totalBytes } = this.#budget;
    if (bytes <= totalBytes) {
      const share = { bytes: 0 };
      const leaveLine = this.#budget.take(share, bytes, () => child.grant());
      work.giveBack = () => {
        leaveLine();
        this.#budget.end(share);
      };
      return;
    }
    const { requestId } = work.job;
    this.#settings.log.warn('lane-picture-too-large', { requestId, bytes, budgetBytes: totalBytes });
    work.job.settle(writeLaneFault(new ImageFault('invalid', tooLarge(bytes, totalBytes))));
    work.abort.abort(new Error('The picture is too large for the lane'));
  }

  #release(child: LaneChild): void {
    const work = this.#inWork.get(child);
    if (!work) return;
    work.giveBack();
    this.#inWork.delete(child);
    if (work.counts) this.#speed.record(work.job.megapixels, this.#settings.now() - work.sinceMs);
  }
}

/** It would never fit: a repeat does not help. */
function tooLarge(bytes: number, totalBytes: number): string {
  const needed = Math.ceil(bytes / 2 ** 20);
  const limit = Math.floor(totalBytes / 2 ** 20);
  return `The image needs ${needed} MiB of memory and the limit of this deployment is ${limit} MiB; please send a smaller one`;
}
