/** Makes sure that prepared models are there: what is missing is fetched, prepared, checked and put in its place. */
import { rm } from 'node:fs/promises';
import { readRepository } from './choices.ts';
import { hasContent } from './content.ts';
import { ensureDerived } from './derive.ts';
import { ModelFault } from './fault.ts';
import { inspectModel } from './inspect.ts';
import { type InstallOptions, installModel } from './install.ts';
import { type ModelDescription, preparedPath } from './manifest.ts';
import { isDerived, type Precision } from './precision.ts';
import { type ModelRecord, recordPath } from './record.ts';
import { selectModels } from './select.ts';
import { sweepWorkspaces } from './workspace.ts';

export interface EnsureOptions extends Omit<InstallOptions, 'accept'> {
  /** Models of the manifest; those that have a role when left out. */
  readonly names?: readonly string[];
  /** In which a network is to be served; float32 alone is made when left out. */
  readonly precision?: (model: ModelDescription) => Precision;
  /** Further ones whose files are made: the machine that serves them may be another. */
  readonly also?: (model: ModelDescription) => readonly Precision[];
  /** Called with one line for each model whose content is no longer what was prepared. */
  readonly onChanged?: (line: string) => void;
  /**
   * Called with one line for each optional network that cannot be fetched, which is left out then. Without this, and for
   * a network that `names` has, that is a fault.
   */
  readonly onLeftOut?: (line: string) => void;
}

export interface EnsuredModel {
  readonly name: string;
  /** The prepared file. */
  readonly file: string;
  readonly record: ModelRecord;
  /** In which it is to be served. */
  readonly precision: Precision;
  /** False when it was there already. */
  readonly fetched: boolean;
}

/**
 * Fetches and prepares what is missing or has changed. A model that is there is hashed once and then costs reading its
 * notes and two `stat`s.
 * @returns the models in the order of `names`, without those that are left out
 * @throws ModelFault with one line that says what to do; Error when the manifest is wrong
 */
export async function ensureModels(options: EnsureOptions): Promise<readonly EnsuredModel[]> {
  const { modelsDirectory } = options;
  const repository = await readRepository(options);
  await sweepWorkspaces(modelsDirectory);
  const ensured: EnsuredModel[] = [];
  // One after the other: preparing holds the whole model in memory.
  for (const [name, model] of selectModels(repository, options.names)) {
    const precision = options.precision?.(model) ?? 'fp32';
    const prepared = await ensurePrepared(name, model, options).catch((fault: unknown) =>
      leaveOut(name, model, fault, options),
    );
    if (prepared === null) continue;
    ensured.push({ ...prepared, precision });
    const made = new Set([precision, ...(options.also?.(model) ?? [])]);
    for (const each of made) if (isDerived(each)) await ensureDerived(name, model, each, options);
  }
  return ensured;
}

/** @returns null where the service starts without that network. @throws the fault where it does not */
async function leaveOut(
  name: string,
  { optional }: ModelDescription,
  fault: unknown,
  { names = [], modelsDirectory, onLeftOut }: EnsureOptions,
): Promise<null> {
  if (!optional || !onLeftOut || names.length > 0 || !(fault instanceof ModelFault)) throw fault;
  // What may be there is no longer what the manifest describes, and must not be served.
  await rm(recordPath(modelsDirectory, name), { force: true });
  onLeftOut(`${fault.message}. Calls are answered without ${name} meanwhile; the next start tries again`);
  return null;
}

async function ensurePrepared(
  name: string,
  model: ModelDescription,
  options: EnsureOptions,
): Promise<Omit<EnsuredModel, 'precision'>> {
  const { modelsDirectory } = options;
  const file = preparedPath(modelsDirectory, name);
  const inspection = await inspectModel(model, name, modelsDirectory);
  if (inspection.state === 'ready') {
    const { record } = inspection;
    if (await hasContent(file, record)) return { name, file, record, fetched: false };
    options.onChanged?.(`The weights of ${name} are no longer what was prepared (${file}); they are made anew`);
  }
  // A file that is beside the manifest is no download and is there at once.
  const { onProgress: _, ...silent } = options;
  const { record } = await installModel(name, model, model.source.kind === 'file' ? silent : options);
  return { name, file, record, fetched: true };
}
