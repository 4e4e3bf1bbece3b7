/** WebP files with damages: each is read, refused, or beyond the decoder, within its grant; the next good one is read. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { accidents, suffer } from '../../../../test/accidents.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { BeyondRowDecoder } from '../row-decoder.ts';
import { rowsOf } from '../testing/windows.ts';
import { openWebpRows, type WebpRowsOptions } from './webp-rows.ts';

const options = { grantedBytes: 8 * 2 ** 20, withAlpha: true } as const satisfies WebpRowsOptions;
const fixture = (name: string) => readFileSync(new URL(`../../../../test/fixtures/${name}`, import.meta.url));
const drawn = sharp(fixture('photos/grace_hopper.jpg')).resize(41, 31, { fit: 'fill' });
/** A damaged header may claim much more. */
const maxPixels = 200_000;

const files = Promise.all([
  drawn.clone().webp().toBuffer(),
  drawn.clone().webp({ quality: 95 }).toBuffer(),
  drawn.clone().webp({ quality: 10, preset: 'drawing' }).toBuffer(),
  drawn.clone().ensureAlpha(0.5).webp().toBuffer(),
  drawn
    .clone()
    .joinChannel(Buffer.from(Uint8Array.from({ length: 41 * 31 }, (_, at) => at * 37)), {
      raw: { width: 41, height: 31, channels: 1 },
    })
    .webp({ alphaQuality: 50 })
    .toBuffer(),
  drawn.clone().withMetadata({ orientation: 6 }).webp().toBuffer(),
]);

/** All samples; null where the file is refused, or larger. */
function read(file: Uint8Array): Buffer | null {
  try {
    const decoder = openWebpRows(file, options);
    if (decoder.widthPx * decoder.heightPx > maxPixels) return null;
    const samples = rowsOf(decoder);
    expect(decoder.heldBytes).toBeLessThanOrEqual(options.grantedBytes);
    return samples;
  } catch (fault) {
    if (!(fault instanceof BeyondRowDecoder)) expect(fault).toBeInstanceOf(ImageFault);
    // Traps are refused like broken data, but none is known.
    if (fault instanceof Error) expect(fault.cause).not.toBeInstanceOf(WebAssembly.RuntimeError);
    return null;
  }
}

it('reads or refuses 500 of them', async () => {
  const originals = await files;
  const whole = originals.map(read);
  expect(whole).not.toContain(null);
  const count = { read: 0, refused: 0 };
  fc.assert(
    fc.property(fc.nat(originals.length - 1), accidents(1200), (index, accident) => {
      count[read(suffer(originals[index], accident)) ? 'read' : 'refused']++;
      expect(Buffer.compare(read(originals[index]) ?? Buffer.of(), whole[index] ?? Buffer.of())).toBe(0);
    }),
    { numRuns: 500, seed: 47 },
  );
  for (const each of Object.values(count)) expect(each).toBeGreaterThan(20);
});
