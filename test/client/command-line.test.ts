/** `npx edgematte` against the service: what it writes, prints and returns. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encode, paint, photo } from '../../testing/photos.ts';
import { readPngHeader } from '../../testing/png.ts';
import { walletBalanceOf } from '../accounts.ts';
import { carPhoto } from '../conformance/car.ts';
import { newKey } from '../keys.ts';
import { declareService } from '../service.ts';
import { type Ended, edgematte } from './command.ts';

const service = declareService();
let folder: string;
let picture: Buffer;
let car: Buffer;

beforeAll(async () => {
  picture = await photo('jpeg', 50, 30);
  car = await carPhoto();
});
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-command-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the command in the folder with that key. */
function run(key: string, words: readonly string[], input?: Buffer): Promise<Ended> {
  return edgematte({ address: service.stack.base, key, folder }, words, input).ended;
}

function put(...files: string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), picture);
  }
}

const sizeOf = (file: string) => readPngHeader(readFileSync(path.join(folder, file)));
const linesOf = ({ stdout }: Ended) =>
  stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('one picture', () => {
  test.each([
    ['cutout', 6],
    ['matte', 0],
    ['car', 6],
  ])('%s goes from standard input to standard output', async (command, colourType) => {
    const { key } = await service.createKey();
    const { status, stdout, stderr } = await run(key, [command], command === 'car' ? car : picture);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(readPngHeader(stdout)).toMatchObject({ colourType });
  });

  test('layers on standard output are JSON, in a folder they are files', async () => {
    const { key } = await service.createKey();
    const { stdout } = await run(key, ['layers', '-'], car);
    const { cutout, shadow, view } = JSON.parse(stdout.toString());
    expect([cutout, shadow].map((text) => readPngHeader(Buffer.from(text, 'base64')).widthPx)).toEqual([64, 64]);
    expect(view.view.azimuth_deg).toBe(0);

    writeFileSync(path.join(folder, 'car.png'), car);
    expect((await run(key, ['layers', 'car.png', '--out', 'layers'])).status).toBe(0);
    expect(readdirSync(path.join(folder, 'layers')).sort()).toEqual([
      'car-cutout.png',
      'car-shadow.png',
      'car-view.json',
    ]);
    const plain = ['layers', 'car.png', '--out', 'plain', '--shadow-type', 'none'];
    expect((await run(key, plain)).status).toBe(0);
    expect(readdirSync(path.join(folder, 'plain')).sort()).toEqual(['car-cutout.png', 'car-view.json']);
  });

  test('it is written beside its file, under a name, or to standard output', async () => {
    put('photo.jpg');
    const { key } = await service.createKey();
    for (const words of [[], ['--out', 'named.png'], ['--out', 'into/']]) {
      expect((await run(key, ['cutout', 'photo.jpg', ...words])).status).toBe(0);
    }
    for (const file of ['photo-cutout.png', 'named.png', 'into/photo-cutout.png']) {
      expect(sizeOf(file)).toMatchObject({ widthPx: 50, heightPx: 30 });
    }
    expect(readPngHeader((await run(key, ['matte', 'photo.jpg', '--out', '-'])).stdout)).toMatchObject({ widthPx: 50 });
  });

  test('every option of the operation is passed on', async () => {
    const { key } = await service.createKey();
    const words = ['cutout', '--edge-colors', 'original', '--include-image-type', 'false', '--max-size', '20'];
    const { status, stdout } = await run(key, words, picture);
    expect(status).toBe(0);
    expect(readPngHeader(stdout)).toMatchObject({ widthPx: 20, heightPx: 12 });
  });
});

