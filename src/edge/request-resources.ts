/**
 * Everything that one request holds: its credit, its memory, its picture, the streams it reads.
 *
 * It has one owner, because a request can end at any step and in three ways: it succeeds, it fails, or its client leaves.
 * Whichever comes first, each resource is given back once, in reverse order.
 */
import { log } from './log.ts';

/** The resources of one request, given back together at its end. */
export class RequestResources {
  /** Aborted when the client is known to have left and when the request ends: work for it then stops. */
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

  /** Adds a resource, with the way to give it back. */
  keep<Resource>(resource: Resource, giveBack: (resource: Resource) => unknown): Resource {
    this.#giveBacks.push(() => giveBack(resource));
    return resource;
  }

  /** Gives everything back, once; later calls wait for the first. */
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
