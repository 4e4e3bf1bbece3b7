/** PNG files with damages: each is read whole, refused, or beyond the decoder, within its grant; the next good one is read. */
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accidents, suffer } from '../../../../test/accidents.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import { BeyondRowDecoder } from '../row-decoder.ts';
import { chunk, noise, type PngFields, png } from '../testing/png-files.ts';
import { rowsOf } from '../testing/windows.ts';
import { checkPngRows, openPngRows, type PngRowsOptions } from './png-rows.ts';

const options = { grantedBytes: 2 ** 20 } satisfies PngRowsOptions;
const size = { widthPx: 41, heightPx: 31 };
const palette = chunk('PLTE', noise(48, 1).subarray(1));
const originals: readonly PngFields[] = [
  { ...size, bits: 8, colourType: 2, raw: noise(41 * 3, 31) },
  { ...size, bits: 8, colourType: 6, raw: noise(41 * 4, 31, 15), split: 100 },
  { ...size, bits: 16, colourType: 2, raw: noise(41 * 6, 31, 1), before: [chunk('tRNS', Buffer.alloc(6))] },
  { ...size, bits: 16, colourType: 4, raw: noise(41 * 4, 31) },
  { ...size, bits: 4, colourType: 3, raw: noise(21, 31), before: [palette, chunk('tRNS', Buffer.of(0, 99))] },
  { ...size, bits: 1, colourType: 0, raw: noise(6, 31), split: 5 },
];
/** A damaged header may claim much more. */
const maxRowsRead = 200;

/** What became of a file: its last row was read, or it was refused. */
async function read(file: Uint8Array, part: number): Promise<'whole' | 'refused'> {
  try {
    const decoder = openPngRows(file, options);
    const widthPx = Math.max(1, Math.floor(decoder.widthPx * part));
    const topPx = Math.floor((decoder.heightPx - 1) * (1 - part));
    decoder.window({ leftPx: decoder.widthPx - widthPx, topPx, widthPx, heightPx: decoder.heightPx - topPx });
    const row = new Uint8Array(widthPx * decoder.channels);
    let rows = 0;
    while (rows < maxRowsRead && decoder.read(1, row) === 1) rows++;
    expect(rows).toBe(Math.min(maxRowsRead, decoder.heightPx - topPx));
    expect(decoder.heldBytes).toBeLessThanOrEqual(options.grantedBytes);
    if (rows < maxRowsRead) await checkPngRows(file, options);
    return 'whole';
  } catch (fault) {
    if (!(fault instanceof BeyondRowDecoder)) expect(fault).toBeInstanceOf(ImageFault);
    // Traps are refused like broken data, but none is known.
    if (fault instanceof Error) expect(fault.cause).not.toBeInstanceOf(WebAssembly.RuntimeError);
    return 'refused';
  }
}

it('reads or refuses 500 of them', async () => {
  const count = { whole: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.nat(originals.length - 1),
      accidents(200),
      // Of chunks the checksums tell; what gets by them is damaged within the stream.
      fc.boolean(),
      fc.double({ min: 0.05, max: 1, noNaN: true }),
      async (index, accident, isInside, part) => {
        const fields = originals[index];
        const damaged = isInside
          ? png({ ...fields, stream: suffer(deflateSync(fields.raw), accident) })
          : suffer(png(fields), accident);
        count[await read(damaged, part)]++;
        expect(await read(png(fields), part)).toBe('whole');
      },
    ),
    { numRuns: 500, seed: 47 },
  );
  for (const each of Object.values(count)) expect(each).toBeGreaterThan(20);
});

it('a cut file is the whole picture, or refused', async () => {
  for (const fields of originals) {
    const file = png(fields);
    const whole = rowsOf(openPngRows(file, options));
    for (let length = 33; length < file.length; length += 7) {
      const cut = file.subarray(0, length);
      const outcome = await read(cut, 1);
      if (outcome === 'refused') await expect(checkPngRows(cut, options)).rejects.toThrow(ImageFault);
      if (outcome === 'whole') expect(rowsOf(openPngRows(cut, options)).equals(whole)).toBe(true);
      else expect(length).toBeLessThan(file.length - 16);
    }
    expect(await read(file.subarray(0, file.length >> 1), 1)).toBe('refused');
  }
});