describe('many pictures', () => {
  test('folders keep their shape, one line of JSON each, and the second run has nothing to do', async () => {
    put('photos/a.jpg', 'photos/b/c.jpg', 'photos/b/d.jpeg');
    writeFileSync(path.join(folder, 'photos/broken.jpg'), picture.subarray(0, 200));
    const key = await service.createKey({ credits: 10 });
    const words = ['cutout', 'photos', '--out', 'out', '--json'];
    const first = await run(key.key, words);
    expect(first.status).toBe(1);
    const lines = linesOf(first);
    expect(lines.at(-1).summary).toMatchObject({ done: 3, skipped: 0, failed: 1, left: 0 });
    expect(lines.find(({ status }) => status === 'failed')).toEqual({
      picture: path.join('photos', 'broken.jpg'),
      status: 'failed',
      message: expect.stringMatching(/^422 INVALID_IMAGE: \w/),
      http_status: 422,
      code: 'INVALID_IMAGE',
      request_id: expect.stringMatching(/^[\w.-]+$/),
    });
    for (const file of ['a-cutout.png', 'b/c-cutout.png', 'b/d-cutout.png'])
      expect(sizeOf(`out/${file}`).widthPx).toBe(50);
    expect((await walletBalanceOf(service.stack, key)).balance).toBe(7);

    rmSync(path.join(folder, 'photos/broken.jpg'));
    const second = await run(key.key, words);
    expect(second.status).toBe(0);
    expect(linesOf(second).at(-1).summary).toMatchObject({ done: 0, skipped: 3, failed: 0 });

    // A result that was lost is fetched again at no cost, "again" is paid.
    rmSync(path.join(folder, 'out/a-cutout.png'));
    expect(linesOf(await run(key.key, words)).at(-1).summary).toMatchObject({ done: 1, skipped: 2 });
    await expect.poll(async () => (await walletBalanceOf(service.stack, key)).balance).toBe(7);
    expect(linesOf(await run(key.key, [...words, '--again'])).at(-1).summary).toMatchObject({ done: 3, skipped: 0 });
    await expect.poll(async () => (await walletBalanceOf(service.stack, key)).balance).toBe(4);
  });

  test('get one background, which is recognised by its content', async () => {
    put('photos/a.jpg', 'photos/b.jpg');
    const write = async (name: string, background: string) => {
      const create = { width: 20, height: 20, channels: 3 as const, background };
      writeFileSync(path.join(folder, name), await sharp({ create }).png().toBuffer());
    };
    await Promise.all([write('red.png', 'red'), write('same.png', 'red'), write('blue.png', 'blue')]);
    const key = await service.createKey({ credits: 10 });
    const on = async (file: string) => {
      const words = ['cutout', 'photos', '--out', 'out', '--json', '--background-image', file];
      return linesOf(await run(key.key, words)).at(-1).summary;
    };
    const corner = async () => [
      ...(await sharp(path.join(folder, 'out/a-cutout.png')).raw().toBuffer()).subarray(0, 4),
    ];
    expect(await on('red.png')).toMatchObject({ done: 2, failed: 0 });
    expect(await corner()).toEqual([255, 0, 0, 255]);
    expect(await on('same.png')).toMatchObject({ done: 0, skipped: 2 });
    expect(await on('blue.png')).toMatchObject({ done: 2, failed: 0 });
    expect(await corner()).toEqual([0, 0, 255, 255]);
    await expect.poll(async () => (await walletBalanceOf(service.stack, key)).balance).toBe(6);
    const missing = await run(key.key, ['cutout', 'photos', '--background-image', 'none.png']);
    expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining('Cannot read none.png')]);
  });

  test('results that need a review are put aside', async () => {
    put('photos/unclear.jpg');
    const disc = paint(96, 96, 3, (x, y) => (Math.hypot(x - 48, y - 48) < 30 ? [255, 255, 255] : [0, 0, 0]));
    writeFileSync(path.join(folder, 'photos/clear.png'), await encode(disc, 'png'));
    const { key } = await service.createKey();
    const ended = await run(key, ['cutout', 'photos', '--out', 'out', '--review', 'aside', '--json']);
    expect(linesOf(ended).at(-1).summary).toMatchObject({ done: 2, needs_review: 1 });
    expect(sizeOf('out/clear-cutout.png').widthPx).toBe(96);
    expect(sizeOf('aside/unclear-cutout.png').widthPx).toBe(50);
    expect(readdirSync(path.join(folder, 'out')).sort()).toEqual(['.edgematte.journal', 'clear-cutout.png']);
    const one = ['cutout', '-', '--out', 'one.png', '--review', 'aside'];
    expect((await run(key, one, picture)).status).toBe(0);
    expect(readdirSync(path.join(folder, 'aside')).sort()).toEqual(['one.png', 'unclear-cutout.png']);
  });

  test('globs in quotes, templates, and results that somebody else has made', async () => {
    put('a.jpg', 'b.jpg', 'c.jpeg', 'out/matte-b.png');
    const { key } = await service.createKey();
    const words = ['matte', '*.jpg', '--out', 'out', '--name', '{command}-{name}.{ext}', '--skip-existing', '--json'];
    const ended = await run(key, words);
    expect(linesOf(ended).at(-1).summary).toMatchObject({ done: 1, skipped: 1 });
    expect(sizeOf('out/matte-a.png')).toMatchObject({ colourType: 0 });
  });

  test('a dry run prints the cost and does nothing', async () => {
    put('photos/a.jpg', 'photos/b.jpg');
    const key = await service.createKey({ credits: 9 });
    const { status, stdout } = await run(key.key, ['cutout', 'photos', '--out', 'out', '--dry-run']);
    expect(status).toBe(0);
    expect(stdout.toString()).toMatch(
      /^2 pictures, 0 of them done: 2 credits of 9\nThe key may begin \d+ calls in any/,
    );
    expect(readdirSync(folder)).toEqual(['photos']);
    const json = await run(key.key, ['cutout', 'photos', '--out', 'out', '--dry-run', '--json']);
    expect(linesOf(json)).toEqual([
      {
        pictures: 2,
        there_before: 0,
        credits: 2,
        available: 9,
        unpaid: 0,
        rate_per_minute: expect.any(Number),
        seconds_at_least: 0,
      },
    ]);
    for (const words of [[], ['photos/a.jpg', '--out', '-']]) {
      const single = await run(key.key, ['cutout', ...words, '--dry-run'], picture);
      expect(single.stdout.toString()).toMatch(/^1 picture, 0 of them done: 1 credit of 9\n/);
    }
    expect((await walletBalanceOf(service.stack, key)).balance).toBe(9);
  });

  test('more than 50 credits are not spent without a word', async () => {
    put(...Array.from({ length: 51 }, (_, at) => `photos/${at}.jpg`));
    const key = await service.createKey({ credits: 60 });
    const { status, stderr } = await run(key.key, ['cutout', 'photos', '--out', 'out']);
    expect(status).toBe(2);
    expect(stderr).toContain('This costs 51 credits of 60: confirm with --yes');
    expect((await walletBalanceOf(service.stack, key)).balance).toBe(60);
    const agreed = await run(key.key, ['cutout', 'photos', '--out', 'out', '--yes', '--parallel', '8']);
    expect(agreed).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^51 done( \(\d+ to review\))?, 0 there before, 0 failed, 0 left/m),
    });
  });

  test('a watched folder gives what comes into it, until Ctrl-C', async () => {
    put('photos/a.jpg');
    const { key } = await service.createKey();
    const words = ['matte', 'photos', '--out', 'out', '--watch', '--json'];
    const { child, ended } = edgematte({ address: service.stack.base, key, folder }, words);
    const results = () => readdirSync(path.join(folder, 'out')).filter((name) => name.endsWith('.png'));
    await expect.poll(() => readdirSync(folder).includes('out') && results()).toEqual(['a-matte.png']);
    put('photos/b.jpg');
    await expect.poll(results).toEqual(['a-matte.png', 'b-matte.png']);
    child.kill('SIGINT');
    const last = await ended;
    expect(last.status).toBe(0);
    expect(linesOf(last).at(-1).summary).toMatchObject({ done: 2, failed: 0 });
  });
});

