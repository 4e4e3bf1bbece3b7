/** What becomes of `npm start` when it or one of its parts is killed, and when it is asked to end. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { readAnswers } from '../../testing/http-message.ts';
import { writeTestRepository } from '../../testing/models/tiny.ts';
import { filePart, multipartBody, multipartType } from '../../testing/requests.ts';
import { command, said } from './command.ts';
import { familyOf, livingOf } from './processes.ts';

/** For what takes a second or two on a machine that is not busy. */
const patienceMs = 30_000;

let directory: string;
let environment: Record<string, string>;
/** A photo whose answer is far larger than what the system takes in for a reader who does not read. */
let large: Buffer;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'edgematte-lives-'));
  const { manifestPath, modelsDirectory } = await writeTestRepository(path.join(directory, 'repository'));
  environment = {
    EDGEMATTE_STATE: path.join(directory, 'state'),
    TMPDIR: path.join(directory),
    MODELS_MANIFEST: manifestPath,
    MODELS_DIR: modelsDirectory,
  };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const picture = sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#888', noise } });
  large = await picture.jpeg({ quality: 90 }).toBuffer();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const started: Service[] = [];
afterAll(() => {
  for (const { child, seen } of started) {
    child.kill('SIGKILL');
    for (const pid of livingOf(seen)) process.kill(pid, 'SIGKILL');
  }
});

interface Service {
  readonly child: ChildProcess;
  readonly base: string;
  readonly key: string;
  /** Everything said so far. */
  text(): string;
  readonly status: Promise<number | null>;
  /** The number of the one process of the family whose command matches. */
  find(part: RegExp): number;
  /** Numbers of all processes that were part of it. */
  readonly seen: number[];
}

async function begin(settings: Parameters<typeof command>[1] = {}): Promise<Service> {
  const ports = { PORT: String(await freePort()), INFERENCE_PORT: String(await freePort()) };
  const child = command({ ...environment, ...ports }, settings);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece) => {
      text += piece;
    });
  }
  const status = new Promise<number | null>((resolve) => child.once('close', resolve));
  await said(child, /Ctrl-C stops it/);
  const [, base] = /ready at (\S+)/.exec(text) ?? [];
  const [key] = /test_[0-9A-Za-z]{38}/.exec(text) ?? [];
  if (!base || !key) throw new Error(`The service did not start: ${text}`);
  const seen: number[] = [];
  const poll = () => {
    const family = familyOf(Number(child.pid));
    for (const { pid } of family) if (!seen.includes(pid)) seen.push(pid);
    return family;
  };
  poll();
  const find = (part: RegExp) => {
    const found = poll().filter((process) => part.test(process.command));
    if (found.length !== 1) throw new Error(`Expected one process like ${part} but found ${found.length}`);
    return found[0].pid;
  };
  const service = { child, base, key, text: () => text, status, find, seen };
  started.push(service);
  return service;
}

const workerd = /workerd serve/;
const host = /workers-host/;
const inference = /inference\/main/;
const session = /session-child/;
const lane = /lane-child/;

const small = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();

async function statusOfCall({ base, key }: Service): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([await small()]), 'photo.jpg');
  const headers = { 'X-API-Key': key };
  const answer = await fetch(`${base}/v1.0/alpha-channel`, { method: 'POST', headers, body: form }).catch(() => null);
  await answer?.arrayBuffer().catch(() => {});
  return answer?.status ?? 0;
}

async function creditOf({ base, key }: Service): Promise<number> {
  const answer = await fetch(`${base}/available-credit`, { headers: { 'X-API-Key': key } });
  return ((await answer.json()) as { credit: number }).credit;
}

/** What parts have left in their folders of a run. */
function leftovers(): string[] {
  const runs = readdirSync(directory).filter((name) => /^edgematte-[0-9a-f]{12}$/.test(name));
  const parts = runs.flatMap((name) => readdirSync(path.join(directory, name)).map((part) => path.join(name, part)));
  return parts.flatMap((part) => readdirSync(path.join(directory, part)));
}

/** How often a part was said to be back. */
const backs = () => service.text().match(/ is back after \d+\.\d s/g)?.length ?? 0;

/** The one that runs: each test takes over what the one before has left, for a start takes seconds. */
let service: Service;
beforeAll(async () => {
  service = await begin();
});

test('what the parts say is found by the id of a request', async () => {
  const { base, key } = service;
  const body = new FormData();
  body.append('file', new Blob([await small()]), 'photo.jpg');
  const headers = { 'X-API-Key': key, 'X-Request-Id': 'find-me' };
  await (await fetch(`${base}/v1.0/alpha-channel`, { method: 'POST', headers, body })).arrayBuffer();
  const file = path.join(environment.EDGEMATTE_STATE, 'logs', 'service.log');
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n');
  await expect.poll(() => lines().filter((line) => line.includes('"find-me"')).length).toBeGreaterThan(0);
});

