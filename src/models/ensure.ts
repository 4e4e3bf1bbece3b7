/** Makes sure that prepared models are there: what is missing is fetched, prepared, checked and put in its place. */

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { explainFailure, ModelFault } from './fault.ts';
import { expectedSha256, inspectModel } from './inspect.ts';
import { type Manifest, type ModelDescription, preparedPath, readManifest } from './manifest.ts';
import { prepareModel } from './prepare.ts';
import type { OnProgress } from './progress.ts';
import { describeSource, type ModelRecord, recordOf } from './record.ts';
import { projectDirectory } from './settings.ts';
import { fetchSource } from './sources/source.ts';
import { openWorkspace, publish, sweepWorkspaces } from './workspace.ts';

export interface EnsureOptions {
  readonly manifestPath: string;
  readonly modelsDirectory: string;
  /** Models of the manifest; those that play a role when left out. */
  readonly names?: readonly string[];
  readonly onProgress?: OnProgress;
  /** For npm's settings; this process's own when left out. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Longest wait between two bytes of a download. */
  readonly silenceMs?: number;
}

export interface EnsuredModel {
  readonly name: string;
  /** The prepared file. */
  readonly file: string;
  readonly record: ModelRecord;
  /** False when it was there already. */
  readonly fetched: boolean;
}

/**
 * Fetches and prepares what is missing. A model that is there costs reading its note and one `stat`.
 * @returns the models in the order of `names`
 * @throws ModelFault with one line that says what to do; Error when the manifest is wrong
 */
export async function ensureModels(options: EnsureOptions): Promise<readonly EnsuredModel[]> {
  const { manifestPath, modelsDirectory } = options;
  const manifest = await readManifest(manifestPath);
  await sweepWorkspaces(modelsDirectory);
  const ensured: EnsuredModel[] = [];
  // One after the other: preparing holds the whole model in memory.
  for (const [name, model] of selectModels(manifest, options.names)) {
    const inspection = await inspectModel(model, name, modelsDirectory);
    const fetched = inspection.state !== 'ready';
    const record = inspection.state === 'ready' ? inspection.record : await install(name, model, options);
    ensured.push({ name, file: preparedPath(modelsDirectory, name), record, fetched });
  }
  return ensured;
}

/**
 * Models by name; those that play a role where no name is given.
 * @throws ModelFault for a name that the manifest does not have
 */
export function selectModels(
  manifest: Manifest,
  names: readonly string[] = [],
): readonly (readonly [name: string, model: ModelDescription])[] {
  const selected = names.length > 0 ? names : Object.values(manifest.roles);
  return [...new Set(selected)].map((name) => {
    if (!Object.hasOwn(manifest.models, name)) {
      const known = Object.keys(manifest.models).join(', ');
      throw new ModelFault(`There is no model ${name} in the manifest: use one of ${known}`);
    }
    return [name, manifest.models[name]] as const;
  });
}

async function install(name: string, model: ModelDescription, options: EnsureOptions): Promise<ModelRecord> {
  const { modelsDirectory } = options;
  let workDirectory: string | undefined;
  try {
    workDirectory = await openWorkspace(modelsDirectory, name);
    return await fetchAndPublish(name, model, options, workDirectory);
  } catch (error) {
    throw explainFailure(error, { model: name, from: describeSource(model), modelsDirectory });
  } finally {
    if (workDirectory) await rm(workDirectory, { recursive: true, force: true });
  }
}

async function fetchAndPublish(
  name: string,
  model: ModelDescription,
  options: EnsureOptions,
  workDirectory: string,
): Promise<ModelRecord> {
  const report = options.onProgress ?? (() => {});
  const published = await fetchSource(model.source, {
    workDirectory,
    manifestDirectory: path.dirname(options.manifestPath),
    projectDirectory,
    environment: options.environment ?? process.env,
    silenceMs: options.silenceMs,
    onBytes: (doneBytes, totalBytes) => report({ model: name, step: 'fetch', doneBytes, totalBytes }),
  });
  report({ model: name, step: 'prepare', doneBytes: 0, totalBytes: published.bytes });
  const prepared = await prepareModel(model.preparation, published, path.join(workDirectory, 'prepared'));
  const expected = expectedSha256(model);
  if (expected && prepared.sha256 !== expected) {
    throw new ModelFault(
      `Preparation ${model.preparation} of ${name} gave SHA-256 ${prepared.sha256} and the manifest says ${expected}. ` +
        'Correct preparedSha256 in the manifest if source or recipe was changed on purpose',
    );
  }
  const record = recordOf(model, prepared);
  await publish(options.modelsDirectory, name, prepared.file, record);
  report({ model: name, step: 'ready', doneBytes: prepared.bytes, totalBytes: prepared.bytes });
  return record;
}
