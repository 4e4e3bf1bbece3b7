import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json: what relative settings are relative to, and whose .npmrc counts. */
export const projectDirectory = fileURLToPath(new URL('../..', import.meta.url));

export interface ModelSettings {
  readonly manifestPath: string;
  readonly modelsDirectory: string;
}

/**
 * Where manifest and prepared models lie.
 * @param environment MODELS_MANIFEST (default models/manifest.json) and MODELS_DIR (default .edgematte/models),
 *   absolute or relative to the project
 */
export function modelSettings(environment: NodeJS.ProcessEnv): ModelSettings {
  return {
    manifestPath: path.resolve(projectDirectory, environment.MODELS_MANIFEST || 'models/manifest.json'),
    modelsDirectory: path.resolve(projectDirectory, environment.MODELS_DIR || '.edgematte/models'),
  };
}
