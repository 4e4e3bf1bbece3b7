/** JPEG files with damages: each is read, refused, or beyond the decoder, within its grant; the next good one is read. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { accidents, suffer } from '../../../../test/accidents.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { BeyondRowDecoder, type RowDecoder } from '../row-decoder.ts';
import { rowsOf } from '../testing/windows.ts';
import { indexJpeg, type JpegRowsOptions, openJpegRows } from './jpeg-rows.ts';

const options = { eighths: 8, grantedBytes: 8 * 2 ** 20, maxScans: 100 } as const satisfies JpegRowsOptions;
const fixture = (name: string) => readFileSync(new URL(`../../../../test/fixtures/${name}`, import.meta.url));
const drawn = sharp(fixture('photos/grace_hopper.jpg')).resize(41, 31, { fit: 'fill' });
/** A damaged header may claim much more. */
const maxRowsRead = 200;

const files = Promise.all([
  drawn.clone().jpeg().toBuffer(),
  drawn.clone().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
  drawn.clone().jpeg({ progressive: true }).toBuffer(),
  drawn.clone().jpeg({ mozjpeg: true }).toBuffer(),
  drawn.clone().toColourspace('b-w').jpeg({ progressive: true }).toBuffer(),
  fixture('pictures/input/jpeg-restart.jpg'),
  fixture('pictures/input/jpeg-arithmetic.jpg'),
]);

/** What became of a file. */
async function read(
  file: Uint8Array,
  eighths: JpegRowsOptions['eighths'],
  part: number,
): Promise<'whole' | 'damaged' | 'refused'> {
  try {
    const decoder = openJpegRows(file, { ...options, eighths });
    const widthPx = Math.max(1, Math.floor(decoder.widthPx * part));
    const topPx = Math.floor((decoder.heightPx - 1) * (1 - part));
    decoder.window({ leftPx: decoder.widthPx - widthPx, topPx, widthPx, heightPx: decoder.heightPx - topPx });
    const row = new Uint8Array(widthPx * decoder.channels);
    let rows = 0;
    while (rows < maxRowsRead && decoder.read(1, row) === 1) rows++;
    expect(rows).toBe(Math.min(maxRowsRead, decoder.heightPx - topPx));
    expect(decoder.heldBytes).toBeLessThanOrEqual(options.grantedBytes);
    await expectSameByIndex(file, eighths, decoder);
    return decoder.damage.warnings > 0 ? 'damaged' : 'whole';
  } catch (fault) {
    if (!(fault instanceof BeyondRowDecoder)) expect(fault).toBeInstanceOf(ImageFault);
    // Traps are refused like broken data, but none is known.
    if (fault instanceof Error) expect(fault.cause).not.toBeInstanceOf(WebAssembly.RuntimeError);
    return 'refused';
  }
}

/** What can be read by an index is read alike: the left half of the picture. */
async function expectSameByIndex(
  file: Uint8Array,
  eighths: JpegRowsOptions['eighths'],
  decoder: RowDecoder,
): Promise<void> {
  const byIndex = await openedByIndex(file, eighths);
  if (!byIndex) return;
  const heightPx = Math.min(maxRowsRead, decoder.heightPx);
  const window = { leftPx: 0, topPx: 0, widthPx: Math.ceil(decoder.widthPx / 2), heightPx };
  expect(rowsOf(byIndex, window).equals(rowsOf(decoder, window))).toBe(true);
  expect(byIndex.heldBytes).toBeLessThanOrEqual(options.grantedBytes);
}

async function openedByIndex(file: Uint8Array, eighths: JpegRowsOptions['eighths']): Promise<RowDecoder | null> {
  try {
    return openJpegRows(file, { ...options, eighths }, await indexJpeg(file, options, 16));
  } catch (fault) {
    // Several scans, and arithmetic coding.
    expect(fault).toBeInstanceOf(BeyondRowDecoder);
    return null;
  }
}

it('reads or refuses 500 of them', async () => {
  const originals = await files;
  const count = { whole: 0, damaged: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.nat(originals.length - 1),
      accidents(1200),
      fc.constantFrom(1, 2, 4, 5, 8),
      fc.double({ min: 0.05, max: 1, noNaN: true }),
      async (index, accident, eighths, part) => {
        count[await read(suffer(originals[index], accident), eighths, part)]++;
        expect(await read(originals[index], eighths, part)).toBe('whole');
      },
    ),
    { numRuns: 500, seed: 47 },
  );
  for (const each of Object.values(count)) expect(each).toBeGreaterThan(20);
});
