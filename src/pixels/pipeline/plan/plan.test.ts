/** Lanes and memory of pictures. */
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../../../contract/limits.ts';
import { readOptions } from '../../../contract/options.ts';
import { cutoutOutput, outputOptions } from '../../../contract/output/options.ts';
import type { Passes } from '../../../contract/passes/declaration.ts';
import type { Header } from '../picture/header.ts';
import { refinerBytes } from '../refine/room.ts';
import { headerWith } from '../testing/header.ts';
import { encodingBytes, largeNetworkBytes, plan } from './plan.ts';

const photo = headerWith({ widthPx: 2400, heightPx: 1600 });

/** Of a matte network that takes squares. */
function networkBytes(sidePx: number, passes?: Passes): number {
  const inputs = [{ name: 'image', shape: [-1, sidePx, sidePx, 3] }];
  return largeNetworkBytes({ inputs, outputs: [{ name: 'matte', shape: [-1, sidePx, sidePx] }], passes });
}

const large = { widthPx: 5774, heightPx: 4330 };
const tenMegapixels = { widthPx: 3648, heightPx: 2736, wholeFrame: true };

test.each([
  ['webp', 11],
  ['png', 20],
] as const)('a whole %s at the edge takes %i bytes a pixel', (format, rate) => {
  const bytes = 16 * 2 ** 20 + rate * 1_000_000;
  const header = { ...photo, format, wholeFrame: true, widthPx: 1000, heightPx: 1000 };
  expect(plan(header)).toEqual({ lane: 'edge', bytes, decodedBytes: bytes });
});

