/** Zlib streams that fuzzing of PNG begins with: of small pictures of each colour and depth, with what a reader does after each. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { noise } from '../../../src/pixels/codecs/testing/png-files.ts';

/** Bits and samples of a pixel, in the order of `kinds` in target.c. */
const kinds = [1, 2, 4, 8, 8, 16, 16, 16, 32, 24, 24, 48, 48, 32, 64];
const sizes = [
  [37, 19],
  [300, 40],
  [1, 200],
] as const;
/** Bytes of a piece of the stream in 16, and steps of an even number that read, of an odd one that pass over. */
const steps = [
  [255, 20, 21, 2, 4],
  [1, 0, 8, 0, 8],
] as const;
const levels = [0, 1, 9];

/** Writes them into a folder. */
export function writePngSeeds(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [kind, bits] of kinds.entries()) {
    for (const [index, [width, height]] of sizes.entries()) {
      const raw = noise(Math.ceil((width * bits) / 8), height, index === 0 ? 255 : 7);
      const plan = Buffer.from([
        width - 1,
        (width - 1) >> 8,
        height - 1,
        (height - 1) >> 8,
        kind,
        1,
        ...steps[index % 2],
      ]);
      for (const level of levels) {
        writeFileSync(
          path.join(folder, `${kind}-${index}-${level}`),
          Buffer.concat([deflateSync(raw, { level }), plan]),
        );
      }
    }
  }
}
