/** How much memory a picture takes while it is worked on, told from its header. */
import type { Header } from '../../pipeline/header.ts';

const MIB = 1024 * 1024;
/** Runtime, tensors, strips of the result and libvips' own buffers, whatever the size of the picture. */
const FIXED_BYTES = 96 * MIB;

/**
 * Peak bytes of a child process for this picture.
 * @param fileBytes length of the file, which stays in memory
 */
export function neededBytes(header: Header, fileBytes: number): number {
  return FIXED_BYTES + 2 * fileBytes + header.widthPx * header.heightPx * bytesPerPixel(header);
}

/** The frame (3 or 4 bytes) and what its decoder holds beside it, measured. */
function bytesPerPixel(header: Header): number {
  return header.hasAlpha ? 4 : 3;
}
