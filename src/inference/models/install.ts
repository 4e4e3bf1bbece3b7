/** One model from its source to its place: fetched, prepared, checked, published in one step. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { explainFailure, ModelFault } from './fault.ts';
import { expectedSha256 } from './inspect.ts';
import { identityOf, type ModelDescription } from './manifest.ts';
import { prepareModel } from './prepare.ts';
import type { OnProgress } from './progress.ts';
import { describeSource, type ModelRecord, recordOf } from './record.ts';
import { type ModelSettings, projectDirectory } from './settings.ts';
import { fetchSource, type OpenSource, pinned } from './sources/source.ts';
import { openWorkspace, publish } from './workspace.ts';

export interface InstallOptions extends ModelSettings {
  readonly onProgress?: OnProgress;
  /** For the settings of npm and pip; this process's own when left out. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Longest wait between two bytes of a download. */
  readonly silenceMs?: number;
  /** Asked about the prepared file before it is published; what it throws keeps the file away. */
  readonly accept?: (file: string) => Promise<void>;
  /** Called with one line where a network is served, but not as well as it could be. */
  readonly onNote?: (line: string) => void;
}

/** A model whose source may be open yet. */
export type ModelToInstall = Omit<ModelDescription, 'source'> & {
  readonly source: ModelDescription['source'] | OpenSource;
};

export interface Installed {
  readonly record: ModelRecord;
  /** The model, its source with hash and size. */
  readonly model: ModelDescription;
}

/**
 * Fetches, prepares and publishes a model.
 * @throws ModelFault with one line that says what to do
 */
export async function installModel(name: string, model: ModelToInstall, options: InstallOptions): Promise<Installed> {
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
  wanted: ModelToInstall,
  options: InstallOptions,
  workDirectory: string,
): Promise<Installed> {
  const report = options.onProgress ?? (() => {});
  const manifestDirectory = path.dirname(options.manifestPath);
  const published = await fetchSource(wanted.source, {
    workDirectory,
    manifestDirectory,
    projectDirectory,
    environment: options.environment ?? process.env,
    silenceMs: options.silenceMs,
    onBytes: (doneBytes, totalBytes) => report({ model: name, step: 'fetch', doneBytes, totalBytes }),
  });
  const model = { ...wanted, source: pinned(wanted.source, published) };
  report({ model: name, step: 'prepare', doneBytes: 0, totalBytes: published.bytes });
  const target = path.join(workDirectory, 'prepared');
  const prepared = await prepareModel(model.preparation, published, target, manifestDirectory, options.onNote);
  const expected = expectedSha256(model);
  if (expected && prepared.sha256 !== expected) {
    throw new ModelFault(
      `Preparation ${identityOf(model.preparation)} of ${name} gave SHA-256 ${prepared.sha256} and the manifest says ` +
        `${expected}. Correct preparedSha256 in the manifest if source or recipe was changed on purpose`,
    );
  }
  await options.accept?.(prepared.file);
  const record = recordOf(model, prepared);
  await publish(options.modelsDirectory, name, prepared.file, record);
  report({ model: name, step: 'ready', doneBytes: prepared.bytes, totalBytes: prepared.bytes });
  return { record, model };
}