describe('exit statuses', () => {
  test('3 once the credits are used up, with what is left to do', async () => {
    put(...Array.from({ length: 9 }, (_, at) => `photos/${at}.jpg`));
    const { key } = await service.createKey({ credits: 2 });
    const { status, stderr } = await run(key, ['matte', 'photos', '--out', 'out', '--parallel', '1']);
    expect(status).toBe(3);
    expect(stderr).toMatch(/^2 done( \(\d+ to review\))?, 0 there before, 1 failed, 6 left/m);
    expect(stderr).toMatch(/photos.2\.jpg: 402 INSUFFICIENT_CREDITS: .*\(request /);
  });

  test('3 before anything is sent with --require-credits', async () => {
    put(...Array.from({ length: 3 }, (_, at) => `photos/${at}.jpg`));
    const key = await service.createKey({ credits: 2 });
    const { status, stderr } = await run(key.key, ['matte', 'photos', '--out', 'out', '--require-credits']);
    expect({ status, stderr }).toEqual({ status: 3, stderr: '3 pictures, 2 credits: 1 will not be paid\n' });
    expect((await walletBalanceOf(service.stack, key)).balance).toBe(2);
  });

  test('4 for a key that is refused', async () => {
    put('a.jpg', 'b.jpg');
    expect((await run(newKey('test'), ['matte', '.', '--out', 'out'])).status).toBe(4);
    expect((await run(newKey('test'), ['credit'])).status).toBe(4);
    const { key } = await service.createKey({ endpoints: ['alpha-channel'] });
    expect((await run(key, ['cutout', '.', '--out', 'out'])).status).toBe(4);
  });

  test.each([
    [['paint'], /Expected a command/],
    [['cutout', 'none.jpg'], /There is no none.jpg/],
    [['cutout', 'a.jpg', '--key', 'test_x'], /has no option --key/],
    [['cutout', 'a.jpg', '--parallel', '0'], /Expected 1 to 64/],
    [['cutout', 'a.jpg', '--name', '{nom}'], /received \{nom\}/],
    [['layers', 'a.jpg', '--out', 'one.png'], /several results/],
    [['cutout', '.', '--out', '-'], /one picture/],
    [['cutout', 'a.jpg', '--edge-colors', 'clean'], /^--edge-colors: Expected 'refined' or 'original'/],
  ])('2 for %j', async (words, sentence) => {
    put('a.jpg');
    const { status, stderr } = await run('test_x', words);
    expect(status).toBe(2);
    expect(stderr).toMatch(sentence);
  });

  test('130 after Ctrl-C, and what was in work is finished', async () => {
    put(...Array.from({ length: 40 }, (_, at) => `photos/${at}.jpg`));
    const key = await service.createKey({ credits: 60, rate: 5 });
    const words = ['matte', 'photos', '--out', 'out', '--json'];
    const { child, ended } = edgematte({ address: service.stack.base, key: key.key, folder }, words);
    await expect.poll(async () => (await walletBalanceOf(service.stack, key)).balance).toBe(56);
    child.kill('SIGINT');
    const last = await ended;
    expect(last.status).toBe(130);
    expect(linesOf(last).at(-1).summary).toMatchObject({ done: 4, failed: 0, left: 36 });
  });
});

test('credit prints what is left', async () => {
  const { key } = await service.createKey({ credits: 42, expires: '2091-05-06 07:08:09' });
  expect((await run(key, ['credit'])).stdout.toString()).toBe('42 credits until 2091-05-06 07:08:09 UTC\n');
  expect(linesOf(await run(key, ['credit', '--json']))).toEqual([
    { credit: 42, expiration_date: '2091-05-06 07:08:09' },
  ]);
});
