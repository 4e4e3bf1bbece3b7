/** What is in the models directory, compared with what the manifest wants. */
import { stat } from 'node:fs/promises';
import { identityOf, type ModelDescription, preparedPath } from './manifest.ts';
import { type ModelRecord, readRecord } from './record.ts';

export type Inspection =
  /** File and note are there and belong to the manifest's source and preparation. */
  | { readonly state: 'ready'; readonly record: ModelRecord }
  | { readonly state: 'missing' }
  /** There is a model, and the manifest wants another one or the file is cut. */
  | { readonly state: 'outdated'; readonly why: string };

/** The cheap check: the note and the file's size, no hashing. */
export async function inspectModel(
  model: ModelDescription,
  name: string,
  modelsDirectory: string,
): Promise<Inspection> {
  const record = await readRecord(modelsDirectory, name);
  const bytes = await sizeOf(preparedPath(modelsDirectory, name));
  if (!record || bytes === undefined) return { state: 'missing' };
  const expected = expectedSha256(model);
  if (record.source.sha256 !== model.source.sha256) return { state: 'outdated', why: 'made from another source' };
  if (record.preparation !== identityOf(model.preparation))
    return { state: 'outdated', why: 'made by another preparation' };
  if (expected && record.sha256 !== expected)
    return { state: 'outdated', why: 'made by another version of the recipe' };
  if (record.bytes !== bytes) return { state: 'outdated', why: `${bytes} of ${record.bytes} bytes long` };
  return { state: 'ready', record };
}

/** The hash that the manifest demands of the prepared file, where it says one. */
export function expectedSha256({ preparation, preparedSha256, source }: ModelDescription): string | undefined {
  return preparation === 'none' ? source.sha256 : preparedSha256;
}

async function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    (stats) => stats.size,
    () => undefined,
  );
}
