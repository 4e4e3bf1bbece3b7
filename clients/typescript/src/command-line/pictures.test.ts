/** What a run writes and says around its calls, against a server that answers as it is told. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runProgram } from '../../../../src/command-line/run.ts';
import { program } from './program.ts';

/** How a PNG ends. */
const png = Buffer.from('0000000049454e44ae426082', 'hex');

let folder: string;
let server: Server;
/** Statuses of the next answers to a picture; 200 once there are none. */
let refusals: number[];
let creditStatus: number;
/** Requests with a picture that came. */
let calls: number;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-pictures-'));
  mkdirSync(path.join(folder, 'photos'));
  writeFileSync(path.join(folder, 'photos/a.jpg'), 'a');
  refusals = [];
  creditStatus = 200;
  calls = 0;
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      const isQuestion = request.method === 'GET';
      if (!isQuestion) calls++;
      const status = isQuestion ? creditStatus : (refusals.shift() ?? 200);
      if (status === 200 && !isQuestion) response.writeHead(200, { 'Content-Type': 'image/png' }).end(png);
      else {
        const rate = { 'X-RateLimit-Limit': '2', 'X-RateLimit-Remaining': '1', 'X-RateLimit-Reset': '1800000000' };
        response.writeHead(status, { 'Content-Type': 'application/json', 'X-Error-Code': 'A_CODE', ...rate });
        response.end('{"credit":9,"detail":"Not now."}');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('EDGEMATTE_ADDRESS', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('EDGEMATTE_KEY', 'test_key');
  vi.stubEnv('XDG_CONFIG_HOME', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

function run(...more: string[]) {
  return runWords('cutout', path.join(folder, 'photos'), '--out', path.join(folder, 'out'), ...more);
}

async function runWords(...words: string[]) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const around = { print: (text: string) => printed.push(text), complain: (text: string) => complaints.push(text) };
  return { status: await runProgram(program, words, around), printed, complaints };
}

test('without a key, or with one that is refused, nothing is written', async () => {
  creditStatus = 401;
  expect(await run()).toMatchObject({ status: 4, complaints: [expect.stringContaining('401 A_CODE: Not now.')] });
  vi.stubEnv('EDGEMATTE_KEY', '');
  expect(await run()).toMatchObject({ status: 2, complaints: [expect.stringContaining('EDGEMATTE_KEY')] });
  expect(readdirSync(folder)).toEqual(['photos']);
});

test('a wait before the next try is said, with the picture and how long', async () => {
  refusals = [503];
  const { status, complaints } = await run();
  expect(status).toBe(0);
  expect(complaints).toEqual([
    expect.stringMatching(/a\.jpg: 503 A_CODE: Not now\. \(request [\w-]+\)\. Trying again in 1 s$/),
    expect.stringMatching(/^1 done, /),
  ]);
});

test('as a line of JSON too', async () => {
  refusals = [429];
  const { printed } = await run('--json');
  const [waiting, done] = printed.map((line) => JSON.parse(line));
  expect(waiting).toEqual({
    picture: path.join(folder, 'photos/a.jpg'),
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

describe('a dry run', () => {
  test.each([
    [1, ['1 picture, 0 of them done: 1 credit of 9\nThe key may begin 2 calls in any minute: all of them at once']],
    [5, ['5 pictures, 0 of them done: 5 credits of 9\nThe key may begin 2 calls in any minute: 2 min at least']],
  ])('of %i pictures says what they cost and how long they take', async (pictures, words) => {
    for (let at = 1; at < pictures; at++) writeFileSync(path.join(folder, `photos/${at}.jpg`), 'a');
    expect(await run('--dry-run')).toEqual({ status: 0, printed: words, complaints: [] });
    expect([calls, readdirSync(folder)]).toEqual([0, ['photos']]);
  });

  test('of what is done says no time', async () => {
    await run();
    expect((await run('--dry-run')).printed).toEqual(['1 picture, 1 of them done: 0 credits of 9']);
    expect(calls).toBe(1);
  });

  test.each([
    ['standard input', () => []],
    ['standard input under its name', () => ['-']],
    ['standard input to a file', () => ['-', '--out', path.join(folder, 'out.png')]],
    ['a file to standard output', () => [path.join(folder, 'photos/a.jpg'), '--out', '-']],
  ])('of %s sends nothing', async (_, words) => {
    const { status, printed, complaints } = await runWords('cutout', ...words(), '--dry-run', '--json');
    expect({ status, complaints }).toEqual({ status: 0, complaints: [] });
    const facts = { pictures: 1, there_before: 0, credits: 1, available: 9, rate_per_minute: 2, seconds_at_least: 0 };
    expect(printed.map((line) => JSON.parse(line))).toEqual([facts]);
    expect([calls, readdirSync(folder)]).toEqual([0, ['photos']]);
  });
});
