/** HEIC files about which libheif remarks something: what counts is whether every pixel is there. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seriousRemark } from './heic-remarks.ts';
import { difference, openRaw, type Raw } from './testing/fixture.ts';

const reported = (name: string): Buffer =>
  readFileSync(new URL(`../../../test/fixtures/reports/${name}`, import.meta.url));

/** 4:4:4, so that a pixel has chroma of its own; its `colr` says primaries 12, transfer 13, matrix 6, full range. */
const plain = reported('heic-nclx-p3.heic');
const colr = plain.indexOf('colrnclx') + 8;
const pixi = plain.indexOf('pixi') + 4;

/** The file with some of its bytes replaced. */
function changed(at: number, ...bytes: number[]): Uint8Array {
  const file = new Uint8Array(plain);
  file.set(bytes, at);
  return file;
}

/** The file with 24 bits, wherever they begin, replaced in its sequence parameter set. */
function changedBits(from: number, to: number): Uint8Array {
  const [start, end] = [plain.indexOf('hvcC'), plain.indexOf('colr')];
  let bits = [...plain.subarray(start, end)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const text = (value: number) => value.toString(2).padStart(24, '0');
  expect(bits.split(text(from))).toHaveLength(2);
  bits = bits.replace(text(from), text(to));
  return changed(start, ...(bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The picture of luma and chroma in RGB: ITU-T H.273, formulae 30 to 47. */
function converted({ samples, ...rest }: Raw, kr: number, kb: number, fullRange: boolean): Raw {
  const out = samples.slice();
  for (let at = 0; at < samples.length; at += 3) {
    const [cr, y, cb] = samples.subarray(at, at + 3);
    const luma = fullRange ? y / 255 : (y - 16) / 219;
    const [blue, red] = [cb, cr].map((chroma) => (chroma - 128) / (fullRange ? 255 : 224));
    const r = luma + 2 * (1 - kr) * red;
    const b = luma + 2 * (1 - kb) * blue;
    const g = (luma - kr * r - kb * b) / (1 - kr - kb);
    [r, g, b].forEach((value, channel) => {
      out[at + channel] = Math.min(255, Math.max(0, Math.round(value * 255)));
    });
  }
  return { ...rest, samples: out };
}

it.each(['heic-colr-matrix-5.heic', 'heic-colr-transfer-differs.heic'])('%s is read', async (name) => {
  expect(await openRaw(new Uint8Array(reported(name)))).toMatchObject({ widthPx: 160, heightPx: 120 });
});

describe('the colour signal of `colr` counts where the bitstream has another one', () => {
  it.each([
    ['BT.709', 1, 0.2126, 0.0722, true],
    ['BT.2020', 9, 0.2627, 0.0593, true],
    ['BT.601 of limited range', 6, 0.299, 0.114, false],
  ])('%s', async (_, matrix, kr, kb, fullRange) => {
    // Matrix 0 shows what is coded: chroma as red and blue, luma as green.
    const stored = await openRaw(changed(colr + 5, 0));
    const shown = await openRaw(changed(colr + 5, matrix, fullRange ? 0x80 : 0));
    expect(difference(shown, converted(stored, kr, kb, fullRange)).colour).toBeLessThanOrEqual(1);
  });
});

describe('values and properties that libheif does not know', () => {
  it.each([
    ['primaries in the bitstream', changedBits(0x0c0d06, 0x030d06)],
    ['a transfer in the bitstream', changedBits(0x0c0d06, 0x0c0306)],
    ['a matrix in `colr`', changed(colr + 5, 99)],
    ['the version of `pixi`', changed(pixi, 9)],
    ['a `pixi` that ends early', changed(pixi + 4, 9)],
  ])('%s', async (_, file) => {
    expect(difference(await openRaw(file), await openRaw(plain)).colour).toBe(0);
  });
});

describe('a remark that may mean lost pixels', () => {
  it('is one that is not known to be harmless', () => {
    expect(seriousRemark(['2.152', '2.133', '2.100', '2.119'], true)).toBe('2.119');
    expect(seriousRemark(['2.152', '2.134', '2.135'], false)).toBeUndefined();
  });

  it('is the end of data, where decoding was not strict', () => {
    expect(seriousRemark(['2.100'], true)).toBeUndefined();
    expect(seriousRemark(['2.152', '2.100'], false)).toBe('2.100');
  });
});
