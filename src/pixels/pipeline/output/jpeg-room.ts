/** The memory that writing a JPEG by rows takes, known from its size. */
import type { Size } from '../plane/region.ts';

/** Of RGB whose colours are halved both ways: one and a half samples of two bytes. */
const coefficientBytes = 3;
/** Most bytes of coefficients that are held so that codes are fitted to them, which makes files some percent smaller. */
const mostHeldBytes = 12 * 1024 * 1024;
/** Most pixels that are coded together, in each direction. */
const unitPx = 16;

/** Whether the codes of a JPEG are those that suit it best. Others have the standard's: ITU-T T.81, annex K.3. */
export function hasFittedCodes(size: Size): boolean {
  return coefficientsOf(size) <= mostHeldBytes;
}

/** All that the encoder takes. */
export function jpegEncoderBytes(size: Size): number {
  return 512 * 1024 + size.widthPx * 256 + (hasFittedCodes(size) ? coefficientsOf(size) : 0);
}

function coefficientsOf({ widthPx, heightPx }: Size): number {
  return (widthPx + unitPx) * (heightPx + unitPx) * coefficientBytes;
}
