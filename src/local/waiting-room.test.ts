import { spawnSync } from 'node:child_process';
import { closeSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { missing } from '../../testing/needs.ts';
import { KeptPort } from './kept-port.ts';
import { duplicate, listenAt } from './listening-socket.ts';
import { WaitingRoom } from './waiting-room.ts';

const isElsewhere = missing('linux') !== null;
let port: number;
let socket: number;

beforeEach(async () => {
  if (isElsewhere) return;
  port = await freePort();
  const taken = listenAt(port);
  if (taken === null) throw new Error(`Port ${port} is not free`);
  socket = taken;
});
afterEach(() => {
  if (!isElsewhere) closeSync(socket);
});

const call = () => fetch(`http://127.0.0.1:${port}/v1.0/alpha-channel`, { method: 'POST', body: 'a picture' });

/** Somebody who accepts connections, with a number of the socket of their own. */
async function answerer() {
  const server = createServer((_, answer) => answer.setHeader('Connection', 'close').end('served'));
  await new Promise<void>((resolve) => server.listen({ fd: duplicate(socket) }, resolve));
  return () => new Promise((resolve) => server.close(resolve));
}

test.skipIf(isElsewhere)('nobody else gets the port', () => {
  expect(listenAt(port)).toBeNull();
});

test.skipIf(isElsewhere)('a connection waits for the next who answers', async () => {
  const end = await answerer();
  expect(await (await call()).text()).toBe('served');
  await end();
  const waiting = call();
  const endNext = await answerer();
  expect(await (await waiting).text()).toBe('served');
  await endNext();
});

test.skipIf(isElsewhere)('a connection that has waited for long enough gets 503, until somebody is there', async () => {
  const room = new WaitingRoom(socket);
  room.open(1);
  for (const answer of [await call(), await call()]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toBe('5');
    expect(answer.headers.get('X-Error-Code')).toBe('SERVICE_UNAVAILABLE');
    expect(await answer.json()).toEqual({ detail: 'Service temporarily unavailable. Please try again later.' });
  }
  room.close();
  const end = await answerer();
  expect(await (await call()).text()).toBe('served');
  await end();
});

test.skipIf(isElsewhere)('without descriptors left nobody is turned away, and nothing breaks', async () => {
  const room = new WaitingRoom(-1);
  room.open(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(room.isOpen).toBe(true);
  room.close();
});

test.skipIf(isElsewhere)('where native code cannot be loaded no port is taken, and none kept', () => {
  const handed = { socket: duplicate(socket), awaySinceMs: 0, tries: 1 };
  const koffi = createRequire(import.meta.url)('koffi') as { load(): never };
  const load = vi.spyOn(koffi, 'load').mockImplementation(() => {
    throw new Error('no such file');
  });
  expect(listenAt(port)).toBeNull();
  expect(KeptPort.handedOn({ EDGEMATTE_KEPT_PORT: JSON.stringify(handed) })).toBeNull();
  expect(() => readlinkSync(`/proc/self/fd/${handed.socket}`)).toThrow('ENOENT');
  load.mockRestore();
});

test.skipIf(isElsewhere)('a program that is started has the socket only where it is handed over', () => {
  const another = duplicate(socket);
  const name = readlinkSync(`/proc/self/fd/${socket}`);
  const script = 'for fd in /proc/self/fd/*; do readlink "$fd"; done; true';
  const inherited = (...handed: number[]) => {
    const { stdout } = spawnSync('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore', ...handed] });
    return String(stdout)
      .split('\n')
      .filter((line) => line === name).length;
  };
  expect([inherited(), inherited(socket)]).toEqual([0, 1]);
  closeSync(another);
});
