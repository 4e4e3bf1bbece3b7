/** What sets operations apart where their description is concerned. */
import type { ProcessingOperation } from '../operations.ts';

/** Whether the operation is one for vehicles. */
export function isCar({ result }: ProcessingOperation): boolean {
  return result === 'car-cutout' || result === 'car-layers';
}
