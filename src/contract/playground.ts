/** What the pages ask the API for the playground: plain values, which go from one Worker to another. */
import type { OperationName } from './operations.ts';

/** Of a call to `/playground/OPERATION`: what admits it, once. */
export const admissionHeader = 'X-Admission';

/** The key without a secret under which the pages spend from a wallet. */
export interface HiddenKey {
  /** Type and handle: names the ledger. */
  readonly wallet: string;
  readonly hiddenKeyId: string;
}

/** The call that is to be admitted. Who asks for it has been found to be a page of this service. */
export interface AskedAdmission {
  readonly operation: OperationName;
  /** Who pays; null for the trial. */
  readonly payer: HiddenKey | null;
  /** Of the person at the page, as `addressOf` gives it. */
  readonly address: string;
}

/** What the page shows and offers to any person. */
export interface PlaygroundState {
  /** Photos that a visitor without an account may still try today, of how many, and their most pixels. */
  readonly trial: { readonly left: number; readonly perDay: number; readonly maxPixels: number };
  /** Whether pictures are fetched from addresses. */
  readonly fetchesAddresses: boolean;
  /** Whether a call may have points. */
  readonly takesPoints: boolean;
}

/** What the API's entrypoint `Playground` is asked. */
export interface PlaygroundCalls {
  /** @param address of the person at the page, as `addressOf` gives it */
  state(address: string): Promise<PlaygroundState>;
  /**
   * Gives what admits that call, from that address, once, within 60 seconds.
   * @returns a value of `X-Admission`
   */
  admission(asked: AskedAdmission): Promise<string>;
}
