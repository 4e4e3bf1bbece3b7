/** Settings of the image lane, each with its variable, default and meaning in one place. */
import { type Limits, parseLimits } from '../../contract/limits.ts';
import { SettingsFault } from '../settings.ts';

export interface LaneSettings {
  /** Child processes, each with one picture at a time; 0 for a service without the lane. */
  readonly workers: number;
  /** Pictures that wait beyond those that are worked on; each holds its file, at most 20 MiB. */
  readonly queue: number;
  /** What the pictures in work may declare together, in bytes. */
  readonly budgetBytes: number;
  /** Longest pause between two pieces of an answer while its reader waits. */
  readonly stallMs: number;
  /** Address of the networks; undefined for the service that the lane is part of. */
  readonly inferenceUrl: string | undefined;
  /** Bearer token that the networks ask for. */
  readonly token: string | undefined;
  readonly limits: Limits;
}

const MIB = 1024 * 1024;
/** The largest picture (268 million pixels) as RGBA, with what libvips holds beside it. */
const BUDGET_BYTES_A_WORKER = 1536 * MIB;

export const laneSettingDescriptions: readonly (readonly [variable: string, meaning: string])[] = [
  ['LANE_WORKERS', 'child processes that work on pictures, one at a time each; 0 for none (1)'],
  ['LANE_QUEUE', 'pictures that may wait beyond those in work (8)'],
  ['LANE_BUDGET_BYTES', 'memory of one such process, as pictures declare it before they are decoded (1610612736)'],
  ['LANE_STALL_MS', 'a process that owes the next bytes of an answer for longer is killed (30000)'],
  ['INFERENCE_URL', 'where the image lane finds the networks (this service)'],
];

/**
 * Reads the settings from variables; absent and empty ones take their default.
 * @throws SettingsFault naming the variable, what was expected and what it held
 */
export function readLaneSettings(variables: Readonly<Record<string, string | undefined>>): LaneSettings {
  const workers = wholeNumber(variables, 'LANE_WORKERS', 1, 0, 64);
  const share = wholeNumber(variables, 'LANE_BUDGET_BYTES', BUDGET_BYTES_A_WORKER, MIB, 2 ** 40);
  return {
    workers,
    queue: wholeNumber(variables, 'LANE_QUEUE', 8, 0, 1024),
    budgetBytes: workers * share,
    stallMs: wholeNumber(variables, 'LANE_STALL_MS', 30_000, 10, 600_000),
    inferenceUrl: variables.INFERENCE_URL || undefined,
    token: variables.INFERENCE_TOKEN || undefined,
    limits: parseLimits(variables),
  };
}

function wholeNumber(
  variables: Readonly<Record<string, string | undefined>>,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const raw = variables[name];
  if (raw === undefined || raw === '') return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new SettingsFault(`Expected a whole number from ${min} to ${max} for ${name} but received ${raw}`);
  }
  return value;
}
