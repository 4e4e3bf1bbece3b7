/** From the published file to the served one, by the recipe that the manifest names. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fillGraph } from './filled/recipe.ts';
import { prepareIsnet } from './isnet/recipe.ts';
import type { Preparation } from './manifest.ts';
import { prepareMatte } from './matte/recipe.ts';
import { preparePointDecoder } from './points/decoder.ts';
import { preparePointEncoder } from './points/encoder.ts';
import type { Fetched } from './sources/context.ts';

/**
 * Makes the served file from the published one.
 * @param target path of the new file
 * @param manifestDirectory what paths of the preparation are relative to
 * @param onNote called with one line where something could not be made as good as the preparation asks
 * @returns the served file: `published` itself where nothing is to be done
 * @throws Error when the published file is not what the recipe is for, or our graph is missing or another one
 */
export async function prepareModel(
  preparation: Preparation,
  published: Fetched,
  target: string,
  manifestDirectory: string,
  onNote?: (line: string) => void,
): Promise<Fetched> {
  if (preparation === 'none') return published;
  const bytes = await recipe(preparation, manifestDirectory, onNote)(await readFile(published.file));
  await writeFile(target, bytes);
  return { file: target, bytes: bytes.length, sha256: sha256Of(bytes) };
}

/** A recipe turns the bytes of the published file into those of the served one, the same every time. */
function recipe(
  preparation: Exclude<Preparation, 'none'>,
  manifestDirectory: string,
  onNote?: (line: string) => void,
): (published: Uint8Array) => Uint8Array | Promise<Uint8Array> {
  if (preparation === 'isnet-uint8-fp32') return prepareIsnet;
  if (preparation === 'point-encoder') return preparePointEncoder;
  if (preparation === 'point-decoder') return preparePointDecoder;
  if (preparation.kind === 'matte') return (published) => prepareMatte(published, preparation, onNote);
  return async (published) => {
    const graph = await readFile(path.join(manifestDirectory, preparation.graph));
    if (sha256Of(graph) !== preparation.sha256)
      throw new Error(`${preparation.graph} has another SHA-256 than the manifest says: correct the one or the other`);
    return fillGraph(published, graph);
  };
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
