/** Chunks of PNG as they are written: W3C PNG Specification (Third Edition), section 5. */
import { crc32 } from './deflate.ts';

/** What every PNG file begins with: section 5.2. */
export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Section 5.3: length, type, data, CRC over type and data. */
export function pngChunk(type: string, parts: readonly Uint8Array[]): Uint8Array {
  const dataBytes = parts.reduce((total, part) => total + part.length, 0);
  const out = new Uint8Array(12 + dataBytes);
  const view = new DataView(out.buffer);
  view.setUint32(0, dataBytes);
  for (let i = 0; i < 4; i++) out[4 + i] = type.charCodeAt(i);
  let at = 8;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  view.setUint32(at, crc32(out.subarray(4, at)));
  return out;
}
