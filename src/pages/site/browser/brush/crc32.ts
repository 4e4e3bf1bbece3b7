/** The checksum of ZIP and PNG: CRC-32 as in ISO 3309, which browsers have no function for. */

const polynomial = 0xedb88320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ polynomial : rest >>> 1;
  return rest;
});

/** The checksum of bytes, 0 to 2³² − 1. */
export function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (let at = 0; at < bytes.length; at++) rest = table[(rest ^ bytes[at]) & 0xff] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}
