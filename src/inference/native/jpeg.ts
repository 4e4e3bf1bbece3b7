/** JPEG: libvips decodes. Its own warnings are not used, because it warns of a missing end marker too. */
import { ByteReader } from '../../pixels/pipeline/picture/bytes.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import { checkJpegComplete } from '../../pixels/pipeline/picture/jpeg-walk.ts';
import type { Picture } from '../../pixels/pipeline/picture/picture.ts';
import { jpegSegments } from '../../pixels/pipeline/probe/jpeg.ts';
import { decodeWithLibvips } from './libvips.ts';

/**
 * Decodes a JPEG file that holds every pixel of its picture. Of arithmetic-coded files the decoder judges that itself,
 * and they need their end marker.
 * @throws ImageFault
 */
export async function openJpeg(file: Uint8Array, header: Header): Promise<Picture> {
  if (header.bitsPerSample !== 8) {
    const bits = header.bitsPerSample;
    throw new ImageFault('invalid', `The JPEG file has ${bits} bits a sample; please save it with 8`);
  }
  if (isArithmetic(file)) return decodeWithLibvips(file, header, 'warning');
  await checkJpegComplete(file);
  return decodeWithLibvips(file, header, 'none');
}

/** SOF9 to SOF11 and SOF13 to SOF15: ITU-T T.81 table B.1. */
function isArithmetic(file: Uint8Array): boolean {
  for (const { marker } of jpegSegments(new ByteReader(file))) {
    if (marker >= 0xc9 && marker <= 0xcf && marker !== 0xcc) return true;
  }
  return false;
}
