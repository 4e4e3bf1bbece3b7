/** Whether the body of a 200 is the picture that was asked for, to its last byte. */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { ProcessingOperation } from '../../src/contract/operations.ts';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Members that may hold a PNG as Base64. */
const pictureMembers = ['img_without_background_base64', 'alpha_base64', 'shadow_base64'] as const;

export interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Checks the body of a 200.
 * @param size of the upright picture that was sent
 * @param decoded whether every pixel is read too, which takes time
 * @returns the first fault; null when it is whole
 */
export async function faultOf(
  operation: ProcessingOperation,
  body: Buffer,
  size: PictureSize,
  decoded: boolean,
): Promise<string | null> {
  const pngs = operation.encoding === 'json' ? picturesOf(body) : [body];
  if (typeof pngs === 'string') return pngs;
  for (const png of pngs) {
    const fault = pngFault(png, size) ?? (decoded ? await pixelFault(png) : null);
    if (fault) return fault;
  }
  return null;
}

function picturesOf(body: Buffer): Buffer[] | string {
  let members: Readonly<Record<string, unknown>>;
  try {
    members = JSON.parse(body.toString('latin1'));
  } catch {
    return `JSON that cannot be parsed, ${body.length} bytes`;
  }
  const texts = pictureMembers.map((name) => members[name]).filter((text) => typeof text === 'string');
  return texts.length > 0 ? texts.map((text) => Buffer.from(text, 'base64')) : 'JSON without a picture';
}

/** PNG (Third Edition), section 5: signature, chunks with their checksums, IEND last and nothing after it. */
function pngFault(png: Buffer, { widthPx, heightPx }: PictureSize): string | null {
  if (!png.subarray(0, 8).equals(signature)) return `no PNG, ${png.length} bytes`;
  if (png.length < 33) return 'a PNG without a header';
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (width !== widthPx || height !== heightPx) return `${width}×${height} in place of ${widthPx}×${heightPx}`;
  for (let at = 8; at + 12 <= png.length; ) {
    const bytes = png.readUInt32BE(at);
    const end = at + 12 + bytes;
    if (end > png.length) break;
    if (crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4)) return `a wrong checksum at byte ${at}`;
    if (png.toString('latin1', at + 4, at + 8) === 'IEND') {
      return end === png.length ? null : `${png.length - end} bytes after the end of the PNG`;
    }
    at = end;
  }
  return `a PNG cut at byte ${png.length}`;
}

async function pixelFault(png: Buffer): Promise<string | null> {
  try {
    await sharp(png, { failOn: 'warning', limitInputPixels: false }).stats();
    return null;
  } catch (cause) {
    return `a PNG that does not decode: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}
