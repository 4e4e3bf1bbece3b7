/** How a call gets in: who admits it and holds its price, and which pictures it may bring. */
import type { ScopeName } from '../../contract/operations.ts';
import type { Header } from '../../pipeline/picture/header.ts';
import type { Exchange } from '../exchange.ts';
import { admit } from './admission.ts';
import type { Hold } from './hold.ts';

export interface Entrance {
  /**
   * Admits a processing call and takes its hold, before the body is read.
   * @throws Refused
   */
  admit(exchange: Exchange, operation: ScopeName): Promise<Hold>;
  /** Whether pictures are fetched for it from addresses. */
  readonly fetches: boolean;
  /**
   * Refuses what is fine in itself and not for this way in.
   * @throws ImageFault
   */
  checkPicture(header: Header): void;
}

/** Calls of the contract: by the key in their header, with any picture within the limits. */
export const byApiKey: Entrance = { admit, fetches: true, checkPicture: () => {} };
