/** Makes a refusal in remove.bg's error format of anything that was thrown. */

import type { ImageSource } from '../../contract/encoding.ts';
import type { Refusal } from '../../contract/refusals.ts';
import { inRemovebgWords } from '../../contract/removebg/refusals.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { type RequestNames, refusalOf } from '../answer/refuse.ts';

/** The refusal of a failure; a fault of the service is logged with its cause. */
export function removebgRefusalOf(failure: unknown, source: ImageSource, heic: boolean, names: RequestNames): Refusal {
  const nothingFound = failure instanceof ImageFault && failure.kind === 'absent';
  return inRemovebgWords(refusalOf(failure, source, heic, names), nothingFound);
}
