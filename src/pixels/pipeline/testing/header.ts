/** What a file says of itself, for tests. */
import type { Header } from '../picture/header.ts';

/** Of an upright JPEG of 8 bits with nothing unusual to it, and what is changed in it. */
export function headerWith(changes: Partial<Header> = {}): Header {
  return {
    format: 'jpeg',
    widthPx: 1000,
    heightPx: 1000,
    orientation: 1,
    colour: 'rgb',
    bitsPerSample: 8,
    hasAlpha: false,
    animated: false,
    wholeFrame: false,
    hasIcc: false,
    ...changes,
  };
}
