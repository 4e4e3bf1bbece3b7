/** AVIF files that claim another size than they have. */
import { readFileSync } from 'node:fs';
import { inProject } from '../src/local/root.ts';

/** 60 × 42 px in 1,460 bytes. */
export function avifFixture(): Buffer {
  return readFileSync(inProject('test/fixtures/pictures/input/avif-single.avif'));
}

/** The same file with other sides in all of its extents (`ispe`, ISO/IEC 23008-12 section 6.5.3). */
export function withExtent(file: Buffer, widthPx: number, heightPx: number): Buffer {
  const changed = Buffer.from(file);
  for (let at = changed.indexOf('ispe'); at >= 0; at = changed.indexOf('ispe', at + 4)) {
    changed.writeUInt32BE(widthPx, at + 8);
    changed.writeUInt32BE(heightPx, at + 12);
  }
  return changed;
}
