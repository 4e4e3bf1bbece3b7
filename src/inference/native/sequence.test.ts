/** Image sequences of HEIC and AVIF: the first frame, as its still picture is. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { box, codedPicture, fullBox, writeContainer } from '../../../test/fixtures/pictures/make/heif.ts';
import { type Sequence, writeSequence } from '../../../test/fixtures/pictures/make/heif-sequence.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { probe } from '../../pixels/pipeline/probe/probe.ts';
import { difference, fixture, openFile, openRaw, type Raw } from './testing/fixture.ts';

const formats = [
  { format: 'avif', brand: 'avis' },
  { format: 'heic', brand: 'hevc' },
] as const;

/** Two pictures that differ in their sides, so that one is not taken for the other. */
function frames(format: 'avif' | 'heic') {
  return ['turn-1', 'grid'].map((name) => codedPicture(Buffer.from(fixture(`${format}-${name}.${format}`))));
}

const opened = (file: Buffer): Promise<Raw> => openRaw(new Uint8Array(file));
const sameAs = (still: Raw) => ({ size: `${still.widthPx}x${still.heightPx}`, colour: 0, mean: 0, alpha: 0 });

describe.each(formats)('$format', ({ format, brand }) => {
  const pictures = frames(format);
  const still = opened(writeContainer({ brand: format, pictures: pictures.slice(0, 1) }));
  const sequence = (more: Partial<Sequence> = {}) => writeSequence({ brand, tracks: [{ pictures }], ...more });

  it.each<[string, Partial<Sequence>]>([
    ['plain', {}],
    ['of the general brand', { brand: 'msf1' }],
    ['with wide offsets', { wideOffsets: true }],
    ['with short sizes', { sizeBits: 16 }],
    ['with an edit list', { skipsFirst: true }],
    ['behind a track of another codec', { tracks: [{ pictures, type: 'avc1' }, { pictures }] }],
  ])('%s', async (_, more) => {
    const file = sequence(more);
    expect(probe(new Uint8Array(file))).toMatchObject({ format, animated: true, hasAlpha: false });
    expect(difference(await opened(file), await still)).toEqual(sameAs(await still));
  });

  it('turned and mirrored by its sample entry', async () => {
    const properties = [box('irot', Buffer.of(1)), box('imir', Buffer.of(1))];
    const expected = await opened(
      writeContainer({ brand: format, pictures: pictures.slice(0, 1), turn: 1, mirror: 1 }),
    );
    const file = sequence({ tracks: [{ pictures, properties }] });
    const { widthPx, heightPx } = probe(new Uint8Array(file));
    expect([widthPx, heightPx]).toEqual([expected.widthPx, expected.heightPx]);
    expect(difference(await opened(file), expected)).toEqual(sameAs(expected));
  });

  it('keeps the profile of its sample entry', async () => {
    const icc = Buffer.from((await openFile(fixture(`${format}-icc.${format}`))).icc ?? []);
    const properties = [box('colr', Buffer.concat([Buffer.from('prof'), icc]))];
    const file = new Uint8Array(sequence({ tracks: [{ pictures, properties }] }));
    expect(Buffer.from((await openFile(file)).icc ?? [])).toEqual(icc);
  });

  it('keeps its alpha track, straight and multiplied', async () => {
    const urn = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0';
    const alpha = { pictures, properties: [fullBox('auxi', 0, 0, Buffer.from(urn))], references: { auxl: 1 } };
    const straight = await opened(sequence({ tracks: [{ pictures }, alpha] }));
    const multiplied = await opened(sequence({ tracks: [{ pictures, references: { prem: 2 } }, alpha] }));
    const { samples } = await still;
    for (let pixel = 0; pixel < straight.widthPx * straight.heightPx; pixel++) {
      const [red, green, blue, opacity] = straight.samples.subarray(pixel * 4);
      expect([red, green, blue]).toEqual([...samples.subarray(pixel * 3, pixel * 3 + 3)]);
      // The same pictures: alpha is the luma of the colours.
      expect(Math.abs(opacity - (0.299 * red + 0.587 * green + 0.114 * blue))).toBeLessThan(24);
      const divided = opacity === 0 ? green : Math.min(255, Math.round((green * 255) / opacity));
      expect(multiplied.samples[pixel * 4 + 1]).toBe(divided);
    }
  });

  it('leaves an auxiliary track alone that is no alpha', async () => {
    const depth = fullBox('auxi', 0, 0, Buffer.from('urn:mpeg:mpegB:cicp:systems:auxiliary:depth\0'));
    const tracks = [{ pictures, properties: [depth], references: { auxl: 2 } }, { pictures }];
    expect(difference(await opened(sequence({ tracks })), await still)).toEqual(sameAs(await still));
  });

  it('is refused where its first frame is cut', async () => {
    const file = sequence({ tracks: [{ pictures: pictures.slice(0, 1) }] });
    const fault: unknown = await opened(file.subarray(0, file.length - 1)).catch((cause: unknown) => cause);
    expect(fault).toBeInstanceOf(ImageFault);
  });

  it('is named where it has no track that can be read', () => {
    const file = sequence({ tracks: [{ pictures, type: 'avc1' }] });
    expect(() => probe(new Uint8Array(file))).toThrow('The image sequence has no first frame that can be read');
  });

  it('is read where a later frame is cut', async () => {
    const file = sequence();
    expect(difference(await opened(file.subarray(0, file.length - 1)), await still)).toEqual(sameAs(await still));
  });
});

it('a reported sequence is read', async () => {
  const file = readFileSync(new URL('../../../test/fixtures/reports/avif-animated.avif', import.meta.url));
  expect(await opened(file)).toMatchObject({ widthPx: 160, heightPx: 120, channels: 3 });
});
