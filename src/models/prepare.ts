import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { prepareIsnet } from './isnet/recipe.ts';
import type { ModelDescription } from './manifest.ts';
import type { Fetched } from './sources/context.ts';

type Preparation = ModelDescription['preparation'];

/** A recipe turns the bytes of the published file into those of the served one, the same every time. */
const recipes: Readonly<Record<Exclude<Preparation, 'none'>, (published: Uint8Array) => Uint8Array>> = {
  'isnet-uint8-fp32': (published) => prepareIsnet(published, 'float32'),
  'isnet-uint8-fp16': (published) => prepareIsnet(published, 'float16'),
};

/**
 * Makes the served file from the published one.
 * @param target path of the new file
 * @returns the served file: `published` itself where nothing is to be done
 * @throws Error when the published file is not what the recipe is for
 */
export async function prepareModel(preparation: Preparation, published: Fetched, target: string): Promise<Fetched> {
  if (preparation === 'none') return published;
  const bytes = recipes[preparation](await readFile(published.file));
  await writeFile(target, bytes);
  return { file: target, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
