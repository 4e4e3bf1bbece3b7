import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PartProcessSettings, startPartProcess } from './part-process.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'edgematte-part-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let entries = 0;

/** Starts a program as a part. */
function start(program: string, settings: Partial<PartProcessSettings> = {}) {
  entries += 1;
  const entry = path.join(directory, `${entries}.mjs`);
  writeFileSync(entry, program);
  return startPartProcess({ name: 'The part', entry, readyMs: 60_000, ...settings });
}

const ready = `console.log(JSON.stringify({ event: 'ready', port: 5 }));`;
const lives = 'setInterval(() => {}, 1000);';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('a part gets its message, is ready at its line, and is asked to end', async () => {
  const lines: string[] = [];
  const program = `process.once('message', ({ word }) => { console.log(word); ${ready} });
    process.on('SIGTERM', () => process.exit(0)); ${lives}`;
  const part = await start(program, { message: { word: 'hello' }, onLine: (line) => lines.push(line) });
  expect(part.port).toBe(5);
  expect(lines[0]).toBe('hello');
  await part.stop();
  expect(await part.ended).toBe('ended with status 0');
});

test('one that does not end when it is asked is ended', async () => {
  const part = await start(`process.on('SIGTERM', () => {}); ${ready} ${lives}`);
  await part.stop(100);
  expect(await part.ended).toBe('was ended by SIGKILL');
});

test('the reason that it sends is that of its end', async () => {
  const fail = (why: string) => `process.send({ failed: '${why}' }, () => process.exit(3));`;
  await expect(start(`console.error('trouble'); ${fail('no port')}`)).rejects.toThrow(/^no port$/);
  await expect(start('process.exit(4);')).rejects.toThrow(/^The part ended with status 4$/);
  const part = await start(`${ready} setTimeout(() => { ${fail('no more')} }, 200);`);
  expect(await part.ended).toBe('ended with status 3 (no more)');
});

test('its children end with it, busy ones too', async () => {
  const busy = `process.on('SIGTERM', () => {}); console.log(process.pid); for (;;);`;
  const program = `import { spawn } from 'node:child_process';
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(busy)}]);
    child.stdout.once('data', (pid) => { console.log('child ' + pid); ${ready} });`;
  const lines: string[] = [];
  const part = await start(program, { onLine: (line) => lines.push(line) });
  const child = Number(lines.join(' ').match(/child (\d+)/)?.[1]);
  expect(isAlive(child)).toBe(true);
  process.kill(Number(part.child.pid), 'SIGKILL');
  expect(await part.ended).toBe('was ended by SIGKILL');
  await expect.poll(() => isAlive(child)).toBe(false);
});

test('one that never is ready, or is not wanted any more, is ended', async () => {
  const pids: number[] = [];
  const onLine = (line: string) => pids.push(Number(line));
  const program = `console.log(process.pid); ${lives}`;
  await expect(start(lives, { readyMs: 100 })).rejects.toThrow('The part was not ready within 0.1 seconds');
  const unwanted = new AbortController();
  const started = start(program, { signal: unwanted.signal, onLine });
  await expect.poll(() => pids.length).toBe(1);
  unwanted.abort();
  await expect(started).rejects.toThrow('The part is not wanted any more');
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});
