/** From anything that was thrown to the refusal in remove.bg's error format. */

import type { ImageSource } from '../../contract/encoding.ts';
import type { Refusal } from '../../contract/refusals.ts';
import { inRemovebgWords } from '../../contract/removebg/refusals.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { type RequestNames, refusalOf } from '../answer/refuse.ts';

/** The refusal of a failure, which is logged with its cause where it is ours. */
export function removebgRefusalOf(failure: unknown, source: ImageSource, heic: boolean, names: RequestNames): Refusal {
  const nothingFound = failure instanceof ImageFault && failure.kind === 'absent';
  return inRemovebgWords(refusalOf(failure, source, heic, names), nothingFound);
}
