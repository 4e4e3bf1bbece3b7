import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { beginProcessorTime, secondsOfProcess } from './processor-time.ts';

const burn = (seconds: number) =>
  `const full = ${seconds * 1e6}; for (let at = 0; at < full; ) { const { user, system } = process.cpuUsage(); at = user + system; }`;

/** Enters itself, burns, starts a process that does and another whose parent is killed before it ends. */
const program = `
  import { execFileSync, spawn } from 'node:child_process';
  import { enterProcessorTime } from '${inProject('test/run/processor-time.ts')}';
  const counted = enterProcessorTime('a.test.ts');
  if (counted === null) process.exit(9);
  execFileSync(process.execPath, ['-e', ${JSON.stringify(burn(0.3))}]);
  const orphan = ${JSON.stringify(`${burn(0.3)}; console.log('burnt'); process.stdin.resume();`)};
  const parent = spawn('sh', ['-c', '"$0" -e "$1" & wait', process.execPath, orphan], { stdio: ['pipe', 'pipe', 'inherit'] });
  parent.stdout.once('data', () => parent.kill('SIGKILL'));
  parent.once('exit', () => counted.close());
`;
const start = (program: string): number | null =>
  spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], { stdio: 'inherit' }).status;

test('a file has what its process took, and all that it started, orphans too where there are control groups', () => {
  const end = beginProcessorTime();
  expect(start(program)).toBe(0);
  const { files, own, all, exact } = end();
  expect([...files.keys()]).toEqual(['a.test.ts']);
  expect(files.get('a.test.ts')).toBeGreaterThan(exact ? 0.6 : 0.3);
  expect(all).toBeGreaterThanOrEqual((files.get('a.test.ts') ?? 0) + own - 0.05);
});

test('files that share a process have each what it took for them', () => {
  const shared = `
    import { enterProcessorTime } from '${inProject('test/run/processor-time.ts')}';
    const taken = () => { const { user, system } = process.cpuUsage(); return user + system; };
    const burnMore = (seconds) => { for (const from = taken(); taken() - from < seconds * 1e6; ); };
    const first = enterProcessorTime('first.test.ts');
    burnMore(1);
    first?.close();
    const second = enterProcessorTime('second.test.ts');
    burnMore(0.3);
    second?.close();
  `;
  const end = beginProcessorTime();
  expect(start(shared)).toBe(0);
  const { files } = end();
  expect([...files.keys()].sort()).toEqual(['first.test.ts', 'second.test.ts']);
  const [first, second] = ['first.test.ts', 'second.test.ts'].map((file) => files.get(file) ?? 0);
  // The start of the process is the first's.
  expect(first).toBeGreaterThan(0.9);
  expect(second).toBeGreaterThan(0.25);
  expect(second).toBeLessThan(0.9);
});

test('a process that the run did not start enters nothing', () => {
  const end = beginProcessorTime();
  const pid = JSON.parse(process.env.TEST_PROCESSOR_TIME ?? '').pid;
  expect(pid).toBe(process.pid);
  // Its parent is the shell between.
  execFileSync('sh', ['-c', '"$0" --import tsx --input-type=module -e "$1"; test $? = 9', process.execPath, program]);
  expect([...end().files]).toEqual([]);
});

test('those that a process waited for are part of its seconds', () => {
  const before = secondsOfProcess();
  spawnSync(process.execPath, ['-e', burn(0.2)]);
  if (process.platform === 'linux') expect(secondsOfProcess() - before).toBeGreaterThan(0.15);
});
