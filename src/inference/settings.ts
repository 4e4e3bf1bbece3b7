/** Settings of the inference service, each with its variable, default and meaning in one place. */
import { availableCores } from './cores.ts';

export type RuntimeName = 'native' | 'wasm';

export interface InferenceSettings {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** Bearer token that callers show; undefined where the variable is unset or empty. */
  readonly token: string | undefined;
  readonly manifestFile: string;
  readonly modelsDirectory: string;
  readonly runtime: RuntimeName;
  /** onnxruntime's execution providers in order of preference, e.g. `cuda`, `cpu`. Native runtime only. */
  readonly providers: readonly string[];
  /** Child processes, each with all networks loaded. */
  readonly workers: number;
  /** Threads of one run. */
  readonly threads: number;
  /** Requests that wait beyond those that run. */
  readonly queue: number;
  readonly runTimeoutMs: number;
}

/** A variable that cannot be used. The message is one line for the operator. */
export class SettingsFault extends Error {
  override readonly name = 'SettingsFault';
}

export const settingDescriptions: readonly (readonly [variable: string, meaning: string])[] = [
  ['INFERENCE_PORT', 'port to listen on, 0 for a free one (8788)'],
  ['INFERENCE_HOST', 'address to listen on (127.0.0.1)'],
  ['INFERENCE_TOKEN', 'bearer token that callers must show; needed unless the address is a loopback one'],
  ['MODELS_MANIFEST', 'which networks to serve (models/manifest.json)'],
  ['MODELS_DIR', 'where npm run models put their files (.edgematte/models)'],
  ['INFERENCE_RUNTIME', 'native or wasm; wasm is 4 to 5 times slower and needs no native binary (native)'],
  ['INFERENCE_PROVIDERS', 'execution providers of the native runtime in order, e.g. cuda,cpu (cpu)'],
  ['INFERENCE_WORKERS', 'child processes that run networks, each with all of them loaded (1)'],
  ['INFERENCE_THREADS', 'threads of one run (available cores / workers)'],
  ['INFERENCE_QUEUE', 'requests that may wait beyond those that run (16)'],
  ['INFERENCE_RUN_TIMEOUT_MS', 'a run that takes longer is killed (60000)'],
];

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from variables; absent and empty ones take their default.
 * @param cores processor cores to divide among the workers
 * @throws SettingsFault naming the variable, what was expected and what it held
 */
export function readSettings(variables: Variables, cores: number = availableCores()): InferenceSettings {
  const text = (name: string, fallback: string): string => variables[name] || fallback;
  const workers = wholeNumber(variables, 'INFERENCE_WORKERS', 1, 1, 64);
  return {
    port: wholeNumber(variables, 'INFERENCE_PORT', 8788, 0, 65_535),
    host: text('INFERENCE_HOST', '127.0.0.1'),
    token: variables.INFERENCE_TOKEN || undefined,
    manifestFile: text('MODELS_MANIFEST', 'models/manifest.json'),
    modelsDirectory: text('MODELS_DIR', '.edgematte/models'),
    runtime: runtimeName(text('INFERENCE_RUNTIME', 'native')),
    providers: providerNames(text('INFERENCE_PROVIDERS', 'cpu')),
    workers,
    threads: wholeNumber(variables, 'INFERENCE_THREADS', Math.max(1, Math.floor(cores / workers)), 1, 256),
    queue: wholeNumber(variables, 'INFERENCE_QUEUE', 16, 0, 1024),
    runTimeoutMs: wholeNumber(variables, 'INFERENCE_RUN_TIMEOUT_MS', 60_000, 10, 600_000),
  };
}

/**
 * The variable's value; the fallback where it is absent or empty.
 * @throws SettingsFault where it is no whole number from `min` to `max`
 */
export function wholeNumber(variables: Variables, name: string, fallback: number, min: number, max: number): number {
  const raw = variables[name];
  if (raw === undefined || raw === '') return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new SettingsFault(`Expected a whole number from ${min} to ${max} for ${name} but received ${raw}`);
  }
  return value;
}

function runtimeName(text: string): RuntimeName {
  if (text === 'native' || text === 'wasm') return text;
  throw new SettingsFault(`Expected native or wasm for INFERENCE_RUNTIME but received ${text}`);
}

function providerNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => /^[a-z]{2,16}$/.test(name))) return names;
  throw new SettingsFault(`Expected names like cuda,cpu for INFERENCE_PROVIDERS but received ${text}`);
}
