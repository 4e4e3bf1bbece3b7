import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeOldWranglerLogs, ServiceLog } from './service-log.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'edgematte-log-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const linesOf = (file: string) => readFileSync(path.join(directory, file), 'utf8').trim().split('\n');

test('every line is an object with time and part', () => {
  const log = new ServiceLog(directory);
  const now = new Date('2026-11-22T10:00:00Z');
  log.write('edge', '{"level":"error","event":"failed","requestId":"r1"}', now);
  log.write('inference', '{"time":"2026-11-22T09:59:59.000Z","event":"request","requestId":"r1"}', now);
  log.write('edge', 'workerd/server.c++: something', now);
  expect(linesOf('service.log').map((line) => JSON.parse(line))).toEqual([
    { time: now.toISOString(), part: 'edge', level: 'error', event: 'failed', requestId: 'r1' },
    { time: '2026-11-22T09:59:59.000Z', part: 'inference', event: 'request', requestId: 'r1' },
    { time: now.toISOString(), part: 'edge', level: 'info', event: 'output', text: 'workerd/server.c++: something' },
  ]);
  expect(statSync(path.join(directory, 'service.log')).mode & 0o077).toBe(0);
});

test('size and number of files are bounded, over several starts too', () => {
  for (let start = 0; start < 4; start += 1) {
    const log = new ServiceLog(directory, { maxBytes: 1000, files: 3 });
    for (let line = 0; line < 30; line += 1) log.write('edge', `${start}/${line}`);
  }
  const files = readdirSync(directory).sort();
  expect(files).toEqual(['service.log', 'service.log.1', 'service.log.2']);
  for (const file of files) expect(statSync(path.join(directory, file)).size).toBeLessThanOrEqual(1000);
  expect(linesOf('service.log').at(-1)).toContain('3/29');
  expect(JSON.parse(linesOf('service.log')[0]).text).not.toBe(JSON.parse(linesOf('service.log.1')[0]).text);
});

test('the newest logs of wrangler stay', () => {
  for (let day = 10; day < 30; day += 1) writeFileSync(path.join(directory, `wrangler-2026-11-${day}.log`), '');
  writeFileSync(path.join(directory, 'other.log'), '');
  removeOldWranglerLogs(directory, 3);
  expect(readdirSync(directory)).toEqual([
    'other.log',
    'wrangler-2026-11-27.log',
    'wrangler-2026-11-28.log',
    'wrangler-2026-11-29.log',
  ]);
});