test('a part that is killed is started again on its port, and both are said', async () => {
  let lives = 0;
  for (const part of [workerd, host, inference, session, lane]) {
    const killed = service.find(part);
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => livingOf([killed]), { timeout: patienceMs }).toEqual([]);
    // Inference itself supervises its children.
    if (part !== session && part !== lane) lives += 1;
    await expect.poll(backs, { timeout: patienceMs }).toBe(lives);
    await expect.poll(() => statusOfCall(service), { timeout: patienceMs, interval: 200 }).toBe(200);
    await expect.poll(() => service.find(part), { timeout: patienceMs }).not.toBe(killed);
  }
  const lines = service.text().split('Ctrl-C stops it.')[1];
  expect(lines).toMatch(/The process of the Workers ended with status 1 \(workerd has ended\); it is started again in/);
  expect(lines).toMatch(/The process of the Workers was ended by SIGKILL; it is started again in/);
  expect(lines).toMatch(/Inference was ended by SIGKILL; it is started again in/);
  expect(lines).not.toContain('did not become ready');
});

test('a start that is killed takes everything along, and the next one goes on with its ledgers', async () => {
  const credit = await creditOf(service);
  for (const part of [workerd, host, inference, session, lane]) service.find(part);
  service.child.kill('SIGKILL');
  await expect.poll(() => livingOf(service.seen), { timeout: patienceMs }).toEqual([]);
  expect(leftovers()).toEqual([]);
  const { key } = service;
  service = await begin();
  expect(service.key).toBe(key);
  expect(await creditOf(service)).toBe(credit);
});

test('SIGTERM lets an answer arrive whole, which is charged', async () => {
  const credit = await creditOf(service);
  await expectWhole(() => service.child.kill('SIGTERM'));
  // In a group of its own, as a shell starts it.
  service = await begin({ detached: true });
  expect(await creditOf(service)).toBe(credit - 1);
});

test('Ctrl-C, which a terminal sends to all processes of the command, does so too', async () => {
  await expectWhole(() => process.kill(-Number(service.child.pid), 'SIGINT'));
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s to npm does so too', async (signal) => {
  service = await begin({ byNpm: true });
  const credit = await creditOf(service);
  // npm does not pass on SIGHUP: it ends of it, and the service because npm is gone.
  await expectWhole(() => service.child.kill(signal), signal === 'SIGHUP' ? null : 0);
  service = await begin({ detached: true });
  expect(await creditOf(service)).toBe(credit - 1);
  service.child.kill(signal);
  expect(await service.status).toBe(0);
});

test('Ctrl-C in a terminal reaches npm and the service, and is one request', async () => {
  service = await begin({ byNpm: true, detached: true });
  await expectWhole(() => process.kill(-Number(service.child.pid), 'SIGINT'));
});

test('a second signal ends everything at once', async () => {
  service = await begin();
  const cut = readSlowly(() => service.child.kill('SIGTERM'), 1000).catch(() => 'cut');
  await expect.poll(() => service.text()).toContain('Answers in work are finished');
  service.child.kill('SIGTERM');
  expect(await service.status).toBe(1);
  expect(await cut).toBe('cut');
  await expect.poll(() => livingOf(service.seen)).toEqual([]);
  expect(leftovers()).toEqual([]);
});

test('while a workerd of a killed start lives, the state is not opened again', async () => {
  service = await begin();
  const orphan = service.find(workerd);
  // Its guard is kept from noticing.
  process.kill(service.find(/guard\.sh/), 'SIGSTOP');
  for (const pid of [Number(service.child.pid), service.find(host)]) process.kill(pid, 'SIGKILL');
  const ports = { PORT: String(await freePort()), INFERENCE_PORT: String(await freePort()) };
  const { text, status } = await said(command({ ...environment, ...ports }));
  expect(status).toBe(1);
  const state = environment.EDGEMATTE_STATE;
  expect(text.trim()).toBe(
    `workerd of an earlier start (process ${orphan}) uses ${state}; stop it or set EDGEMATTE_STATE`,
  );
});

/** An answer that has begun when the service is asked to end arrives whole, and then nothing is left. */
async function expectWhole(askToEnd: () => void, status: number | null = 0): Promise<void> {
  const answer = await readSlowly(askToEnd);
  expect(answer.status).toBe(200);
  const { info } = await sharp(answer.body).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 2400, height: 1800 });
  expect(await service.status).toBe(status);
  await expect.poll(() => livingOf(service.seen), { timeout: patienceMs }).toEqual([]);
  expect(leftovers()).toEqual([]);
}

/**
 * Asks for a cutout of the large photo and reads the answer in small pieces.
 * @param onBegun called once the answer has begun
 * @throws Error when the connection ends before the answer does
 */
async function readSlowly(onBegun: () => void, pieceBytes = 64 * 1024) {
  const { base, key } = service;
  const body = multipartBody([filePart(large)]);
  const { hostname, port } = new URL(base);
  const socket = net.connect({ host: hostname, port: Number(port) });
  const head = [
    'POST /v1.0/image-without-background HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `X-API-Key: ${key}`,
    `Content-Type: ${multipartType}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  const pieces: Buffer[] = [];
  let begun = false;
  // A pause after each piece: the socket is read no faster, so the service cannot write any faster either.
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    pieces.push(chunk);
    if (!begun) onBegun();
    begun = true;
    await pause((chunk.length / pieceBytes) * 10);
  }
  const [answer] = readAnswers(Buffer.concat(pieces), true);
  if (!answer) throw new Error('The answer was cut');
  return answer;
}
