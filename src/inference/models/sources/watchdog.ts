/** How long a transfer may say nothing. */
import { ModelFault } from '../fault.ts';

/** Longer than any registry needs to find a file, and twice this is shorter than a person's patience. */
const defaultSilenceMs = 30_000;

/** A transfer that said nothing for too long. */
export class SilentTransfer extends ModelFault {}

/**
 * Ends a transfer that has gone silent. Its `signal` goes to the client library, so that the connection closes too;
 * `guard` covers the libraries that do not pass the abort on to the reader of the body.
 */
export class Watchdog {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #barked: Promise<never>;

  constructor(what: string, silenceMs: number = defaultSilenceMs) {
    const controller = new AbortController();
    this.signal = controller.signal;
    let bark: (fault: ModelFault) => void = () => {};
    this.#barked = new Promise((_resolve, reject) => {
      bark = reject;
    });
    // Otherwise it would be unhandled if nothing awaits it at that moment; the signal's reason says the same.
    this.#barked.catch(() => {});
    this.#timer = setTimeout(() => {
      const fault = new SilentTransfer(
        `Cannot fetch ${what}: no byte came for ${silenceMs / 1000} seconds. Check the network, then run npm run models -- fetch again`,
      );
      controller.abort(fault);
      bark(fault);
    }, silenceMs);
  }

  /** A byte came: the wait starts anew. */
  heard(): void {
    this.#timer.refresh();
  }

  /** The outcome of `work`, or the fault as soon as the silence is too long. */
  async guard<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await Promise.race([work, this.#barked]);
    } catch (error) {
      // A library that noticed the abort first reports it in its own words.
      throw this.signal.aborted ? this.signal.reason : error;
    }
  }

  /** Ends the watch. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
