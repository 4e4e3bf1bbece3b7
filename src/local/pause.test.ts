import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { decide } from '../../testing/needs.ts';
import { whileStopped } from './pause.ts';

const noSignals = decide('linux', process.platform === 'win32' ? 'Windows stops no process for a moment' : null);

let child: ChildProcess;
afterEach(() => void child.kill('SIGKILL'));

/** A process that says each line that it is sent, once it runs. */
async function echo() {
  child = spawn(process.execPath, ['-e', 'process.stdin.pipe(process.stdout)'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines: string[] = [];
  child.stdout?.on('data', (text) => lines.push(String(text)));
  const ask = (text: string) => child.stdin?.write(text);
  ask('begun');
  await expect.poll(() => lines).toEqual(['begun']);
  return { pid: child.pid ?? 0, ask, lines };
}

test.skipIf(noSignals !== null)('a process stands still while work is done, and answers afterwards', async () => {
  const { pid, ask, lines } = await echo();
  const pausedMs = await whileStopped(pid, () => {
    ask('asked meanwhile');
    // Long enough for an answer, and no event comes in between.
    const untilMs = performance.now() + 300;
    while (performance.now() < untilMs);
  });
  expect(pausedMs).toBeGreaterThan(299);
  await expect.poll(() => lines).toEqual(['begun', 'asked meanwhile']);
});

test.skipIf(noSignals !== null)(
  'it goes on where the work fails, and where there is no such process that is said',
  async () => {
    const { pid, ask, lines } = await echo();
    const failing = whileStopped(pid, () => {
      throw new Error('no room');
    });
    await expect(failing).rejects.toThrow('no room');
    ask('afterwards');
    await expect.poll(() => lines).toEqual(['begun', 'afterwards']);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await expect(whileStopped(pid, () => {})).rejects.toThrow(`Process ${pid} has ended`);
  },
);

test.skipIf(noSignals !== null)('work during which somebody else lets it go on does not count', async () => {
  const { pid } = await echo();
  const disturbed = whileStopped(pid, () => {
    process.kill(pid, 'SIGCONT');
    const untilMs = performance.now() + 300;
    while (performance.now() < untilMs);
  });
  await expect(disturbed).rejects.toThrow(`Process ${pid} went on before all was read`);
});
