/** Messages where the credits are not enough. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { declareRun } from './testing/scripted-run.ts';

const run = declareRun();
const twelve = 'abcdefghijkl';
const unpaid = '12 pictures, 4 credits: 8 will not be paid';

describe('twelve pictures and four credits', () => {
  test('are counted before the first call, and the run ends when they are spent', async () => {
    run().addPhotos(...twelve);
    run().credit = 4;
    run().refusals = [...Array.from({ length: 4 }, () => ({ status: 200 })), { status: 402 }];
    const { status, complaints } = await run().cutout('--parallel', '1');
    expect(status).toBe(3);
    expect(run().heard[0]).toEqual([unpaid]);
    expect(complaints.at(-1)).toMatch(/^4 done, 0 there before, 1 failed, 7 left/);
  });

  test('are not begun with --require-credits', async () => {
    run().addPhotos(...twelve);
    run().credit = 4;
    const words = await run().cutout('--require-credits');
    expect(words).toEqual({ status: 3, printed: [], complaints: [unpaid] });
    expect([run().keys, readdirSync(run().folder)]).toEqual([[], ['photos']]);
  });

  test('are counted by a dry run', async () => {
    run().addPhotos(...twelve);
    run().credit = 4;
    const { status, printed } = await run().cutout('--dry-run');
    expect({ status, lines: printed[0].split('\n').slice(0, 2) }).toEqual({
      status: 0,
      lines: ['12 pictures, 0 of them done: 12 credits of 4', unpaid],
    });
    const json = await run().cutout('--dry-run', '--json', '--require-credits');
    expect(json.status).toBe(3);
    expect(JSON.parse(json.printed[0])).toMatchObject({ credits: 12, available: 4, unpaid: 8 });
  });
});

test('with --require-credits and enough credits the run begins without a message', async () => {
  run().credit = 1;
  const { status, complaints } = await run().cutout('--require-credits');
  expect(status).toBe(0);
  expect(complaints).toEqual([expect.stringMatching(/^1 done/)]);
});

test('pictures that were begun before may be paid already: then the number is the most', async () => {
  run().refusals = [{ status: 422 }];
  await run().cutout();
  run().addPhotos('b', 'c');
  run().credit = 1;
  const complaintOf = async (...words: string[]) => (await run().cutout('--require-credits', ...words)).complaints[0];
  expect(await complaintOf()).toBe('3 pictures, 1 credit: up to 2 will not be paid');
  expect(await complaintOf('--again')).toBe('3 pictures, 1 credit: 2 will not be paid');
});

test('one picture to standard output is asked about too', async () => {
  run().credit = 0;
  const words = ['cutout', run().at('photos/a.jpg'), '--out', '-', '--require-credits'];
  const complaints = ['1 picture, 0 credits: 1 will not be paid'];
  expect(await run().words(...words)).toEqual({ status: 3, printed: [], complaints });
  expect(run().keys).toEqual([]);
});
