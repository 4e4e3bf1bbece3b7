/**
 * Which child works on which picture, and for how long. A picture holds a place from before its body is read until its
 * answer has left; a child works on one at a time; the memory that pictures declare is shared out in order of asking.
 * Places are shared among callers, and callers take turns: one that floods the lane keeps no other out.
 */
import type { IncomingMessage } from 'node:http';
import { ByteBudget } from '../../bounds/byte-budget.ts';
import { watchPatience } from '../../bounds/in-time.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { laneAnswerNames } from '../../protocol/lane/answer.ts';
import { writeLaneFault } from '../../protocol/lane/fault.ts';
import { type LaneRequest, writeLaneRequest } from '../../protocol/lane/request.ts';
import type { Log } from '../log.ts';
import { headersOf } from '../protocol/call.ts';
import { receiveBody } from '../protocol/receive.ts';
import type { Answer } from '../protocol/route.ts';
import type { ChildEntry } from '../scheduler/child-entry.ts';
import type { StartMessage } from './channel.ts';
import { LaneChild } from './lane-child-process.ts';
import { unavailable } from './lane-fault.ts';
import { type Place, Places } from './places.ts';
import { relayBody } from './relay.ts';
import { Turns } from './turns.ts';

export interface PoolSettings {
  readonly workers: number;
  readonly queue: number;
  readonly budgetBytes: number;
  readonly stallMs: number;
  readonly abandonedMs: number;
  readonly entry: ChildEntry;
  readonly log: Log;
  /** What a child of this number is told. */
  startMessage(number: number): StartMessage;
}

export interface PictureJob {
  readonly request: LaneRequest;
  readonly requestId: string | undefined;
  readonly file: Uint8Array<ArrayBuffer>;
  /** Milliseconds since the epoch by which the first byte of the answer must be there. */
  readonly deadlineMs: number;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
}

export interface LanePlace {
  /** Aborted when another caller gets the place, which happens only before work on the picture begins. */
  readonly displaced: AbortSignal;
  /** Works on a picture; whatever becomes of it is an answer. Once for each place. */
  run(job: PictureJob): Promise<Answer>;
  /** Gives the place up. Not needed after `run`. */
  leave(): void;
}

/** A job in the line or in work. */
interface Entry extends PictureJob {
  settle(answer: Answer): void;
  readonly settled: boolean;
  /** Kept until an answer with a streamed body has left. */
  readonly place: Place;
}

/** What a picture is told that gets no place, or loses it to a caller with fewer. */
export const laneFull = 'The image lane is full';

/** Most bytes of an answer that is not a picture. */
const maxTextBytes = 64 * 1024;

export class Pool {
  readonly #settings: PoolSettings;
  readonly #children: LaneChild[];
  readonly #budget: ByteBudget;
  readonly #places: Places;
  readonly #line = new Turns<Entry>();
  /** What each child works on, and how to give its memory back. */
  readonly #inWork = new Map<LaneChild, { readonly entry: Entry; giveBack: () => void; abort: AbortController }>();
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
   * Takes a place, if need be that of a caller who holds too many; null where as many pictures are here as may be.
   * @param caller whose picture it is; callers without a name share the empty one
   */
  enter(caller: string): LanePlace | null {
    const place = this.#closed ? null : this.#places.enter(caller);
    return place && { displaced: place.displaced, run: (job) => this.#run(job, place), leave: () => place.leave() };
  }

  /** Ends all children, work included. */
  async close(): Promise<void> {
    this.#closed = true;
    for (let entry = this.#line.take(); entry; entry = this.#line.take()) {
      entry.settle(unavailable('The service is ending'));
    }
    await Promise.all(this.#children.map((child) => child.close()));
  }

  #run(job: PictureJob, place: Place): Promise<Answer> {
    return new Promise((resolve) => {
      let settled = false;
      const entry: Entry = {
        ...job,
        get settled() {
          return settled;
        },
        settle: (answer) => {
          if (settled) return;
          settled = true;
          stop();
          if (answer.body instanceof Uint8Array) place.leave();
          resolve(answer);
        },
        place,
      };
      const giveUp = (reason: string): void => {
        this.#line.remove(place.caller, entry);
        for (const [child, work] of this.#inWork) {
          if (work.entry !== entry) continue;
          // Late: the process is stuck. Abandoned: it may be near its end, and is given a moment.
          if (!job.signal.aborted) child.kill('a picture was not ready by its deadline');
          work.abort.abort(new Error(reason));
        }
        entry.settle(unavailable(reason));
      };
      const stop = watchPatience({ ms: job.deadlineMs - Date.now(), signal: job.signal }, (end) =>
        giveUp(end === 'late' ? 'The picture was not ready in time' : 'The caller has gone'),
      );
      place.displaced.addEventListener('abort', () => giveUp(laneFull), { once: true });
      if (job.signal.aborted) return giveUp('The caller has gone');
      if (place.displaced.aborted) return giveUp(laneFull);
      this.#line.add(place.caller, entry);
      this.#dispatch();
    });
  }

  #dispatch(): void {
    for (const child of this.#children) {
      if (!child.idle) continue;
      const entry = this.#line.take();
      if (!entry) return;
      this.#work(child, entry);
    }
  }

