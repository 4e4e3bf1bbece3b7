/** The processes of a running service by the part that each plays, and signals to them. */
import { residentBytes } from '../memory.ts';
import { commandOf, descendantsOf, isRunning, type Process } from '../processes.ts';

/** What is killed: children that run networks, children that work on pictures, the process above both, the Workers. */
export const parts = ['session', 'lane', 'inference', 'workerd'] as const;
export type Part = (typeof parts)[number];

/** Whether a word of the command line names a part. */
export function isPart(text: string): text is Part {
  return (parts as readonly string[]).includes(text);
}

const commands: Readonly<Record<Exclude<Part, 'workerd'>, RegExp>> = {
  session: /\/session-child\.[jt]s/,
  lane: /\/lane-child\.[jt]s/,
  inference: /\/inference\/main\.[jt]s/,
};

/** The processes of a part below the one that started the service. */
export function processesOf(rootPid: number, part: Part): readonly Process[] {
  const all = descendantsOf(rootPid);
  if (part === 'workerd') return all.filter(({ name }) => name === 'workerd');
  return all.filter((candidate) => commands[part].test(commandOf(candidate)));
}

/** Sends a signal to this very process. False when it has ended. */
export function signal(target: Process, name: NodeJS.Signals): boolean {
  if (!isRunning(target)) return false;
  try {
    return process.kill(target.pid, name);
  } catch {
    return false; // It ended in between.
  }
}

/** Resident bytes of each part, all of its processes together; `start` is the process above all of them. */
export function memoryOfParts(rootPid: number): Readonly<Record<Part | 'start', number>> {
  const bytesOf = (part: Part) => processesOf(rootPid, part).reduce((sum, { pid }) => sum + bytesIfRunning(pid), 0);
  const [session, lane, inference, workerd] = parts.map(bytesOf);
  return { start: residentBytes(rootPid), session, lane, inference, workerd };
}

function bytesIfRunning(pid: number): number {
  try {
    return residentBytes(pid);
  } catch {
    return 0; // It ended in between.
  }
}
