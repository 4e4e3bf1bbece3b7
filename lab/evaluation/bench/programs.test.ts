import { expect, it } from 'vitest';
import { allElse, inContainer, programOf, secondsBetween, secondsOfPrograms, whole } from './programs.ts';

const commands = {
  edge: '/bin/workerd\0serve\0--binary',
  networks: 'node\0/repo/dist/inference/session-child.js',
  lane: 'node\0/repo/dist/inference/lane-child.js',
  inference: 'node\0/repo/dist/inference/main.js',
  host: 'node\0/repo/dist/start/workers-host.js',
};

it('recognises each program by its command line, and no other process', () => {
  for (const [program, command] of Object.entries(commands)) expect(programOf(command)).toBe(program);
  expect(programOf('node\0lab/evaluation/bench/peer/sharp-process.ts')).toBeUndefined();
});

it('adds up the processes of a program, and tells networks from all else', () => {
  const processes = [...Object.values(commands), commands.networks, 'node\0sharp-process.ts'].map((command) => ({
    ...{ command, pid: 1, parent: 0 },
    seconds: 2,
  }));
  const taken = secondsOfPrograms(processes);
  expect(taken).toEqual({ edge: 2, networks: 4, lane: 2, inference: 2, host: 2 });
  expect([whole(taken), allElse(taken), inContainer(taken)]).toEqual([12, 8, 8]);
  expect(secondsBetween(secondsOfPrograms([]), taken, 2)).toMatchObject({ edge: 1, networks: 2 });
});
