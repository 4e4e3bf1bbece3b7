/** TIFF files of every kind, and damage to them. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { difference, fixture, openRaw } from './testing/fixture.ts';
import { directoryFirst } from './testing/tiff-layout.ts';

async function refusal(file: Uint8Array): Promise<string> {
  const fault: unknown = await openRaw(file).catch((cause: unknown) => cause);
  expect(fault).toBeInstanceOf(ImageFault);
  return (fault as ImageFault).message;
}

/** Overwrites the first value of a tag of the first directory, which is behind the header. */
function withTag(file: Uint8Array, id: number, value: number): Uint8Array {
  const changed = directoryFirst(file);
  const view = new DataView(changed.buffer);
  const littleEndian = changed[0] === 0x49;
  for (let entry = 0; entry < view.getUint16(8, littleEndian); entry++) {
    const at = 10 + entry * 12;
    if (view.getUint16(at, littleEndian) === id) view.setUint16(at + 8, value, littleEndian);
  }
  return changed;
}

describe('tiles', () => {
  // libvips passes over the errors of most codecs here unless its warnings count.
  it.each(['lzw', 'deflate', 'packbits', 'none', 'jpeg'] as const)('%s: cut ones are refused', async (compression) => {
    const tiled = { compression, tile: true, tileWidth: 32, tileHeight: 16 } as const;
    const file = directoryFirst(new Uint8Array(await sharp(fixture('png-rgb.png')).tiff(tiled).toBuffer()));
    expect(await openRaw(file)).toMatchObject({ widthPx: 61, heightPx: 43 });
    for (const bytes of [1, 100, 500]) expect(await refusal(file.slice(0, file.length - bytes))).toContain('damaged');
  });
});

describe('planes in tiles', () => {
  const names = ['tiff-planar-tiled.tif', 'tiff-planar-tiled-16-alpha.tif', 'tiff-planar-tiled-big.tif'];
  it.each(names)('%s: a file that lacks bytes of its last tile is refused', async (name) => {
    const file = fixture(name);
    for (const bytes of [1, 40, 900]) expect(await refusal(file.slice(0, file.length - bytes))).toContain('last pixel');
  });

  it('that are damaged are refused', async () => {
    const file = fixture('tiff-planar-tiled.tif');
    file.fill(0xff, file.length - 300, file.length - 200);
    expect(await refusal(file)).toContain('damaged');
  });

  it('of more samples than colours are read as far as the colours go', async () => {
    const file = fixture('tiff-planar-tiled.tif');
    expect((await openRaw(withTag(file, 277, 60))).samples).toEqual((await openRaw(file)).samples);
  });
});

describe('samples', () => {
  it('of no stated meaning are not alpha', async () => {
    expect((await openRaw(fixture('tiff-extra-unspecified.tif'))).channels).toBe(3);
  });

  it('beyond the first alpha do not count', async () => {
    const raw = Buffer.alloc(8 * 8 * 4, 90);
    const five = await sharp(raw, { raw: { width: 8, height: 8, channels: 4 } })
      .joinChannel(Buffer.alloc(64, 3), { raw: { width: 8, height: 8, channels: 1 } })
      .tiff({ compression: 'none' })
      .toBuffer();
    expect((await sharp(five).metadata()).channels).toBe(5);
    expect(await openRaw(new Uint8Array(five))).toMatchObject({ channels: 4, samples: new Uint8Array(raw) });
  });

  it('of 32-bit integers are refused by name', async () => {
    expect(await refusal(withTag(fixture('tiff-icc.tif'), 258, 32))).not.toContain('32-bit');
    const wide = withTag(fixture('tiff-grey.tif'), 258, 32);
    expect(await refusal(wide)).toBe('The TIFF file has 32-bit integer samples; please save it with 8 or 16');
  });
});

it('reads 8-bit L*a*b* without touching the file', async () => {
  const file = fixture('tiff-lab.tif');
  const before = file.slice();
  await openRaw(Buffer.from(file.buffer));
  expect(file).toEqual(before);
});

it('reads ICC L*a*b* around 128', async () => {
  const cie = await openRaw(fixture('tiff-lab.tif'));
  const icc = await openRaw(withTag(fixture('tiff-lab.tif'), 262, 9));
  expect(difference(cie, icc).colour).toBeGreaterThan(50);
});

it('refuses colour spaces that nothing here knows', async () => {
  expect(await refusal(withTag(fixture('tiff-orientation-6.tif'), 262, 32844))).toContain('rare kind');
});
