/** Lists of any length in files that decoders of the edge read again: others have their turns meanwhile. */
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { longFiles, manyEntries } from '../../../testing/long-lists.ts';
import { pngWith } from '../../../testing/png.ts';
import { WatchedThread } from '../../../testing/turns.ts';
import { probe } from '../pipeline/probe/probe.ts';
import { rgbProfile } from './icc.ts';
import { checkPngRows, openPngRows } from './png-rows/png-rows.ts';
import { lossyParts } from './webp-rows/container.ts';

/** At least two turns, each of which was waited for. */
function expectTurns({ seen }: WatchedThread): void {
  expect(seen.turns).toBeGreaterThanOrEqual(2);
  expect(seen.passedBy).toBe(0);
}

test('the chunks of a WebP are steps', () => {
  let steps = 0;
  for (const _step of lossyParts(longFiles['a WebP of empty chunks'].long)) steps++;
  expect(steps).toBeGreaterThan(manyEntries);
});

test('the rows of a PNG are found behind its chunks, of which others have turns', async () => {
  const { plain, long } = longFiles['a PNG whose pixels follow empty ones'];
  const options = { grantedBytes: 2 ** 20 };
  const [expected, found] = [plain, long].map((file) => {
    const into = new Uint8Array(8 * 8 * 3).fill(1);
    expect(openPngRows(file, options).read(8, into)).toBe(8);
    return into;
  });
  expect(found).toEqual(expected);
  const thread = new WatchedThread();
  await checkPngRows(long, options, thread);
  expectTurns(thread);
});

test.each(['a JPEG of empty segments', 'a PNG of empty chunks', 'a WebP of empty chunks'] as const)(
  'a profile is looked for in turns in %s',
  async (name) => {
    const { long } = longFiles[name];
    const thread = new WatchedThread();
    // As if a header had told of one: none is there.
    expect(await rgbProfile(long, { ...probe(long), colour: 'rgb', hasIcc: true }, thread)).toBeNull();
    expectTurns(thread);
  },
);

test('a profile that is nothing but empty blocks is expanded in turns', async () => {
  const header = { widthPx: 8, heightPx: 8, bitDepth: 8, colourType: 2 };
  const [pixels, profile] = [deflateSync(Buffer.alloc(8 * 25)), deflateSync(Buffer.from('no profile'))];
  // Stored blocks without a byte, behind the header of the stream.
  const empty = Buffer.alloc(5 * manyEntries, Buffer.of(0, 0, 0, 0xff, 0xff));
  const content = Buffer.concat([Buffer.from('p\0\0'), profile.subarray(0, 2), empty, profile.subarray(2)]);
  const file = pngWith(header, pixels, [['iCCP', content]]);
  const thread = new WatchedThread();
  expect(await rgbProfile(file, probe(file), thread)).toBeNull();
  expectTurns(thread);
});
