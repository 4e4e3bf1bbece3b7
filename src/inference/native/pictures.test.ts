/** Every fixture decodes to what an independent decoder made of it (which one, says the fixtures' README). */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { meanTolerance, toleranceOf } from '../../../test/fixtures/pictures/tolerances.ts';
import { difference, expectedRaw, fixture, fixtureNames, openFile, rawOf } from './testing/fixture.ts';

describe('pixels', () => {
  it.each(fixtureNames)('%s', async (name) => {
    const picture = await openFile(fixture(name));
    const found = difference(rawOf(picture), await expectedRaw(name));
    expect(found.colour).toBeLessThanOrEqual(toleranceOf(name));
    expect(found.alpha).toBeLessThanOrEqual(name.startsWith('heic') ? 1 : 0);
    expect(found.mean).toBeLessThan(meanTolerance);
  });
});

describe('CMYK without a profile', () => {
  it.each(fixtureNames.filter((name) => /-cmyk\./.test(name)))(
    '%s is what the libvips of this version makes of it',
    async (name) => {
      const expected = await sharp(fixture(name)).toColourspace('srgb').raw().toBuffer();
      expect(expected.equals(rawOf(await openFile(fixture(name))).samples)).toBe(true);
    },
  );
});

describe('channels', () => {
  const transparent =
    /-(alpha|rgba|grey-alpha|trns|rgb-trns|transparent|animated|32-v5|16-rgba|lossless\.webp)|small-first/;
  it.each(fixtureNames)('%s', async (name) => {
    const { channels } = await openFile(fixture(name));
    const expected = transparent.test(name) ? 4 : 3;
    expect(channels).toBe(expected);
  });
});

describe('profile', () => {
  const kept = fixtureNames.filter((name) => /^(avif|heic|webp|tiff)-icc|-rgb-icc/.test(name));
  it.each(kept)('%s keeps its RGB profile, byte for byte', async (name) => {
    const { icc } = await openFile(fixture(name));
    expect(Buffer.from(icc ?? []).toString('latin1', 12, 20)).toBe('mntrRGB ');
    expect(icc?.length).toBe(new DataView(icc?.buffer ?? new ArrayBuffer(4), icc?.byteOffset).getUint32(0));
  });

  const none = fixtureNames.filter((name) => !kept.includes(name));
  it.each(none)('%s has none', async (name) => {
    expect((await openFile(fixture(name))).icc).toBeNull();
  });
});

it('gives its frame back when it is closed', async () => {
  const picture = await openFile(fixture('png-rgb.png'));
  picture.close();
  expect(() => picture.rows()).toThrow('closed');
});

it('reads the same rows again and again, in pieces of any size', async () => {
  const picture = await openFile(fixture('jpeg-orientation-6.jpg'));
  const whole = Buffer.from(picture.rows().next(picture.heightPx));
  const rows = picture.rows();
  const pieces = [5, 1, 20, 99].map((count) => Buffer.from(rows.next(count)));
  expect(Buffer.concat(pieces).equals(whole)).toBe(true);
  expect(rows.next(1)).toHaveLength(0);
});
