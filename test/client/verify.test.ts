/** `npx edgematte verify`: the calls of remove.bg against the service, and against servers that are not like it. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { declareService } from '../service.ts';
import { edgematte } from './command.ts';

const service = declareService();
const run = (address: string, key: string, ...words: string[]) =>
  edgematte({ address, key, folder: tmpdir() }, ['verify', ...words]).ended;

test('all five pass here, for three credits', async () => {
  const { key } = await service.createKey();
  const { status, stdout, stderr } = await run(`${service.stack.base}/`, key);
  expect(stdout.toString().split('\n')).toEqual([
    'pass  GET /v1.0/account: 5 credits',
    'pass  image_file in a form: 240 × 160, 1 credit',
    'pass  image_file_b64 in JSON, answered as JSON: 240 × 160, 1 credit',
    'pass  bg_color and format=jpg: 240 × 160, 1 credit',
    'pass  an unknown key: 403 auth_failed',
    '5 of 5 pass',
    '',
  ]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  await expect.poll(() => service.stack.credit(key)).toBe(2);
});

test('a key without credits is reported, line by line', async () => {
  const { key } = await service.createKey({ credits: 0 });
  const { status, stdout } = await run(service.stack.base, key, '--json');
  const lines = stdout.toString().trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { call: 'GET /v1.0/account', passes: true, message: '0 credits' },
    ...['image_file in a form', 'image_file_b64 in JSON, answered as JSON', 'bg_color and format=jpg'].map((call) => ({
      call,
      passes: false,
      message: '402 insufficient_credits',
    })),
    { call: 'an unknown key', passes: true, message: '403 auth_failed' },
    { summary: { passed: 2, failed: 3 } },
  ]);
  expect(status).toBe(1);
});

describe('a server that is not like it', () => {
  const png = (width: number, colour: number) =>
    Buffer.from([
      ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
      ...[0, 0, 0, width, 0, 0, 0, 160, 8, colour, 0, 0, 0, 0, 0, 0, 0],
    ]);
  test.each<[string, RequestListener, string]>([
    ['404 everywhere', (_request, answer) => answer.writeHead(404).end(), '404. A deployment may close these calls'],
    ['a page', (_request, answer) => answer.end('<html>'), 'Expected a PNG'],
    ['another size', (_request, answer) => answer.end(png(10, 6)), 'Expected 240 × 160 pixels, but received 10 × 160'],
    ['no alpha', (_request, answer) => answer.end(png(240, 2)), 'Expected a PNG with alpha'],
    ['no size', (_request, answer) => answer.end(png(240, 6)), 'Expected X-Width and X-Height'],
    [
      'no price',
      (_request, answer) => answer.writeHead(200, { 'X-Width': 240, 'X-Height': 160 }).end(png(240, 6)),
      'Expected X-Credits-Charged',
    ],
    ['too much', (_request, answer) => answer.end(Buffer.alloc(2 ** 20 + 1)), 'The answer has more than 1048576 bytes'],
    ['no answer', (request) => request.socket.destroy(), 'No answer'],
  ])('%s', async (_what, listener, words) => {
    const server = createServer((request, answer) => {
      request.resume();
      request.on('end', () => listener(request, answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { status, stdout } = await run(`http://127.0.0.1:${port}`, 'test_key');
    server.close();
    expect(stdout.toString()).toContain(`NOT   image_file in a form: ${words}`);
    expect(stdout.toString()).toContain('0 of 5 pass');
    expect(status).toBe(1);
  });
});

test('it needs an address, and explains itself', async () => {
  expect((await run('', 'test_key')).status).toBe(2);
  const { stdout } = await run('', 'test_key', '--help');
  expect(stdout.toString()).toContain('Three of the calls cost a credit each');
});
