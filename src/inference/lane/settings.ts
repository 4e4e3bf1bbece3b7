/** Settings of the image lane, each with its variable, default and meaning in one place. */
import { tmpdir, totalmem } from 'node:os';
import { type Limits, parseLimits } from '../../contract/limits.ts';
import { wholeNumber } from '../settings.ts';

export interface LaneSettings {
  /** Child processes, each with one picture at a time; 0 for a service without the lane. */
  readonly workers: number;
  /** Pictures that wait beyond those that are worked on; each holds its file, at most 20 MiB. */
  readonly queue: number;
  /** What the pictures in work may declare together, in bytes. */
  readonly budgetBytes: number;
  /** Longest pause between two pieces of an answer while its reader waits. */
  readonly stallMs: number;
  /** A picture that nobody waits for may run on for so long before its process is killed. */
  readonly abandonedMs: number;
  /** Address of the networks; undefined for the service that the lane is part of. */
  readonly inferenceUrl: string | undefined;
  /** Bearer token that the networks ask for. */
  readonly token: string | undefined;
  /** Where the folder with the sockets of the children is made. */
  readonly socketsDirectory: string;
  readonly limits: Limits;
}

const mib = 1024 * 1024;
/** Less than this and hardly any picture of the lane fits. */
const leastBudgetBytes = 256 * mib;

export const laneSettingDescriptions: readonly (readonly [variable: string, meaning: string])[] = [
  ['LANE_WORKERS', 'child processes that work on pictures, one at a time each; 0 for none (1)'],
  ['LANE_QUEUE', 'pictures that may wait beyond those in work (8)'],
  [
    'LANE_BUDGET_BYTES',
    'memory for pictures in one such process; they share it; a picture that needs more than all have is 422 (half of all / workers)',
  ],
  ['LANE_STALL_MS', 'a process that owes the next bytes of an answer for longer is killed (30000)'],
  ['LANE_SOCKETS_DIR', "where the folder with such processes' sockets is made (the system's temporary folder)"],
  ['INFERENCE_URL', 'where the image lane finds the networks (this service)'],
];

/**
 * Reads the settings from variables; absent and empty ones take their default.
 * @param memoryBytes what this machine or container has
 * @throws SettingsFault naming the variable, what was expected and what it held
 */
export function readLaneSettings(
  variables: Readonly<Record<string, string | undefined>>,
  memoryBytes: number = availableMemory(),
): LaneSettings {
  const workers = wholeNumber(variables, 'LANE_WORKERS', 1, 0, 64);
  const half = Math.floor(memoryBytes / 2 / Math.max(1, workers));
  const share = wholeNumber(variables, 'LANE_BUDGET_BYTES', Math.max(leastBudgetBytes, half), mib, 2 ** 44);
  return {
    workers,
    queue: wholeNumber(variables, 'LANE_QUEUE', 8, 0, 1024),
    budgetBytes: workers * share,
    stallMs: wholeNumber(variables, 'LANE_STALL_MS', 30_000, 10, 600_000),
    abandonedMs: 1000,
    inferenceUrl: variables.INFERENCE_URL || undefined,
    token: variables.INFERENCE_TOKEN || undefined,
    socketsDirectory: variables.LANE_SOCKETS_DIR || tmpdir(),
    limits: parseLimits(variables),
  };
}

/** The container's limit where there is one; Node answers a number beyond any machine where there is none. */
function availableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
