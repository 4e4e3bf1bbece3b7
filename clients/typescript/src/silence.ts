/** Ends an exchange that is silent for too long. */

/** A signal that aborts after a while of silence, or with the caller's own. */
export class Silence {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #leave = () => this.#controller.abort(this.#outer?.reason);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param outer the caller's signal @throws its reason where it has been given already */
  constructor(outer?: AbortSignal) {
    outer?.throwIfAborted();
    outer?.addEventListener('abort', this.#leave);
    this.#outer = outer;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** From now on so many seconds of silence are allowed. */
  allow(seconds: number): void {
    this.rest();
    this.#timer = setTimeout(() => this.#controller.abort(new Error(`nothing came for ${seconds} s`)), seconds * 1000);
  }

  /** Nothing is waited for. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  /** It is over, whichever way. */
  end(): void {
    this.rest();
    this.#outer?.removeEventListener('abort', this.#leave);
  }
}

/** Waits. @throws the reason of the signal as soon as it is aborted */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (finish: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      finish();
    };
    const leave = () => done(() => reject(signal?.reason));
    const timer = setTimeout(() => done(resolve), seconds * 1000);
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave);
  });
}
