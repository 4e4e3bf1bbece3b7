/** What a run writes and prints around its calls, against a server with scripted answers. */
import { readdirSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Pace } from './pace.ts';
import { declareRun } from './testing/scripted-run.ts';

const run = declareRun();

test('without a key, or with one that is refused, nothing is written', async () => {
  run().creditStatus = 401;
  expect(await run().cutout()).toMatchObject({
    status: 4,
    complaints: [expect.stringContaining('401 A_CODE: Not now.')],
  });
  vi.stubEnv('EDGEMATTE_KEY', '');
  expect(await run().cutout()).toMatchObject({ status: 2, complaints: [expect.stringContaining('EDGEMATTE_KEY')] });
  expect(readdirSync(run().folder)).toEqual(['photos']);
});

test('a wait before the next try is reported, with picture and duration', async () => {
  run().refusals = [{ status: 503 }];
  const { status, complaints } = await run().cutout();
  expect(status).toBe(0);
  expect(complaints).toEqual([
    expect.stringMatching(/a\.jpg: 503 A_CODE: Not now\. \(request [\w-]+\)\. Trying again in 1 s$/),
    expect.stringMatching(/^1 done, /),
  ]);
});

test('as a line of JSON too', async () => {
  run().refusals = [{ status: 429 }];
  const { printed } = await run().cutout('--json');
  const [waiting, done] = printed.map((line) => JSON.parse(line));
  expect(waiting).toEqual({
    picture: run().at('photos/a.jpg'),
    status: 'waiting',
    seconds: expect.any(Number),
    message: '429 A_CODE: Not now.',
    http_status: 429,
    code: 'A_CODE',
    request_id: expect.any(String),
  });
  expect(waiting.seconds).toBeGreaterThanOrEqual(0.5);
  expect(done.status).toBe('done');
});

test('credits that are all held are waited for as long as the service asks, under the same name', async () => {
  run().refusals = [{ status: 503, code: 'CREDITS_HELD', retryAfter: 1 }];
  const { status, complaints } = await run().cutout();
  expect(status).toBe(0);
  expect(complaints[0]).toMatch(/a\.jpg: 503 CREDITS_HELD: Not now\. \(request [\w-]+\)\. Trying again in 2 s$/);
  expect(run().keys).toEqual([expect.any(String), run().keys[0]]);
});

test('a failure is reported when it happens, before the next picture is sent', async () => {
  run().addPhotos('b', 'c');
  run().refusals = [{ status: 422 }];
  const { status, complaints } = await run().cutout('--parallel', '1');
  expect(status).toBe(1);
  expect(run().heard.map(({ length }) => length)).toEqual([0, 1, 1]);
  expect(complaints).toEqual([
    expect.stringMatching(/a\.jpg: 422 A_CODE: Not now\. \(request [\w-]+\)$/),
    expect.stringMatching(/^2 done, 0 there before, 1 failed, 0 left/),
  ]);
});

test('the rate of the key is learned before the first picture, and each picture waits for its turn', async () => {
  const learn = vi.spyOn(Pace.prototype, 'learn');
  // The question for the balance, one picture, and no more.
  const turn = vi.spyOn(Pace.prototype, 'turn').mockRejectedValue(new Error('no turn'));
  turn.mockResolvedValueOnce().mockResolvedValueOnce();
  try {
    run().addPhotos('b', 'c');
    run().rate = 7;
    const { complaints } = await run().cutout('--parallel', '1');
    expect(learn.mock.calls[0][0]).toMatchObject({ limit: 7 });
    expect(run().keys.length).toBe(1);
    expect(complaints.at(-1)).toMatch(/^1 done, 0 there before, 0 failed, 2 left/);
  } finally {
    vi.restoreAllMocks();
  }
});

test.each([
  [['--crop', 'sbject'], "--crop: Expected 'none' or 'subject' for crop but received 'sbject'"],
  [['--crop-margin', '5%'], '--crop-margin: crop_margin needs crop=subject. Send both, or neither'],
  [
    ['--output-format', 'jpeg', '--background-color', '#ffffff80'],
    '--background-color: A JPEG is opaque. Send an opaque',
  ],
])('%j is an error of usage, and nothing at all is sent', async (words, sentence) => {
  const { status, complaints } = await run().cutout(...words);
  expect({ status, complaints }).toEqual({ status: 2, complaints: [expect.stringContaining(sentence)] });
  expect([run().questions, run().keys]).toEqual([0, []]);
});

describe('a dry run', () => {
  beforeEach(() => {
    run().rate = 2;
  });

  test.each([
    [1, ['1 picture, 0 of them done: 1 credit of 9\nThe key may begin 2 calls in any minute: all of them at once']],
    [5, ['5 pictures, 0 of them done: 5 credits of 9\nThe key may begin 2 calls in any minute: 2 min at least']],
  ])('of %i pictures prints their cost and how long they take', async (pictures, words) => {
    run().addPhotos(...['b', 'c', 'd', 'e'].slice(0, pictures - 1));
    expect(await run().cutout('--dry-run')).toEqual({ status: 0, printed: words, complaints: [] });
    expect([run().keys, readdirSync(run().folder)]).toEqual([[], ['photos']]);
  });

  test('of pictures that are done prints no time', async () => {
    await run().cutout();
    expect((await run().cutout('--dry-run')).printed).toEqual(['1 picture, 1 of them done: 0 credits of 9']);
    expect(run().keys).toHaveLength(1);
  });

  test.each([
    ['standard input', () => []],
    ['standard input under its name', () => ['-']],
    ['standard input to a file', () => ['-', '--out', run().at('out.png')]],
    ['an address', () => ['https://images.example.com/a.jpg', '--out', run().at('out.png')]],
    ['a file to standard output', () => [run().at('photos/a.jpg'), '--out', '-']],
  ])('of %s sends nothing', async (_, words) => {
    const { status, printed, complaints } = await run().words('cutout', ...words(), '--dry-run', '--json');
    expect({ status, complaints }).toEqual({ status: 0, complaints: [] });
    const cost = { pictures: 1, there_before: 0, credits: 1, available: 9, unpaid: 0 };
    expect(printed.map((line) => JSON.parse(line))).toEqual([{ ...cost, rate_per_minute: 2, seconds_at_least: 0 }]);
    expect([run().keys, readdirSync(run().folder)]).toEqual([[], ['photos']]);
  });
});
