/**
 * Files made of a prepared one on this machine: the same network in integers or in float16, beside it in its
 * folder. Nothing is fetched for them.
 */
import { createHash } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { ModelFault } from './fault.ts';
import { type ModelDescription, preparedPath } from './manifest.ts';
import { narrowGraph } from './onnx/narrow.ts';
import { decodeModel, encodeWith, graphOf } from './onnx/proto.ts';
import { isOfWrapper } from './onnx/wrapper.ts';
import type { DerivedPrecision } from './precision.ts';
import { readCalibration } from './quantise/calibration.ts';
import { quantiseModel } from './quantise/quantise.ts';
import { openWorkspace } from './workspace.ts';

/** The note beside the file, written last. */
const note = z.object({ sha256: z.string(), bytes: z.number(), modifiedMs: z.number() });

/** Where the file is. */
export function derivedPath(modelsDirectory: string, name: string, precision: DerivedPrecision): string {
  return path.join(path.dirname(preparedPath(modelsDirectory, name)), `${precision}.onnx`);
}

/** Where the note of such a file is. */
export function derivedNote(file: string): string {
  return `${file.slice(0, -'.onnx'.length)}.json`;
}

export interface DeriveOptions {
  readonly modelsDirectory: string;
  /** Calibrations are beside the manifest. */
  readonly manifestPath: string;
}

/**
 * Makes the file where it is missing or another one.
 * @returns whether it was made
 * @throws ModelFault where what was made is not what the manifest says
 */
export async function ensureDerived(
  name: string,
  model: ModelDescription,
  precision: DerivedPrecision,
  { modelsDirectory, manifestPath }: DeriveOptions,
): Promise<boolean> {
  const expected = model.precisions?.[precision];
  if (!expected) throw new ModelFault(`The manifest has no ${precision} of ${name}`);
  const target = derivedPath(modelsDirectory, name, precision);
  const noteFile = derivedNote(target);
  if (await isThere(target, noteFile, expected.sha256)) return false;
  const prepared = await readFile(preparedPath(modelsDirectory, name));
  const bytes = await derivedBytes(prepared, precision, expected, manifestPath);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== expected.sha256) {
    throw new ModelFault(
      `The ${precision} file of ${name} came out with SHA-256 ${sha256} and the manifest says ${expected.sha256}. ` +
        'Correct the manifest if the network, its calibration or the recipe was changed on purpose',
    );
  }
  const workspace = await openWorkspace(modelsDirectory, name);
  try {
    const draft = path.join(workspace, 'derived');
    await writeFile(draft, bytes);
    await rm(noteFile, { force: true });
    await rename(draft, target);
    const { mtimeMs } = await stat(target);
    await writeFile(noteFile, `${JSON.stringify({ sha256, bytes: bytes.length, modifiedMs: mtimeMs })}\n`);
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
  return true;
}

/**
 * The file of a prepared one in a precision.
 * @param calibration for integers: the table, beside the manifest; without it products with matrices of weights alone are in integers
 * @throws Error where the network cannot be made so
 */
export async function derivedBytes(
  prepared: Uint8Array,
  precision: DerivedPrecision,
  { calibration }: { readonly calibration?: string; readonly sha256?: string },
  manifestPath: string,
): Promise<Uint8Array> {
  if (precision === 'fp16') return narrowed(prepared);
  const file = calibration && path.join(path.dirname(manifestPath), calibration);
  const table = file ? await readCalibration(file) : { ranges: {}, kept: [] };
  return quantiseModel(prepared, table, precision === 'int7' ? 63 : 127);
}

function narrowed(prepared: Uint8Array): Uint8Array {
  const model = decodeModel(prepared);
  return encodeWith(model, narrowGraph(graphOf(model), isOfWrapper), 'edgematte');
}

async function isThere(target: string, noteFile: string, sha256: string): Promise<boolean> {
  try {
    const { size, mtimeMs } = await stat(target);
    const known = note.parse(JSON.parse(await readFile(noteFile, 'utf8')));
    return known.sha256 === sha256 && known.bytes === size && known.modifiedMs === mtimeMs;
  } catch {
    // Absent, cut or not JSON: nothing finished is known to be here, and it is made again.
    return false;
  }
}