  #work(child: LaneChild, entry: Entry): void {
    const abort = new AbortController();
    entry.place.begin();
    this.#inWork.set(child, { entry, giveBack: () => {}, abort });
    const { request, requestId, file, deadlineMs } = entry;
    const message = writeLaneRequest(request, { requestId, remainingMs: deadlineMs - Date.now() }, file);
    child.post(message, abort.signal).then(
      (response) => this.#answer(child, entry, response),
      (cause: unknown) => {
        if (!entry.settled) this.#settings.log.error('lane-picture-lost', { cause: String(cause) });
        entry.settle(unavailable('The process that worked on the picture ended'));
      },
    );
  }

  async #answer(child: LaneChild, entry: Entry, response: IncomingMessage): Promise<void> {
    // It may break off before anybody reads it; the reader is told then.
    response.on('error', () => {});
    if (entry.settled) {
      response.destroy();
      return;
    }
    const { statusCode: status = 500 } = response;
    const headers = relayed(response);
    if (status === 200) {
      const onStall = (): void => child.kill('it owed the next bytes of a picture for too long');
      // The caller may go before it asks for the first chunk: then no reader is there to end the body.
      const onAbort = (): void => {
        response.destroy();
        entry.place.leave();
      };
      entry.signal.addEventListener('abort', onAbort, { once: true });
      const onEnd = (): void => {
        entry.signal.removeEventListener('abort', onAbort);
        entry.place.leave();
      };
      entry.settle({ status, headers, body: relayBody(response, this.#settings.stallMs, onStall, onEnd) });
      return;
    }
    try {
      entry.settle({ status, headers, body: await receiveBody(response, maxTextBytes) });
    } catch (cause) {
      response.destroy();
      this.#settings.log.error('lane-picture-lost', { cause: String(cause) });
      entry.settle(unavailable('The process that worked on the picture ended'));
    }
  }

  #reserve(child: LaneChild, bytes: number): void {
    const work = this.#inWork.get(child);
    if (!work) return;
    const { totalBytes } = this.#budget;
    if (bytes <= totalBytes) {
      let heldBytes = 0;
      const leaveLine = this.#budget.take(bytes, () => {
        heldBytes = bytes;
        child.grant();
      });
      work.giveBack = () => {
        leaveLine();
        this.#budget.giveBack(heldBytes);
      };
      return;
    }
    this.#settings.log.warn('lane-picture-too-large', { bytes, budgetBytes: totalBytes });
    work.entry.settle(writeLaneFault(new ImageFault('invalid', tooLarge(bytes, totalBytes))));
    work.abort.abort(new Error('The picture is too large for the lane'));
  }

  #release(child: LaneChild): void {
    this.#inWork.get(child)?.giveBack();
    this.#inWork.delete(child);
  }
}

/** It would never fit: asking again is no use. */
function tooLarge(bytes: number, totalBytes: number): string {
  const needed = Math.ceil(bytes / 2 ** 20);
  const limit = Math.floor(totalBytes / 2 ** 20);
  return `The image needs ${needed} MiB of memory and the limit of this deployment is ${limit} MiB; please send a smaller one`;
}

/** What a child may say to the caller. */
function relayed(response: IncomingMessage): Record<string, string> {
  const header = headersOf(response);
  return Object.fromEntries(
    laneAnswerNames.flatMap((name) => {
      const value = header(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
