/**
 * Everything that one request holds of the service: its credit, its memory, its picture, the streams it reads.
 *
 * There is one owner for all of it, because a request can end at any step and in three ways: it succeeds, it fails, or
 * its client leaves. Whichever comes first, each thing is given back once, the last one taken first.
 */
import { log } from './log.ts';

/** What one request has to give back, and the one end at which it does. */
export class RequestResources {
  /** Aborted when the client is known to have left, and when the request ends: whatever still works for it stops. */
  readonly signal: AbortSignal;
  readonly #client: AbortSignal;
  readonly #requestId: string;
  readonly #over = new AbortController();
  readonly #giveBacks: (() => unknown)[] = [];
  #ending: Promise<void> | null = null;

  /** @param client the request's own signal, aborted where the runtime reports that its client has left */
  constructor(client: AbortSignal, requestId: string) {
    this.#client = client;
    this.#requestId = requestId;
    this.signal = AbortSignal.any([client, this.#over.signal]);
  }

  /** Whether the runtime has reported that the client left. Not every departure is reported. */
  get clientHasLeft(): boolean {
    return this.#client.aborted;
  }

  /** Takes a thing into the request's possession, with the way to give it back. */
  keep<Thing>(thing: Thing, giveBack: (thing: Thing) => unknown): Thing {
    this.#giveBacks.push(() => giveBack(thing));
    return thing;
  }

  /** Gives everything back. The first call does; later ones wait for it. */
  end(): Promise<void> {
    this.#ending ??= this.#giveAllBack();
    return this.#ending;
  }

  async #giveAllBack(): Promise<void> {
    this.#over.abort(new Error('The request is over'));
    for (const giveBack of this.#giveBacks.splice(0).reverse()) {
      try {
        await giveBack();
      } catch (cause) {
        log('error', 'not-given-back', { requestId: this.#requestId, cause });
      }
    }
  }
}
