/** Where manifest and prepared models are on this machine. */
import path from 'node:path';
import { modelSettings as declared } from '../../contract/settings/models.ts';
import { readSettings, type Variables } from '../../contract/settings/read.ts';
import { projectFolder } from '../../wire/command-line/project-folder.ts';

/** The folder of package.json: what relative settings are relative to, and whose .npmrc counts. */
export const projectDirectory = projectFolder(import.meta.url);

export interface ModelSettings {
  readonly manifestPath: string;
  readonly modelsDirectory: string;
}

/** Reads both from variables. @returns absolute paths; relative ones start at the project */
export function modelSettings(variables: Variables): ModelSettings {
  const { manifest, directory } = readSettings(declared, variables);
  return {
    manifestPath: path.resolve(projectDirectory, manifest),
    modelsDirectory: path.resolve(projectDirectory, directory),
  };
}
