/**
 * Cut files are refused wherever a pixel would have to be invented; a missing end marker and stray bytes are not
 * missed (docs/decisions: Credits).
 */
import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../pixels/pipeline/picture/bytes.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { pngChunks } from '../../pixels/pipeline/picture/png-chunks.ts';
import { cut, difference, fixture, fixtureNames, openRaw, withStrayBytes } from './testing/fixture.ts';
import { directoryFirst } from './testing/tiff-layout.ts';

/** Cut at these parts of its length a file has lost pixels; first frames of animations are shorter than their file. */
const parts = [0.25, 0.5, 0.75, 0.99];
/** Of these the last hundredth holds no pixel of the first frame or page. */
const endsEarly = /animated|tiff-pages|orientation-8\.webp/;

/**
 * The fixture with its pixels at the end. A TIFF's directory is behind them as most tools write it: then every cut
 * loses it; planes in tiles have it at the start. PNG has text and an end marker there.
 */
function pixelsLast(name: string): Uint8Array {
  const file = fixture(name);
  if (name.startsWith('tiff') && !/pages|planar-tiled/.test(name)) return directoryFirst(file);
  if (!name.endsWith('.png')) return file;
  const ends = [...pngChunks(new ByteReader(file))].flatMap(({ type, end }) => (type === 'IDAT' ? [end + 4] : []));
  return file.slice(0, ends.at(-1));
}

async function isRefused(file: Uint8Array): Promise<boolean> {
  try {
    await openRaw(file);
    return false;
  } catch (fault) {
    expect(fault).toBeInstanceOf(ImageFault);
    expect((fault as ImageFault).kind).toBe('invalid');
    return true;
  }
}

describe('cut files', () => {
  it.each(fixtureNames.filter((name) => !endsEarly.test(name)))('%s', async (name) => {
    const file = pixelsLast(name);
    for (const part of parts) {
      // The last bytes may be checksums and padding, without which the pixels are complete.
      const shorter = file.slice(0, Math.min(Math.floor(file.length * part), file.length - 16));
      expect([part, await isRefused(shorter)]).toEqual([part, true]);
    }
  });
});

describe('stray bytes after complete data', () => {
  it.each(fixtureNames)('%s', async (name) => {
    const file = pixelsLast(name);
    const whole = await openRaw(file);
    expect(difference(await openRaw(withStrayBytes(file)), whole)).toMatchObject({ colour: 0, alpha: 0 });
  });
});

describe('a missing end marker', () => {
  it.each([
    ['JPEG without EOI', 'jpeg-baseline.jpg', 2],
    ['progressive JPEG without EOI', 'jpeg-progressive.jpg', 2],
    ['PNG without IEND', 'png-rgb.png', 12],
    ['interlaced PNG without IEND', 'png-interlaced.png', 12],
    ['GIF without trailer', 'gif-still.gif', 1],
    ['GIF without block terminator', 'gif-still.gif', 2],
    ['BMP without the padding of its last row', 'bmp-24.bmp', 1],
    ['WebP without the padding of its last chunk', 'webp-lossless.webp', 1],
  ])('%s', async (_, name, bytes) => {
    const file = fixture(name);
    expect(difference(await openRaw(cut(file, bytes)), await openRaw(file))).toMatchObject({ colour: 0, alpha: 0 });
  });
});

describe('an animation that is cut after its first frame', () => {
  it.each([
    ['gif-animated.gif', 200],
    ['webp-animated.webp', 200],
    ['webp-animated-small-first.webp', 200],
  ])('%s', async (name, bytes) => {
    const file = fixture(name);
    expect(difference(await openRaw(cut(file, bytes)), await openRaw(file))).toMatchObject({ colour: 0, alpha: 0 });
  });

  it('loses the profile together with the picture', async () => {
    expect(await isRefused(fixture('webp-icc.webp').slice(0, 700))).toBe(true);
  });
});
