/** CRC-32 as in zip and PNG: reflected polynomial 0xEDB88320, initial and final value 0xFFFFFFFF. */

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/**
 * @param text ASCII
 * @returns integer from 0 to 2^32 - 1
 */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc = (crc >>> 8) ^ table[(crc ^ text.charCodeAt(index)) & 0xff];
  }
  return (crc ^ 0xffffffff) >>> 0;
}
