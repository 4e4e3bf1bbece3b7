import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restart } from './restart.ts';
import { inProject } from './root.ts';

let directory: string;
let service: ChildProcess | null = null;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'edgematte-restart-'));
});
afterEach(() => {
  service?.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

/** A process that is ready, and does something when it is asked to restart. */
async function ready(whenAsked: string): Promise<void> {
  const program = `import { StateLock } from ${JSON.stringify(inProject('src/local/state-lock.ts'))};
     const lock = new StateLock(${JSON.stringify(directory)});
     await lock.take();
     lock.markReady();
     process.on('SIGUSR2', () => { ${whenAsked} });
     console.log('ready'); setTimeout(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
  service = child;
  await once(child.stdout, 'data');
}

test.skipIf(process.platform === 'win32')('waits for the word of another service', async () => {
  await ready('lock.markReady();');
  await restart(directory);
});

test.skipIf(process.platform === 'win32')('says in one line that it waited long enough', async () => {
  await ready('');
  await expect(restart(directory, 100)).rejects.toThrow(
    'Not ready again after 0.1 s; the output of npm start says what it does',
  );
});

test.skipIf(process.platform === 'win32')('says that the service has ended', async () => {
  await ready('process.exit(1);');
  await expect(restart(directory)).rejects.toThrow('The service has ended; the output of npm start says why');
});
