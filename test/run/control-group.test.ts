import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { hierarchies } from './control-group.ts';

/** Enters a group of one hierarchy, starts a process that burns and is not waited for, and says what the group took. */
const program = (at: number) => `
  import { spawn } from 'node:child_process';
  import path from 'node:path';
  import * as groups from '${inProject('test/run/control-group.ts')}';
  const folder = groups.openControlGroup('edgematte-test-' + process.pid, [groups.hierarchies[${at}]]);
  if (folder !== null) {
    const burn = "while (process.cpuUsage().user < 300_000); console.log('burnt'); process.stdin.resume()";
    const child = spawn(process.execPath, ['-e', burn], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdout.once('data', () => {
      console.log(groups.secondsOfControlGroup(folder));
      child.kill('SIGKILL');
    });
    child.once('exit', () => {
      groups.enterControlGroup(path.dirname(folder));
      console.log(groups.closeControlGroup(folder) ? 'gone' : 'left');
    });
  }
`;

test.each(hierarchies.map(({ mount }, at) => [mount, at] as const))(
  'what is in a group below %s is counted, and the group goes: where the system lets us make one',
  (_mount, at) => {
    const words = ['--import', 'tsx', '--input-type=module', '-e', program(at)];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const [seconds = '', isGone] = stdout.trim().split('\n');
    if (seconds === '') return;
    expect(Number(seconds)).toBeGreaterThan(0.3);
    expect(isGone).toBe('gone');
  },
);
