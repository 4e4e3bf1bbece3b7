/** Small files with EXIF blocks of our own. */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** An EXIF block whose one directory has these orientations, in this order. */
export function exif(...orientations: readonly number[]): Buffer {
  const block = Buffer.alloc(14 + orientations.length * 12);
  block.write('MM\0*', 'latin1');
  block.writeUInt32BE(8, 4);
  block.writeUInt16BE(orientations.length, 8);
  orientations.forEach((value, index) => {
    const at = 10 + index * 12;
    block.writeUInt16BE(274, at);
    block.writeUInt16BE(3, at + 2);
    block.writeUInt32BE(1, at + 4);
    block.writeUInt16BE(value, at + 8);
  });
  return block;
}

/** What the files show. */
export const small = sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } });

/** A JPEG file with these EXIF blocks. */
export async function jpeg(...blocks: readonly Buffer[]): Promise<Buffer> {
  const file = await small.clone().jpeg().toBuffer();
  const segments = blocks.map((block) => {
    const segment = Buffer.concat([Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1'), block]);
    segment.writeUInt16BE(segment.length - 2, 2);
    return segment;
  });
  return Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)]);
}

/** A PNG file with these EXIF blocks. */
export async function png(...blocks: readonly Buffer[]): Promise<Buffer> {
  const file = await small.clone().png().toBuffer();
  const chunks = blocks.map((block) => {
    const chunk = Buffer.concat([Buffer.from('\0\0\0\0eXIf', 'latin1'), block, Buffer.alloc(4)]);
    chunk.writeUInt32BE(block.length);
    chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
    return chunk;
  });
  return Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33)]);
}

/** A WebP file with these EXIF blocks. */
export async function webp(...blocks: readonly Buffer[]): Promise<Buffer> {
  const file = await small.clone().webp().toBuffer();
  const chunks = blocks.map((block) => {
    const chunk = Buffer.concat([Buffer.from('EXIF\0\0\0\0'), block]);
    chunk.writeUInt32LE(block.length, 4);
    return chunk;
  });
  const whole = Buffer.concat([file, ...chunks]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}
