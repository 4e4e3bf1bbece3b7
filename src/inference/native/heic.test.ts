/** HEIC files through libheif: grids, transformations, damage. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CodedPicture, codedPicture, writeContainer } from '../../../test/fixtures/pictures/make/heif.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { probe } from '../../pixels/pipeline/probe/probe.ts';
import { openHeic } from './heic.ts';
import { difference, fixture, fixtureNames, openFile, openRaw, rawOf } from './testing/fixture.ts';

const coded = (name: string): CodedPicture => codedPicture(Buffer.from(fixture(name)));

async function refusal(opening: Promise<unknown>): Promise<string> {
  const fault: unknown = await opening.catch((cause: unknown) => cause);
  expect(fault).toBeInstanceOf(ImageFault);
  return (fault as ImageFault).message;
}

describe('turns', () => {
  it.each([
    [1, 'heic-turn-1.heic'],
    [2, 'heic-turn-2.heic'],
    [3, 'heic-turn-3.heic'],
  ])('%i quarters happen once, and the EXIF orientation that contradicts them does not', async (turn, name) => {
    const stored = await openRaw(
      new Uint8Array(writeContainer({ brand: 'heic', pictures: [coded('heic-turn-1.heic')] })),
    );
    const turned = await openRaw(fixture(name));
    const sides = turn % 2 === 1 ? [stored.heightPx, stored.widthPx] : [stored.widthPx, stored.heightPx];
    expect([turned.widthPx, turned.heightPx]).toEqual(sides);
  });
});

describe('grids', () => {
  it('are the same whatever their turn, tile by tile', async () => {
    const [upright, half] = await Promise.all([
      openRaw(fixture('heic-grid.heic')),
      openRaw(fixture('heic-grid-turn-2.heic')),
    ]);
    const { samples, widthPx, heightPx, channels } = upright;
    const reversed = samples.slice();
    for (let pixel = 0; pixel < widthPx * heightPx; pixel++) {
      const from = (widthPx * heightPx - 1 - pixel) * channels;
      reversed.set(samples.subarray(from, from + channels), pixel * channels);
    }
    expect(difference({ ...upright, samples: reversed }, half).colour).toBe(0);
  });
});

describe('size', () => {
  it('is that after the crop', async () => {
    // heif-enc pads the picture for its codec and crops it again.
    const { widthPx, heightPx } = await openFile(fixture('heic-single.heic'));
    expect([widthPx, heightPx]).toEqual([60, 42]);
  });

  it.each(fixtureNames.filter((name) => /^(heic|avif)-/.test(name)))('of %s is what its header says', async (name) => {
    const { widthPx, heightPx } = probe(fixture(name));
    expect(await openFile(fixture(name))).toMatchObject({ widthPx, heightPx });
  });

  it('before the crop is what the header bounds', () => {
    // 61 × 43, filled up to whole blocks of the codec.
    expect(probe(fixture('heic-odd.heic'))).toMatchObject({ widthPx: 61, heightPx: 43, codedPixels: 64 * 64 });
  });

  it('is never beyond what the header said', async () => {
    const file = fixture('heic-single.heic');
    const header = { ...probe(file), widthPx: 10, heightPx: 10, codedPixels: 100 };
    expect(await refusal(openHeic(file, header))).toContain('larger than its header says');
  });
});

describe('primary picture', () => {
  it('is the one that the file names, not the first', async () => {
    const second = rawOf(await openFile(fixture('heic-second-primary.heic')));
    const alone = await openRaw(
      new Uint8Array(writeContainer({ brand: 'heic', pictures: [coded('heic-turn-1.heic')] })),
    );
    expect(difference(second, alone).colour).toBe(0);
  });
});

describe('damage', () => {
  it('of the container is refused', async () => {
    const file = fixture('heic-grid.heic');
    expect(await refusal(openFile(file.slice(0, file.length - 1)))).toContain('damaged or incomplete');
  });

  it('never ends the process', async () => {
    const file = fixture('heic-single.heic');
    for (let at = 40; at < file.length; at += 37) {
      const damaged = file.slice();
      damaged[at] ^= 0xff;
      await openRaw(damaged).catch((fault: unknown) => expect(fault).toBeInstanceOf(ImageFault));
    }
  });
});

it('leaves libheif out of bundles: only its name is in the source', () => {
  const source = readFileSync(new URL('./libheif.ts', import.meta.url), 'utf8');
  expect(source).not.toMatch(/from 'libheif|import\('libheif|require\('libheif/);
});
