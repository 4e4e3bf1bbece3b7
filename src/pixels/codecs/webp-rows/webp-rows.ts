/** Lossy WebP files read by rows, as RGB or RGBA. */
import { atOnce } from '../../bounds/shared-thread.ts';
import type { RowDecoder, RowDecoderOptions } from '../row-decoder.ts';
import { windowedRows } from '../windowed-rows.ts';
import { lossyParts } from './container.ts';
import { WebpDecoder } from './decoder.ts';

/** WebP has one size. */
export interface WebpRowsOptions extends Omit<RowDecoderOptions, 'eighths'> {
  /** Whether alpha is read, where there is any. Else the picture has none. */
  readonly withAlpha: boolean;
}

/**
 * Reads the header of a lossy WebP file.
 * @param file its container ends with it, or before; is not changed, and neither may be until the reader is closed
 * @param parts of the file, whose chunks are read at once where they are left out
 * @throws ImageFault for broken data and other pictures; reading throws it, too, where rows are broken or missing
 * @throws BeyondRowDecoder where the grant is too small
 */
export function openWebpRows(
  file: Uint8Array,
  { grantedBytes, withAlpha }: WebpRowsOptions,
  { alpha, ...frame } = atOnce(lossyParts(file)),
): RowDecoder {
  return windowedRows(() => new WebpDecoder({ ...frame, alpha: withAlpha ? alpha : null }, grantedBytes), 'WebP');
}
