/** The folder of results that need a review, against a server with scripted answers. */
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { declareRun } from './testing/scripted-run.ts';

const run = declareRun();
const review = () => ['--review', run().at('review')];

describe('results that need a review', () => {
  test('go to the folder for them, the others to the usual one, and the second run has nothing to do', async () => {
    run().addPhotos('b', 'c');
    run().reviews = [false, true];
    const { status, complaints } = await run().cutout('--parallel', '1', ...review());
    expect(status).toBe(0);
    expect(complaints).toEqual([expect.stringMatching(/^3 done \(1 to review\), 0 there before, 0 failed, 0 left, /)]);
    expect(readdirSync(run().at('out')).sort()).toEqual(['.edgematte.journal', 'a-cutout.png', 'c-cutout.png']);
    expect(readdirSync(run().at('review'))).toEqual(['b-cutout.png']);
    expect((await run().cutout('--json', ...review())).printed.map((line) => JSON.parse(line)).at(-1)).toMatchObject({
      summary: { done: 0, skipped: 3 },
    });
    expect(run().keys).toHaveLength(3);
  });

  test('are with the others without such a folder, and are counted', async () => {
    run().reviews = [true];
    const { printed } = await run().cutout('--json');
    const [done, { summary }] = printed.map((line) => JSON.parse(line));
    expect(done).toMatchObject({ status: 'done', needs_review: true, outputs: [run().at('out/a-cutout.png')] });
    expect(summary).toMatchObject({ done: 1, needs_review: 1 });
  });

  test('keep the folders of their pictures, and are no pictures the next time', async () => {
    run().addPhotos(path.join('deep', 'b'));
    run().reviews = [true, true];
    const folders = ['--out', run().at('out'), '--review', run().at('photos/review')];
    const words = ['cutout', run().at('photos'), '--parallel', '1', ...folders];
    expect((await run().words(...words)).status).toBe(0);
    expect(existsSync(run().at('photos/review/deep/b-cutout.png'))).toBe(true);
    expect(existsSync(run().at('out/deep/b-cutout.png'))).toBe(false);
    expect((await run().words(...words, '--dry-run')).printed).toEqual(['2 pictures, 2 of them done: 0 credits of 9']);
  });

  test.each([true, false])('of a picture are in one place, whatever its edit is: %s', async (needsReview) => {
    run().reviews = [!needsReview, needsReview];
    expect((await run().cutout(...review())).status).toBe(0);
    expect((await run().cutout(...review(), '--keep', '1 2')).status).toBe(0);
    const found = [run().at('out/a-cutout.png'), run().at('review/a-cutout.png')].map((file) => existsSync(file));
    expect(found).toEqual([!needsReview, needsReview]);
  });

  test.each([true, false])('of one picture that is to be a file keep its name: %s', async (needsReview) => {
    run().reviews = [needsReview];
    const words = ['cutout', run().at('photos/a.jpg'), '--out', run().at('named.png'), ...review()];
    expect((await run().words(...words)).status).toBe(0);
    expect([existsSync(run().at('named.png')), existsSync(run().at('review/named.png'))]).toEqual([
      !needsReview,
      needsReview,
    ]);
  });

  test.each(['a file', 'an address'])('of one picture replace the one in the other folder: %s', async (what) => {
    run().reviews = [true, false];
    const word = what === 'a file' ? run().at('photos/a.jpg') : 'https://shop.example/a.jpg';
    const words = ['cutout', word, '--out', run().at('named.png'), '--idempotency-key', 'one', ...review()];
    for (const points of [[], ['--keep', '1 2']]) expect((await run().words(...words, ...points)).status).toBe(0);
    expect([existsSync(run().at('named.png')), existsSync(run().at('review/named.png'))]).toEqual([true, false]);
  });

  test.each(['review', 'linked'])('stay where both folders are one: %s', async (folder) => {
    mkdirSync(run().at('review'));
    symlinkSync(run().at('review'), run().at('linked'));
    const words = ['cutout', run().at('photos/a.jpg'), '--out', run().at(folder, 'named.png'), ...review()];
    expect((await run().words(...words)).status).toBe(0);
    expect(existsSync(run().at('review/named.png'))).toBe(true);
  });
});

test.each([
  [
    'beside standard output',
    ['--out', '-', '--review', 'review'],
    'Expected a file or a folder for --out beside --review',
  ],
  ['that is the usual one', ['--out', 'same/', '--review', './same'], 'Expected another folder for --review'],
])('a folder %s is refused, and nothing is sent', async (_, words, sentence) => {
  const { status, complaints } = await run().words('cutout', run().at('photos/a.jpg'), ...words);
  expect({ status, complaints }).toEqual({ status: 2, complaints: [expect.stringContaining(sentence)] });
  expect(run().keys).toEqual([]);
});
