/** The header of a background's file, within its limits. */
import type { Limits } from '../../../contract/limits.ts';
import { mostBackgroundPixels, tooManyBackgroundPixels } from '../../../contract/output/background.ts';
import { BackgroundFault, ImageFault, SizeFault } from '../picture/fault.ts';
import { type Header, pixelsToDecode } from '../picture/header.ts';
import { checkSize } from '../picture/size.ts';
import { probeInTurns } from './probe.ts';

/**
 * Reads the header of a background, while others have their turns.
 * @param heic whether HEIC is accepted
 * @throws BackgroundFault
 */
export async function probeBackground(file: Uint8Array, limits: Limits, heic: boolean): Promise<Header> {
  try {
    const header = await probeInTurns(file);
    if (header.format === 'heic' && !heic) throw new ImageFault('unsupported', 'HEIC is switched off');
    if (pixelsToDecode(header) > mostBackgroundPixels) {
      throw new SizeFault(tooManyBackgroundPixels(header.widthPx, header.heightPx));
    }
    checkSize(header, file.length, limits);
    return header;
  } catch (cause) {
    throw backgroundFaultOf(cause);
  }
}

/** The same fault, of the background; other errors stay as they are. */
export function backgroundFaultOf(cause: unknown): unknown {
  return cause instanceof ImageFault ? new BackgroundFault(cause, cause) : cause;
}