describe('lane', () => {
  test.each<[string, Partial<Header>, 'edge' | 'image']>([
    ['a 3.8 MP JPEG', {}, 'edge'],
    ['a 12 MP JPEG', { widthPx: 4000, heightPx: 3000 }, 'edge'],
    ['a 100 MP JPEG', { widthPx: 12_000, heightPx: 8400 }, 'edge'],
    ['a 12 MP JPEG of a phone held upright', { widthPx: 4000, heightPx: 3000, orientation: 6 }, 'edge'],
    ['a 24 MP JPEG of a phone held upright', { widthPx: 6000, heightPx: 4000, orientation: 6 }, 'edge'],
    ['a 100 MP JPEG of a phone held upright', { widthPx: 12_000, heightPx: 8400, orientation: 8 }, 'edge'],
    ['a 12 MP JPEG of a phone held upside down', { widthPx: 4000, heightPx: 3000, orientation: 3 }, 'edge'],
    ['a 24 MP JPEG of a phone held upside down', { widthPx: 6000, heightPx: 4000, orientation: 3 }, 'image'],
    ['a 10 MP progressive JPEG, 4:2:0', { ...tenMegapixels, samplesPerPixel: 1.5 }, 'edge'],
    ['a 10 MP progressive JPEG, 4:4:4', { ...tenMegapixels, samplesPerPixel: 3 }, 'image'],
    [
      'a 10 MP progressive JPEG of a phone held upright',
      { ...tenMegapixels, samplesPerPixel: 1.5, orientation: 8 },
      'edge',
    ],
    ['a 10 MP JPEG in 15 scans', { widthPx: 4000, heightPx: 2500, scans: 15 }, 'edge'],
    ['a 10 MP JPEG in 16 scans', { widthPx: 4000, heightPx: 2500, scans: 16 }, 'image'],
    ['a JPEG of more segments than are gone over at once', { longLists: true }, 'image'],
    ['a 150 MP JPEG', { widthPx: 15_000, heightPx: 10_000, scans: 1 }, 'edge'],
    ['a 151 MP JPEG', { widthPx: 15_000, heightPx: 10_001, scans: 1 }, 'image'],
    ['a grey JPEG', { colour: 'grey' }, 'edge'],
    ['a grey JPEG with a profile', { colour: 'grey', hasIcc: true }, 'image'],
    ['a CMYK JPEG', { colour: 'cmyk' }, 'image'],
    ['a 12-bit JPEG', { bitsPerSample: 12 }, 'image'],
    ['a 25 MP PNG', { format: 'png', ...large }, 'edge'],
    ['a 25 MP PNG of 16 bits', { format: 'png', ...large, hasAlpha: true, bitsPerSample: 16 }, 'edge'],
    ['a 12 MP PNG of a phone held upright', { format: 'png', widthPx: 4000, heightPx: 3000, orientation: 6 }, 'edge'],
    ['a 25 MP PNG of a phone held upright', { format: 'png', ...large, orientation: 6 }, 'image'],
    ['a PNG of two rows beyond all sides', { format: 'png', widthPx: 10_000_000, heightPx: 2 }, 'image'],
    ['a 2 MP interlaced PNG', { format: 'png', widthPx: 1600, heightPx: 1250, wholeFrame: true }, 'edge'],
    ['a 4 MP interlaced PNG', { format: 'png', wholeFrame: true }, 'image'],
    ['a 25 MP WebP', { format: 'webp', ...large }, 'edge'],
    ['a 12 MP WebP of a phone held upright', { format: 'webp', widthPx: 4000, heightPx: 3000, orientation: 6 }, 'edge'],
    ['a 25 MP WebP of a phone held upright', { format: 'webp', ...large, orientation: 6 }, 'image'],
    ['a 6 MP WebP with alpha', { format: 'webp', widthPx: 3000, heightPx: 2000, hasAlpha: true }, 'edge'],
    ['a 7 MP WebP with alpha', { format: 'webp', widthPx: 3500, heightPx: 2000, hasAlpha: true }, 'image'],
    ['a 4 MP lossless WebP', { format: 'webp', wholeFrame: true }, 'edge'],
    ['a 6 MP lossless WebP', { format: 'webp', widthPx: 3000, heightPx: 2000, wholeFrame: true }, 'image'],
    ['an animated WebP', { format: 'webp', animated: true }, 'image'],
    ['a HEIC', { format: 'heic' }, 'image'],
    ['an AVIF', { format: 'avif' }, 'image'],
    ['a TIFF', { format: 'tiff' }, 'image'],
    ['a BMP', { format: 'bmp' }, 'image'],
    ['a GIF', { format: 'gif' }, 'image'],
  ])('%s', (_what, change, lane) => {
    expect(plan({ ...photo, ...change }, 0, refinerBytes).lane).toBe(lane);
  });

  test('the tensors of a larger network leave less room for the picture', () => {
    expect(networkBytes(256)).toBe(0);
    expect(networkBytes(1024)).toBe(0);
    const passes = { closeUp: { whenSmaller: 0.6, whenUnknown: 0.1 } };
    expect(networkBytes(1024, passes)).toBe(0);
    expect(networkBytes(2048, passes)).toBe(36 * 1024 * 1024);
    expect(networkBytes(2048)).toBe(24 * 1024 * 1024);
    const megapixels = (count: number) => ({
      ...photo,
      format: 'webp' as const,
      wholeFrame: true,
      widthPx: count * 1000,
      heightPx: 1000,
    });
    expect(plan(megapixels(6), networkBytes(1024)).lane).toBe('edge');
    expect(plan(megapixels(6), networkBytes(2048)).lane).toBe('image');
    expect(plan(megapixels(2), networkBytes(2048)).lane).toBe('edge');
  });

  test('a picture whose edges are refined needs room for the tiles', () => {
    const larger = { ...photo, format: 'webp' as const, wholeFrame: true, widthPx: 2700, heightPx: 2000 };
    expect([plan(larger).lane, plan(larger, 0, refinerBytes).lane]).toEqual(['edge', 'image']);
    const [alone, refined] = [plan(photo), plan(photo, 0, refinerBytes)];
    // They are asked for later.
    expect(refined).toEqual(alone);
  });

  test.each<[string, Record<string, string>, number, 'edge' | 'image']>([
    ['a 6 MP photo as a cropped PNG', { crop: 'subject', background_color: 'white' }, 6, 'edge'],
    ['a 0.9 MP photo as WebP', { output_format: 'webp' }, 0.9, 'edge'],
    ['a 1.2 MP photo as WebP', { output_format: 'webp' }, 1.2, 'image'],
    ['a 3 MP photo as a small WebP', { output_format: 'webp', max_size: '640' }, 3, 'edge'],
    ['a 24 MP photo as JPEG', { output_format: 'jpeg' }, 24, 'edge'],
    ['a 12 MP photo as ZIP', { output_format: 'zip' }, 12, 'edge'],
    ['a 24 MP photo as ZIP', { output_format: 'zip' }, 24, 'image'],
    ['a 1 MP photo that may become large', { output_format: 'webp', scale: '10%' }, 1, 'image'],
  ])('%s', (_what, given, megapixels, lane) => {
    const { output } = cutoutOutput(readOptions(outputOptions, new Map(Object.entries(given))));
    const header = { ...photo, widthPx: megapixels * 1000, heightPx: 1000 };
    expect(plan(header, 0, encodingBytes(output, header)).lane).toBe(lane);
  });

  test('a WebP takes 50 bytes a pixel, at least 16 MiB, and 4 bytes a pixel of its own', () => {
    const { output } = cutoutOutput(readOptions(outputOptions, new Map([['output_format', 'webp']])));
    const bytesOf = (widthPx: number, heightPx: number) => encodingBytes(output, { ...photo, widthPx, heightPx });
    const least = 16 * 1024 * 1024;
    expect(bytesOf(10, 10)).toBe(least + 400);
    // The largest that takes the least, and a larger one.
    expect(bytesOf(335_544, 1)).toBe(least + 4 * 335_544);
    expect(bytesOf(335_545, 1)).toBe(54 * 335_545);
    expect(bytesOf(1000, 900)).toBe(54 * 900_000);
  });

  test('an isolate works on two photos of 12 MP and 4 MB at once, and never on three: others wait', () => {
    const planned = plan({ ...photo, widthPx: 4000, heightPx: 3000 });
    if (planned.lane !== 'edge') throw new Error('It is not planned for the edge');
    const room = defaultLimits.isolateBudgetBytes - 4 * 4_000_000;
    expect(2 * planned.bytes).toBeLessThanOrEqual(room);
    expect(3 * planned.bytes).toBeGreaterThan(room);
  });

  test('a JPEG that is turned by strips takes little more than one in order', () => {
    const [inOrder, turned, tall] = [
      { widthPx: 12_000, heightPx: 8400 },
      { widthPx: 12_000, heightPx: 8400, orientation: 6 as const },
      { widthPx: 8400, heightPx: 12_000, orientation: 5 as const },
    ].map((size) => {
      const planned = plan({ ...photo, ...size });
      return planned.lane === 'edge' ? planned.bytes : Number.POSITIVE_INFINITY;
    });
    expect(turned - inOrder).toBeLessThan(20 * 1024 * 1024);
    expect(tall - inOrder).toBeLessThan(20 * 1024 * 1024);
  });

  test('what is planned for the isolate fits its budget beside the largest file', () => {
    for (let side = 100; side < 6000; side += 50) {
      const planned = plan({ ...photo, widthPx: side, heightPx: side });
      if (planned.lane === 'edge') expect(planned.bytes).toBeLessThanOrEqual(defaultLimits.isolateBudgetBytes);
    }
  });
});
