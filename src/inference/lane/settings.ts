/** The settings of the image lane: from its variables, else by this machine. */
import { tmpdir } from 'node:os';
import { defaultLimits, type Limits } from '../../contract/limits.ts';
import { inferenceToken } from '../../contract/settings/inference.ts';
import { laneSettings } from '../../contract/settings/lane.ts';
import { laneLimitSettings } from '../../contract/settings/limits.ts';
import { readSetting, readSettings, type Variables } from '../../contract/settings/read.ts';
import { availableMemory } from '../memory.ts';

export interface LaneSettings {
  /** Child processes, each with one picture at a time; 0 for a service without the lane. */
  readonly workers: number;
  /** Pictures that wait beyond those that are worked on; each holds its file, at most 22 MiB. */
  readonly queue: number;
  /** What the pictures in work may declare together, in bytes. */
  readonly budgetBytes: number;
  /** Longest pause between two pieces of an answer while its reader waits. */
  readonly stallMs: number;
  /** How long a picture without a waiting caller may run on before its process is killed. */
  readonly abandonedMs: number;
  /** Address of the networks; undefined for the service that the lane is part of. */
  readonly inferenceUrl: string | undefined;
  /** Bearer token that the networks ask for. */
  readonly token: string | undefined;
  /** Where the folder with the sockets of the children is made. */
  readonly socketsDirectory: string;
  readonly limits: Limits;
}

/** Longest pause within an answer; the process of the picture is then killed. */
const stallMs = 30_000;
/** With less hardly any picture of the lane fits. */
const leastBudgetBytes = 256 * 1024 * 1024;

/**
 * Reads the settings from variables; absent and empty ones take their default.
 * @param memoryBytes what this machine or container has
 * @throws SettingsFault naming the variable, what was expected and what it held
 */
export function readLaneSettings(variables: Variables, memoryBytes: number = availableMemory()): LaneSettings {
  const { workers, queue, budgetBytes, networksUrl, socketsDirectory } = readSettings(laneSettings, variables);
  const half = Math.floor(memoryBytes / 2 / Math.max(1, workers));
  return {
    workers,
    queue,
    budgetBytes: workers * (budgetBytes ?? Math.max(leastBudgetBytes, half)),
    stallMs,
    abandonedMs: 1000,
    inferenceUrl: networksUrl,
    token: readSetting(inferenceToken, variables),
    socketsDirectory: socketsDirectory ?? tmpdir(),
    limits: { ...defaultLimits, ...readSettings(laneLimitSettings, variables) },
  };
}
