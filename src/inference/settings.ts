/** The settings of the inference service: from its variables, else by this machine. */
import { inferenceSettings } from '../contract/settings/inference.ts';
import { readSettings as read, type Values, type Variables } from '../contract/settings/read.ts';
import { availableCores } from './cores.ts';

type Declared = Values<typeof inferenceSettings>;

/** The settings of `contract/settings/inference.ts`. */
export interface InferenceSettings extends Omit<Declared, 'manifest' | 'directory'> {
  readonly manifestPath: string;
  readonly modelsDirectory: string;
  /** Threads of one run. */
  readonly threads: number;
}

/**
 * Reads the settings from variables; absent and empty ones take their default.
 * @param cores processor cores to divide among the workers
 * @throws SettingsFault naming the variable, what was expected and what it held
 */
export function readSettings(variables: Variables, cores: number = availableCores()): InferenceSettings {
  const { manifest, directory, ...declared } = read(inferenceSettings, variables);
  const share = Math.max(1, Math.floor(cores / declared.workers));
  return { ...declared, manifestPath: manifest, modelsDirectory: directory, threads: declared.threads ?? share };
}
