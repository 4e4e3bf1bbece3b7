/** How a call is admitted: what admits it and holds its price, and which pictures it may send. */
import type { ScopeName, Task } from '../../contract/operations.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import type { Exchange } from '../exchange.ts';
import { admit } from './admission.ts';
import type { Hold } from './hold.ts';

export interface AdmissionPolicy {
  /**
   * Admits a processing call and takes its hold, before the body is read.
   * @throws Refused
   */
  admit(exchange: Exchange, operation: ScopeName): Promise<Hold>;
  /** Whether it may name pictures by their address. */
  readonly fetches: boolean;
  /**
   * Refuses a valid picture that this policy does not allow, before any network works on it.
   * @throws ImageFault, Refused
   */
  checkPicture(header: Header, file: Uint8Array, task: Task): void | Promise<void>;
}

/** Calls of the API: by the key in their header, with any picture within the limits. */
export const byApiKey: AdmissionPolicy = { admit, fetches: true, checkPicture: () => {} };
