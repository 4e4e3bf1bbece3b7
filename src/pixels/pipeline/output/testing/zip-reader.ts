/** For tests: the files in a ZIP, by its directory. Whatever of it contradicts itself is an error. */
import { crc32, inflateRawSync } from 'node:zlib';

/** @throws Error where the two are not the same */
function same(found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`Found ${found} where ${expected} should be`);
}

/** Files by name, in the order of the directory. */
export function readZip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.length - 22;
  same(zip.readUInt32LE(end), 0x06054b50);
  const [count, directoryBytes, directoryAt] = [
    zip.readUInt16LE(end + 10),
    zip.readUInt32LE(end + 12),
    zip.readUInt32LE(end + 16),
  ];
  same(directoryAt + directoryBytes, end);
  const files = new Map<string, Buffer>();
  let at = directoryAt;
  for (let entry = 0; entry < count; entry++) {
    same(zip.readUInt32LE(at), 0x02014b50);
    const [checksum, stored, bytes, nameBytes] = [
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes);
    const local = zip.readUInt32LE(at + 42);
    same(zip.readUInt32LE(local), 0x04034b50);
    same(zip.toString('utf8', local + 30, local + 30 + nameBytes), name);
    const data = zip.subarray(local + 30 + nameBytes, local + 30 + nameBytes + stored);
    const file = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(data) : data;
    same(file.length, bytes);
    same(crc32(file), checksum);
    files.set(name, file);
    at += 46 + nameBytes;
  }
  same(at, end);
  return files;
}
