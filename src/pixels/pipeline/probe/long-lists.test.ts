/** Lists of any length in files: others have their turns while they are read, or they are refused. */
import { describe, expect, test } from 'vitest';
import { box, fullBox, u16, u32 } from '../../../../test/fixtures/pictures/make/heif.ts';
import { longFiles, manyEntries } from '../../../../testing/long-lists.ts';
import { WatchedThread } from '../../../../testing/turns.ts';
import { ImageFault } from '../picture/fault.ts';
import { checkJpegComplete } from '../picture/jpeg-walk.ts';
import { readPngParts } from '../picture/png-parts.ts';
import { inflatePngPixels } from '../picture/png-pixels.ts';
import { endAtPicture } from '../picture/webp-end.ts';
import { plan } from '../plan/plan.ts';
import { probe, probeInTurns } from './probe.ts';

/** At least two turns, each of which was waited for. */
function expectTurns({ seen }: WatchedThread): void {
  expect(seen.turns).toBeGreaterThanOrEqual(2);
  expect(seen.passedBy).toBe(0);
}

describe.each(Object.entries(longFiles))('%s', (_name, { plain, long }) => {
  test('has the header that it has without the list, and others have their turns meanwhile', async () => {
    const [few, many] = [new WatchedThread(), new WatchedThread()];
    expect(await probeInTurns(plain, few)).toEqual(probe(plain));
    expect(few.seen.turns).toBe(0);
    expect(await probeInTurns(long, many)).toEqual(probe(plain));
    expectTurns(many);
  });
});

test.each(['a JPEG of empty segments', 'a JPEG of segments between its scans'] as const)(
  '%s goes to the image lane where a decoder would go over more of them in one call',
  (name) => {
    const { plain } = longFiles[name];
    const at = name === 'a JPEG of empty segments' ? 2 : plain.lastIndexOf(Buffer.of(0xff, 0xda));
    const list = Buffer.alloc(4 * 400_001, Buffer.of(0xff, 0xfe, 0, 2));
    const header = probe(Buffer.concat([plain.subarray(0, at), list, plain.subarray(at)]));
    expect(header).toEqual({ ...probe(plain), longLists: true });
    expect(plan(header)).toEqual({ lane: 'image' });
    expect(plan(probe(longFiles[name].long))).toMatchObject({ lane: 'edge' });
  },
);

/** What steps come to, and how many there were. */
function counted<Result>(steps: Generator<number, Result, void>): { result: Result; count: number } {
  for (let count = 0; ; count++) {
    const step = steps.next();
    if (step.done) return { result: step.value, count };
  }
}

describe('the lists that decoders read again', () => {
  test('of a PNG are read in steps, and its rows are found behind them', async () => {
    const { plain, long } = longFiles['a PNG whose pixels follow empty ones'];
    const { result, count } = counted(readPngParts(long));
    expect(count).toBeGreaterThan(manyEntries);
    const { result: expected } = counted(readPngParts(plain));
    expect(result).toEqual(expected);
    const thread = new WatchedThread();
    let bytes = 0;
    for await (const piece of inflatePngPixels(long, result.rawBytes, thread)) bytes += piece.length;
    expect(bytes).toBe(expected.rawBytes);
    expectTurns(thread);
  });

  test('of a WebP are read in steps', () => {
    const { long } = longFiles['a WebP of empty chunks'];
    const { result, count } = counted(endAtPicture(long));
    expect(Buffer.from(result).equals(long)).toBe(true);
    expect(count).toBeGreaterThan(manyEntries);
  });

  test.each(['a JPEG of empty segments', 'a JPEG of segments between its scans'] as const)(
    'of %s are walked in turns',
    async (name) => {
      const thread = new WatchedThread();
      await checkJpegComplete(longFiles[name].long, thread);
      expectTurns(thread);
    },
  );

  test('of Huffman tables in a JPEG are walked in turns', async () => {
    const { plain } = longFiles['a JPEG of empty segments'];
    // 3,854 tables without a code in each of 20 segments.
    const segment = Buffer.concat([Buffer.of(0xff, 0xc4, 0xff, 0xf0), Buffer.alloc(3854 * 17)]);
    const thread = new WatchedThread();
    const file = Buffer.concat([plain.subarray(0, 2), ...Array<Buffer>(20).fill(segment), plain.subarray(2)]);
    await checkJpegComplete(file, thread);
    expectTurns(thread);
  });
});

describe('a HEIC that makes work of few bytes', () => {
  /** Every reference asks for the properties of one item, which has 255, all the same. */
  function alphasOf(references: number): Buffer {
    const alpha = fullBox('auxC', 0, 0, Buffer.from('urn:none\0'));
    const many = Buffer.concat([u16(2), Buffer.of(255), Buffer.alloc(255, 1)]);
    const associations = fullBox('ipma', 0, 0, Buffer.concat([u32(2), u16(1), Buffer.of(1, 2), many]));
    const extent = fullBox('ispe', 0, 0, Buffer.concat([u32(8), u32(8)]));
    const reference = box('auxl', Buffer.concat([u16(2), u16(1), u16(1)]));
    return Buffer.concat([
      box('ftyp', Buffer.from('heic\0\0\0\0heic')),
      fullBox(
        'meta',
        0,
        0,
        Buffer.concat([
          fullBox('pitm', 0, 0, u16(1)),
          box('iprp', Buffer.concat([box('ipco', Buffer.concat([alpha, extent])), associations])),
          fullBox('iref', 0, 0, Buffer.alloc(references * reference.length, reference)),
        ]),
      ),
    ]);
  }

  test('is read with the references of a picture, and refused with more than any has', () => {
    expect(probe(alphasOf(20))).toMatchObject({ format: 'heic', widthPx: 8, heightPx: 8, hasAlpha: false });
    expect(() => probe(alphasOf(60_000))).toThrow(ImageFault);
    expect(() => probe(alphasOf(60_000))).toThrow('too many boxes');
  });

  test.each(['iloc', 'ipma'] as const)('is refused with hundreds of thousands of items in %s', (name) => {
    const [items, none] = [2 ** 18, Buffer.of()];
    const extent = fullBox('ispe', 0, 0, Buffer.concat([u32(8), u32(8)]));
    const own = fullBox('ipma', 0, 0, Buffer.concat([u32(1), u16(1), Buffer.of(1, 1)]));
    // Items without extents, and items without properties.
    const locations = fullBox('iloc', 2, 0, Buffer.concat([u16(0), u32(items), Buffer.alloc(10 * items)]));
    const others = fullBox('ipma', 0, 0, Buffer.concat([u32(items), Buffer.alloc(3 * items)]));
    const fileWith = (list: 'iloc' | 'ipma' | null) => {
      const properties = Buffer.concat([box('ipco', extent), list === 'ipma' ? others : none, own]);
      const parts = [fullBox('pitm', 0, 0, u16(1)), box('iprp', properties), list === 'iloc' ? locations : none];
      return Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0heic')), fullBox('meta', 0, 0, Buffer.concat(parts))]);
    };
    expect(probe(fileWith(null))).toMatchObject({ widthPx: 8, heightPx: 8 });
    expect(() => probe(fileWith(name))).toThrow('too many boxes');
  });
});
