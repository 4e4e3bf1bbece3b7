import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inProject } from './root.ts';
import { isAlive, StateLock } from './state-lock.ts';

let directory: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'edgematte-lock-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

/** What a start leaves behind when it is killed: a process that holds the lock, as workerd does. */
async function orphan(): Promise<ChildProcess> {
  const lock = new StateLock(directory);
  const environment = {
    EDGEMATTE_WORKERD: '/bin/sh',
    EDGEMATTE_PID_FILE: lock.workerdPidFile,
    EDGEMATTE_LOCK: lock.pipe,
  };
  const child = spawn(inProject('src/local/guarded-workerd.sh'), ['-c', 'echo up; exec sleep 60'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  children.push(child);
  if (child.stdout) await once(child.stdout, 'data');
  return child;
}

test('a second claim is refused and names the process, until the first is given back', async () => {
  const [first, second] = [new StateLock(directory), new StateLock(directory)];
  await first.take();
  await expect(second.take()).rejects.toThrow(
    `Another start (process ${process.pid}) uses ${directory}; stop it or set EDGEMATTE_STATE`,
  );
  first.release();
  await second.take();
  second.release();
  expect(existsSync(path.join(directory, 'start.pid'))).toBe(false);
});

test('who takes the place of a service waits for a living owner, but not for ever', async () => {
  const [backup, next] = [new StateLock(directory), new StateLock(directory)];
  await backup.take();
  await expect(next.take(200, true)).rejects.toThrow(`Another start (process ${process.pid})`);
  const waiting = next.take(60_000, true);
  backup.release();
  await waiting;
  next.release();
});

test('a claim of another process holds', async () => {
  const other = spawn(process.execPath, [
    ...['--import', 'tsx', '--input-type=module', '-e'],
    `import { StateLock } from ${JSON.stringify(inProject('src/local/state-lock.ts'))};
     await new StateLock(${JSON.stringify(directory)}).take(); console.log('taken'); setTimeout(() => {}, 60_000);`,
  ]);
  children.push(other);
  await once(other.stdout, 'data');
  await expect(new StateLock(directory).take()).rejects.toThrow(`Another start (process ${other.pid})`);
});

test.skipIf(process.platform !== 'linux')(
  'a process that has ended is not alive while its parent lets it wait',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60']);
    children.push(parent);
    const pid = Number(String((await once(parent.stdout, 'data'))[0]));
    expect(isAlive(pid)).toBe(true);
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(existsSync(`/proc/${pid}`)).toBe(true);
  },
);

test('a number of a living process that is no owner does not hold', async () => {
  writeFileSync(path.join(directory, 'start.pid'), String(process.ppid));
  const lock = new StateLock(directory);
  await lock.take();
  lock.release();
});

test('the file of earlier versions does not hold', async () => {
  writeFileSync(path.join(directory, 'lock'), String(process.ppid));
  const lock = new StateLock(directory);
  await lock.take();
  lock.release();
});

test('a workerd of a start that is gone holds, and is named', async () => {
  const before = new StateLock(directory);
  await before.take();
  before.release();
  const workerd = await orphan();
  expect(readFileSync(before.workerdPidFile, 'utf8').trim()).toBe(String(workerd.pid));
  const lock = new StateLock(directory);
  await expect(lock.take(200)).rejects.toThrow(
    `workerd of an earlier start (process ${workerd.pid}) uses ${directory}`,
  );
  workerd.kill('SIGKILL');
  await lock.take();
  lock.release();
});
