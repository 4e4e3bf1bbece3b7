/**
 * The note beside every prepared model, `<modelsDirectory>/<name>/model.json`: what the file is and what it was made
 * from. It makes the check at start cheap (one small file and one `stat` instead of hashing all of it), and it is written
 * last, so that a folder without it holds nothing finished.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { Fingerprint } from './fingerprint.ts';
import { identityOf, type ModelDescription, preparedPath } from './manifest.ts';
import type { OpenSource } from './sources/source.ts';

const record = z.object({
  /** Of the prepared file. */
  sha256: z.string(),
  bytes: z.number().int().nonnegative(),
  preparation: z.string(),
  /** Where the published file came from. Its hash is its identity, the rest is for people. */
  source: z.object({ sha256: z.string(), kind: z.string(), from: z.string() }),
});

export type ModelRecord = z.infer<typeof record>;

/** The note for a prepared file of a model. */
export function recordOf(model: ModelDescription, prepared: Fingerprint): ModelRecord {
  const { source } = model;
  return {
    sha256: prepared.sha256,
    bytes: prepared.bytes,
    preparation: identityOf(model.preparation),
    source: { sha256: source.sha256, kind: source.kind, from: describeSource(model) },
  };
}

/** Where a model comes from, in one phrase. */
export function describeSource({ source }: { readonly source: ModelDescription['source'] | OpenSource }): string {
  switch (source.kind) {
    case 'npm':
      return `${source.package}@${source.version} ${source.resource}`;
    case 'npm-file':
      return `${source.package}@${source.version} ${source.path}`;
    case 'wheel':
      return `${source.package}==${source.version} ${source.path}`;
    case 'https':
      return source.url;
    case 'file':
      return source.path;
  }
}

/** Where the note of a model is under the models directory. */
export function recordPath(modelsDirectory: string, name: string): string {
  return path.join(path.dirname(preparedPath(modelsDirectory, name)), 'model.json');
}

/** Reads the note of a model; undefined when there is none or it is not one. */
export async function readRecord(modelsDirectory: string, name: string): Promise<ModelRecord | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(recordPath(modelsDirectory, name), 'utf8'));
    return record.safeParse(parsed).data;
  } catch {
    // Absent, unreadable or not JSON: all mean that nothing finished is known to be here, and it is made again.
    return undefined;
  }
}

/** Writes a note to `file`. */
export async function writeRecord(file: string, value: ModelRecord): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
