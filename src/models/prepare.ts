/** From the published file to the served one, by the recipe that the manifest names. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { prepareIsnet } from './isnet/recipe.ts';
import type { Preparation } from './manifest.ts';
import { prepareMatte } from './matte/recipe.ts';
import type { Fetched } from './sources/context.ts';

/**
 * Makes the served file from the published one.
 * @param target path of the new file
 * @returns the served file: `published` itself where nothing is to be done
 * @throws Error when the published file is not what the recipe is for
 */
export async function prepareModel(preparation: Preparation, published: Fetched, target: string): Promise<Fetched> {
  if (preparation === 'none') return published;
  const bytes = recipe(preparation)(await readFile(published.file));
  await writeFile(target, bytes);
  return { file: target, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** A recipe turns the bytes of the published file into those of the served one, the same every time. */
function recipe(preparation: Exclude<Preparation, 'none'>): (published: Uint8Array) => Uint8Array {
  switch (preparation) {
    case 'isnet-uint8-fp32':
      return prepareIsnet;
    default:
      return (published) => prepareMatte(published, preparation);
  }
}
