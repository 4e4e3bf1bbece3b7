/** Processor time of the service's programs, as the kernel counts it for each of their processes. */
import { setTimeout as wait } from 'node:timers/promises';
import { type ProcessTime, processesBelow } from './processes.ts';

/** How the command line of each program is recognised. */
const marks = {
  edge: 'workerd',
  networks: 'session-child',
  lane: 'lane-child',
  inference: 'inference/main',
  /** Node around workerd, which a deployment does not have. */
  host: 'workers-host',
} as const;
export type Program = keyof typeof marks;
const programs = Object.keys(marks) as readonly Program[];

/** Processor seconds of each program. */
export type ProgramSeconds = Readonly<Record<Program, number>>;

const restMs = 50;
/** A tick of the kernel's clock: less is no work. */
const tickSeconds = 0.01;
const longestRests = 40;

/** The first program whose mark a command line has; undefined for a process that is not part of the service. */
export function programOf(command: string): Program | undefined {
  return programs.find((program) => command.includes(marks[program]));
}

/** What the processes of each program have taken so far. */
export function secondsOfPrograms(processes: readonly ProcessTime[] = processesBelow()): ProgramSeconds {
  const of = (wanted: Program) =>
    processes.filter(({ command }) => programOf(command) === wanted).reduce((sum, { seconds }) => sum + seconds, 0);
  return eachProgram(of);
}

/** The same once all programs rest, at most two seconds later: what they do after the last byte is part of an answer. */
export async function secondsAtRest(): Promise<ProgramSeconds> {
  let taken = secondsOfPrograms();
  for (let rest = 0; rest < longestRests; rest++) {
    await wait(restMs);
    const now = secondsOfPrograms();
    const worked = whole(now) - whole(taken);
    taken = now;
    if (worked < tickSeconds) break;
  }
  return taken;
}

/** What was taken between two moments. @param answers between them, over which it is shared out */
export function secondsBetween(before: ProgramSeconds, after: ProgramSeconds, answers = 1): ProgramSeconds {
  return eachProgram((program) => (after[program] - before[program]) / answers);
}

/** Of all programs together. */
export function whole(seconds: ProgramSeconds): number {
  return programs.reduce((sum, program) => sum + seconds[program], 0);
}

/** Of all but the processes that run networks. */
export function allElse(seconds: ProgramSeconds): number {
  return whole(seconds) - seconds.networks;
}

/** What a container takes: the programs beside the networks included, workerd and its host left out. */
export function inContainer({ networks, lane, inference }: ProgramSeconds): number {
  return networks + lane + inference;
}

function eachProgram(of: (program: Program) => number): ProgramSeconds {
  return Object.fromEntries(programs.map((program) => [program, of(program)])) as Record<Program, number>;
}
