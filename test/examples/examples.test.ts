/** Each program of `examples`, run as in its README: it cuts out, tries again under one name, and reports refusals. */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { decide, missing } from '../../testing/needs.ts';
import { readPngHeader } from '../../testing/png.ts';
import { missingPythons, pythonsWithClient } from '../client/pythons.ts';
import { newKey } from '../keys.ts';
import { forward } from '../relay.ts';
import { declareService } from '../service.ts';

const run = promisify(execFile);
const service = declareService();

/** A program, and what runs it. */
interface Example {
  readonly language: string;
  readonly program: string;
  readonly runner: readonly string[];
  /** Why that is not here; null where it is. */
  readonly notHere: string | null;
}

const hasCurl = spawnSync('curl', ['--version']).status === 0;

const examples: readonly Example[] = [
  {
    language: 'curl',
    program: 'curl/cutout.sh',
    runner: ['sh'],
    notHere: decide('shell', hasCurl ? null : 'there is no curl'),
  },
  {
    language: 'TypeScript',
    program: 'typescript/cutout.mts',
    runner: [process.execPath, inProject('node_modules/tsx/dist/cli.mjs')],
    notHere: null,
  },
  {
    language: 'Python',
    program: 'python/cutout.py',
    runner: pythonsWithClient()
      .map(({ program }) => program)
      .slice(0, 1),
    notHere: missingPythons(),
  },
  { language: 'Go', program: 'go/cutout.go', runner: ['go', 'run'], notHere: missing('go') },
];

let folder: string;
/** In front of the service: it is busy for the first call of each key, and notes the name of each. */
let front: Server;
const names = new Map<string, string[]>();

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-examples-'));
  // The package, as `npm ci` links it.
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(inProject('clients/typescript'), path.join(folder, 'node_modules/edgematte'));
  symlinkSync(inProject('examples'), path.join(folder, 'examples'));
  // A bright box before black: to the tiny network, what is bright is the subject.
  const box = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const photo = sharp({ create: { width: 160, height: 120, channels: 3, background: 'black' } });
  const boxed = photo.composite([{ input: box, left: 40, top: 30 }]).jpeg({ quality: 100 });
  writeFileSync(path.join(folder, 'photo.jpg'), await boxed.toBuffer());

  front = createServer((request, response) => {
    const key = String(request.headers['x-api-key']);
    const sent = names.get(key) ?? [];
    names.set(key, [...sent, String(request.headers['idempotency-key'])]);
    if (sent.length > 0) return forward(request, response, Number(new URL(service.stack.base).port));
    request.resume();
    const busy = { 'Retry-After': '1', 'X-Error-Code': 'SERVICE_UNAVAILABLE', 'Content-Type': 'application/json' };
    request.on('end', () => response.writeHead(503, busy).end('{"detail":"Busy"}'));
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
});
afterAll(() => {
  front.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(examples)('$language', ({ language, program, runner, notHere }) => {
  const to = `${language}.png`;

  function call(address: string, key: string) {
    const [file, ...words] = runner;
    const env = { ...process.env, EDGEMATTE_ADDRESS: address, EDGEMATTE_KEY: key };
    return run(file, [...words, path.join('examples', program), 'photo.jpg', to], { cwd: folder, env });
  }

  test('it cuts out, and is paid once however often it has to try', async ({ skip }) => {
    skip(notHere !== null, notHere ?? undefined);
    const { key } = await service.createKey({ credits: 5 });
    await call(`http://127.0.0.1:${(front.address() as AddressInfo).port}`, key);
    expect(readPngHeader(readFileSync(path.join(folder, to)))).toMatchObject({
      widthPx: 80,
      heightPx: 60,
      colourType: 6,
    });
    const [first, second, ...others] = names.get(key) ?? [];
    expect(first).toMatch(/^[\w-]{32,}$/);
    expect([second, others]).toEqual([first, []]);
    await expect.poll(() => service.stack.credit(key)).toBe(4);

    rmSync(path.join(folder, to));
    const refused = await call(service.stack.base, newKey('test')).catch((failure) => failure);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/INVALID_API_KEY/);
    expect(refused.stderr).toMatch(/request[- ](id: )?\S+/i);
    expect(existsSync(path.join(folder, to))).toBe(false);
    expect(readdirSync(folder).filter((file) => /part/.test(file))).toEqual([]);
  });
});

test('every program is named by the README', () => {
  const readme = readFileSync(inProject('examples/README.md'), 'utf8');
  const programs = readdirSync(inProject('examples'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(sh|mts|py|go)$/.test(file),
  );
  expect(programs.sort()).toEqual(examples.map(({ program }) => program).sort());
  for (const program of programs) expect(readme).toContain(`examples/${program} photo.jpg cutout.png`);
});
