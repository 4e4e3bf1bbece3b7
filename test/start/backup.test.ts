/** `npm run backup` while calls go on, and `npm run restore`: what was charged by then is charged, and the ledgers add up. */
import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProject, projectRoot } from '../../src/start/root.ts';
import { freePort } from '../../testing/free-port.ts';
import { writeTestRepository } from '../../testing/models/tiny.ts';
import { photo } from '../../testing/photos.ts';
import { command, said } from './command.ts';

const run = promisify(execFile);
const granted = 500;

let directory: string;
let state: string;
let backup: string;
let environment: Record<string, string>;
let child: ChildProcess;
let picture: Blob;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'edgematte-backups-'));
  [state, backup] = [path.join(directory, 'state'), path.join(directory, 'backup')];
  const { manifestPath, modelsDirectory } = await writeTestRepository(path.join(directory, 'repository'));
  const port = String(await freePort());
  environment = {
    EDGEMATTE_STATE: state,
    EDGEMATTE_URL: `http://127.0.0.1:${port}`,
    PORT: port,
    INFERENCE_PORT: String(await freePort()),
    MODELS_MANIFEST: manifestPath,
    MODELS_DIR: modelsDirectory,
  };
  picture = new Blob([new Uint8Array(await photo('jpeg', 40, 30))]);
  await begin();
});
afterAll(async () => {
  await end();
  rmSync(directory, { recursive: true, force: true });
});

async function begin(): Promise<void> {
  child = command(environment);
  await said(child, /Ctrl-C stops it/);
}

async function end(): Promise<void> {
  const ended = said(child);
  child.kill('SIGINT');
  await ended;
}

/** One of the project's commands. */
async function script(name: string, ...words: string[]): Promise<string> {
  const args = ['--import', 'tsx', inProject(`scripts/${name}.ts`), ...words];
  return (await run(process.execPath, args, { cwd: projectRoot, env: { ...process.env, ...environment } })).stdout;
}

async function createKey(): Promise<{ key: string; id: string }> {
  const words = ['create', '--type', 'test', '--credits', String(granted), '--rate', '10000', '--json'];
  return JSON.parse(await script('keys', ...words));
}

const creditOf = async (id: string): Promise<number> => JSON.parse(await script('keys', 'show', id, '--json')).credit;

async function call(key: string): Promise<number> {
  const body = new FormData();
  body.append('file', picture, 'photo.jpg');
  const address = `${environment.EDGEMATTE_URL}/v1.0/alpha-channel`;
  const answer = await fetch(address, { method: 'POST', headers: { 'X-API-Key': key }, body });
  await answer.arrayBuffer();
  return answer.status;
}

/** Calls, one after the other on each of three lines, until it is stopped. */
function callOn(key: string) {
  const statuses: number[] = [];
  let goesOn = true;
  const line = async () => {
    while (goesOn) statuses.push(await call(key));
  };
  const lines = Promise.all([line(), line(), line()]);
  const stop = async () => {
    goesOn = false;
    await lines;
  };
  return { statuses, stop };
}

test('a state is put back as it was under calls', { timeout: 300_000 }, async () => {
  const [quiet, busy] = [await createKey(), await createKey()];
  expect(await call(quiet.key)).toBe(200);
  await expect.poll(() => creditOf(quiet.id)).toBe(granted - 1);
  const calls = callOn(busy.key);
  await expect.poll(() => calls.statuses.length).toBeGreaterThan(5);

  const line = await script('backup', backup);
  const byThen = calls.statuses.length;
  expect(line).toMatch(/^\S+ holds \d+ files of \S+; calls waited \d+ ms\n$/);
  await expect.poll(() => calls.statuses.length).toBeGreaterThan(byThen + 5);
  await calls.stop();
  expect([...new Set(calls.statuses)]).toEqual([200]);
  expect(await call(quiet.key)).toBe(200);
  const later = await createKey();
  await expect(script('restore', backup)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Another start \(process \d+\) uses \S+; stop it or set EDGEMATTE_STATE\n$/),
  });

  await end();
  const restored = await script('restore', backup);
  const [, aside = ''] = /the state of before is in (\S+)/.exec(restored) ?? [];
  expect(readdirSync(aside).sort()).toEqual(['demo-account.json', 'demo-key', 'secrets.json', 'workers']);
  await begin();
  expect(await script('keys', 'audit')).toContain('add up');
  expect(await creditOf(quiet.id)).toBe(granted - 1);
  const charged = granted - (await creditOf(busy.id));
  expect(charged).toBeGreaterThan(0);
  // Calls that had begun by the end of the backup: those that had ended, and one more a line.
  expect(charged).toBeLessThanOrEqual(byThen + 3);
  await expect(creditOf(later.id)).rejects.toMatchObject({ code: 1 });
  expect([await call(quiet.key), await call(later.key)]).toEqual([200, 401]);
  expect(readFileSync(path.join(backup, 'secrets.json'), 'utf8')).toBe(
    readFileSync(path.join(state, 'secrets.json'), 'utf8'),
  );
});
