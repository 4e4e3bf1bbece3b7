import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { descendantsWhere, ownSeconds, peakMiBWhile, secondsOfDescendants } from './processes.ts';

it('counts what children and their children took, and what this process took', async () => {
  const busy = 'while (process.cpuUsage().user < 300000); console.log(1); setTimeout(() => {}, 60000)';
  const child = spawn('sh', ['-c', `${process.execPath} -e '${busy}' & wait`], { detached: true });
  try {
    const before = ownSeconds();
    await once(child.stdout, 'data');
    expect(secondsOfDescendants()).toBeGreaterThan(0.05);
    const pids = () => descendantsWhere((command) => command.includes('60000'));
    const peak = await peakMiBWhile(pids, () => Promise.resolve());
    expect(peak).toBeGreaterThan(5);
    expect(
      await peakMiBWhile(
        () => [],
        () => Promise.resolve(),
      ),
    ).toBe(0);
    while (ownSeconds() === before) JSON.stringify(process.versions);
    expect(ownSeconds()).toBeGreaterThan(before);
  } finally {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  }
});
