/** Networks from which a sign-in has failed lately: one place in the line of hashes is kept for all others. */
import { addressOf, networkOf } from '../../pixels/bounds/address.ts';
import type { AccountsSetup } from './environment.ts';

/** As long as tries are counted. */
const lifeMs = 15 * 60_000;
/** Networks that are remembered; the oldest go first. */
const mostNetworks = 1000;

/** Networks by their addresses, in the memory of one isolate. */
export class FailedTries {
  readonly #untilMs = new Map<string, number>();
  readonly #now: () => number;

  /** @param now the clock, Unix milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Remembers that a try of a network has failed. Null, for callers that share one address, is not remembered. */
  note(network: string | null): void {
    if (network === null) return;
    this.#untilMs.delete(network);
    this.#untilMs.set(network, this.#now() + lifeMs);
    if (this.#untilMs.size <= mostNetworks) return;
    for (const oldest of this.#untilMs.keys()) {
      this.#untilMs.delete(oldest);
      return;
    }
  }

  /** Whether one failed within the last 15 minutes. */
  has(network: string | null): boolean {
    return network !== null && (this.#untilMs.get(network) ?? 0) > this.#now();
  }
}

/** Those of the isolate. */
export const failedTries = new FailedTries();

/** The network of a visitor; null where addresses cannot be distinguished. */
export function networkOfVisitor(
  { headers }: Request,
  setup: Pick<AccountsSetup, 'trustedAddressHeader'>,
): string | null {
  return networkOf(addressOf(headers, setup.trustedAddressHeader ?? null));
}
