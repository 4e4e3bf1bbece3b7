/** HEIC and AVIF that say their colours by number: samples stay and are labelled, PQ and HLG become sRGB. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  type Container,
  codedPicture,
  mastering,
  nclx,
  writeContainer,
} from '../../../test/fixtures/pictures/make/heif.ts';
import { writeSequence } from '../../../test/fixtures/pictures/make/heif-sequence.ts';
import { bt2020Primaries } from '../../pixels/pipeline/colour/code-points.ts';
import { type HighDynamicRange, labelsOf } from '../../pixels/pipeline/colour/colour.ts';
import { highDynamicRangeToSrgb } from '../../pixels/pipeline/picture/high-dynamic-range.ts';
import { fixture, openFile, rawOf } from './testing/fixture.ts';

const report = (name: string) => readFileSync(new URL(`../../../test/fixtures/reports/${name}`, import.meta.url));
const p3 = { primaries: 12, transfer: 13, matrix: 0, fullRange: true };
const p3Labels = labelsOf({ kind: 'code points', codePoints: p3 });

/** A file with other numbers in its `colr`. */
function renumbered(file: Buffer, primaries: number, transfer: number): Uint8Array {
  const changed = Buffer.from(file);
  const at = changed.indexOf('colrnclx') + 8;
  changed.writeUInt16BE(primaries, at);
  changed.writeUInt16BE(transfer, at + 2);
  return new Uint8Array(changed);
}

const opened = (file: Buffer) => openFile(new Uint8Array(file));

/** Samples of PQ or HLG as the recommendation has them in sRGB. */
function converted(range: HighDynamicRange, most: number, samples: Uint8Array | Uint16Array): Uint8Array {
  const into = new Uint8Array(samples.length);
  highDynamicRangeToSrgb(range, most)(samples, 3, into);
  return into;
}

/** Whether samples are equal; a list of where they are not would be long. */
function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a).equals(Buffer.from(b));
}

const pq = { kind: 'pq', primaries: bt2020Primaries, fullRange: true } as const;
const hlg = { kind: 'hlg', primaries: bt2020Primaries, fullRange: true } as const;

describe.each(['avif', 'heic'] as const)('%s', (format) => {
  const file = report(`${format}-nclx-p3.${format}`);
  const coded = codedPicture(Buffer.from(fixture(`${format}-turn-1.${format}`)));
  const written = (more: Partial<Container>) => writeContainer({ brand: format, pictures: [coded], ...more });

  /** Samples of a file of sRGB; those of AVIF with chroma that is shared, as PQ and HLG keep it. */
  const storedIn = async (srgb: Uint8Array) =>
    format === 'heic' ? rawOf(await openFile(srgb)).samples : sharp(srgb).toColourspace('srgb').raw().toBuffer();

  it('of Display P3 keeps its samples and gets a profile', async () => {
    const picture = await opened(file);
    expect(areEqual(rawOf(picture).samples, rawOf(await openFile(renumbered(file, 1, 13))).samples)).toBe(true);
    expect(picture.icc?.length).toBeGreaterThan(400);
    expect(picture).toMatchObject({ icc: p3Labels.icc, codePoints: p3 });
  });

  it('of sRGB gets none', async () => {
    const { icc, codePoints } = await openFile(renumbered(file, 1, 13));
    expect([icc, codePoints]).toEqual([null, undefined]);
  });

  it('with a profile keeps that one', async () => {
    const icc = Buffer.from((await openFile(fixture(`${format}-icc.${format}`))).icc ?? []);
    const picture = await opened(written({ icc, properties: [nclx(12, 13, 6)] }));
    expect(Buffer.from(picture.icc ?? [])).toEqual(icc);
    expect(picture.codePoints).toBeUndefined();
  });

  it('of tiles in Display P3 is labelled', async () => {
    const { widthPx, heightPx } = coded;
    const grid = { columns: 2, rows: 1, widthPx: widthPx * 2, heightPx };
    const file = written({ pictures: [coded, coded], grid, codedProperties: [nclx(12, 13, 6)] });
    expect(await opened(file)).toMatchObject({ icc: p3Labels.icc, codePoints: p3 });
  });

  it('that is a sequence in Display P3 is labelled', async () => {
    const tracks = [{ pictures: [coded, coded], properties: [nclx(12, 13, 6)] }];
    const file = writeSequence({ brand: format === 'avif' ? 'avis' : 'hevc', tracks });
    expect(await opened(file)).toMatchObject({ icc: p3Labels.icc, codePoints: p3 });
  });

  it.each([
    ['PQ', 16, pq],
    ['HLG', 18, hlg],
  ] as const)('of 8-bit %s becomes sRGB', async (_, transfer, range) => {
    const stored = await storedIn(renumbered(file, 1, 13));
    const picture = await openFile(renumbered(file, 9, transfer));
    expect(picture.icc).toBeNull();
    expect(areEqual(rawOf(picture).samples, converted(range, 255, stored))).toBe(true);
  });

  it('of PQ counts the peak of its mastering display', async () => {
    const stored = await storedIn(new Uint8Array(written({ properties: [nclx(1, 13, 6)] })));
    const picture = await opened(written({ properties: [nclx(9, 16, 6), mastering(4000)] }));
    expect(areEqual(rawOf(picture).samples, converted({ ...pq, masteringPeak: 4000 }, 255, stored))).toBe(true);
    expect(areEqual(rawOf(picture).samples, converted(pq, 255, stored))).toBe(false);
  });
});

describe('PQ of more than 8 bits', () => {
  it('in AVIF keeps its low bits until it is sRGB', async () => {
    const file = report('avif-nclx-pq.avif');
    const { data } = await sharp(file)
      .toColourspace('rgb16')
      .raw({ depth: 'ushort' })
      .toBuffer({ resolveWithObject: true });
    const words = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
    const picture = await opened(file);
    expect(picture.icc).toBeNull();
    const tenBits = words.map((word) => word >> 6);
    expect(areEqual(rawOf(picture).samples, converted(pq, 1023, tenBits))).toBe(true);
  });

  it('in HEIC keeps its low bits until it is sRGB', async () => {
    const coded = codedPicture(Buffer.from(fixture('heic-10-bit.heic')));
    const written = (transfer: number) =>
      writeContainer({ brand: 'heic', pictures: [coded], properties: [nclx(9, transfer, 6)] });
    const stored = rawOf(await opened(written(13))).samples;
    const { samples } = rawOf(await opened(written(16)));
    // Of the eight bits that are known here, four values of ten are possible.
    const least = converted(
      pq,
      1023,
      Uint16Array.from(stored, (sample) => sample << 2),
    );
    const most = converted(
      pq,
      1023,
      Uint16Array.from(stored, (sample) => (sample << 2) | 3),
    );
    const off = samples.filter(
      (sample, at) => sample < Math.min(least[at], most[at]) - 8 || sample > Math.max(least[at], most[at]) + 8,
    );
    expect(off.length).toBeLessThan(samples.length / 100);
    expect(areEqual(samples, least)).toBe(false);
    expect(areEqual(samples, converted(pq, 255, stored))).toBe(false);
  });
});
