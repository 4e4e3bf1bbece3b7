/** Makes a refusal in remove.bg's error format of anything that was thrown. */

import type { ImageSource } from '../../contract/encoding.ts';
import { type Refusal, Refused } from '../../contract/refusals.ts';
import type { ErrorCode } from '../../contract/removebg/codes.ts';
import { inRemovebgWords } from '../../contract/removebg/refusals.ts';
import { BackgroundFault, HeaderFault, ImageFault, SizeFault } from '../../pixels/pipeline/picture/fault.ts';
import { type RequestNames, refusalOf } from '../answer/refuse.ts';

/** The refusal of a failure; a fault of the service is logged with its cause. */
export function removebgRefusalOf(failure: unknown, source: ImageSource, heic: boolean, names: RequestNames): Refusal {
  return inRemovebgWords(refusalOf(failure, source, heic, names), codeOfPicture(failure));
}

/** What the fault of a picture, or of a background, is called; null where its refusal says all. */
function codeOfPicture(failure: unknown): ErrorCode | null {
  const { cause } = failure instanceof Refused ? failure : {};
  const fault = cause instanceof BackgroundFault ? cause.cause : failure;
  if (fault instanceof HeaderFault) return 'invalid_dimensions';
  if (fault instanceof SizeFault) return 'resolution_too_high';
  return fault instanceof ImageFault && fault.kind === 'absent' ? 'unknown_foreground' : null;
}
