/** The networks that this service answers for: those that play a role, whose prepared files lie in the models folder. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readRepository } from '../models/choices.ts';
import { type ModelDescription, preparedPath, secondLookName, type TensorDescription } from '../models/manifest.ts';
import { readRecord } from '../models/record.ts';
import { selectModels } from '../models/select.ts';
import type { CloseLook, SecondLook } from '../pipeline/networks.ts';

export interface ServedModel {
  readonly name: string;
  /** Absolute path of the prepared ONNX file. */
  readonly file: string;
  readonly inputs: readonly TensorDescription[];
  readonly outputs: readonly TensorDescription[];
  /** Largest batch, at least 1. */
  readonly maxBatch: number;
  /** Longest wait of a request for others that are run with it; without it each is run alone. */
  readonly batchWaitMs?: number;
  /** Another of these models, to be asked where this one's matte is unsure. */
  readonly secondLook?: SecondLook;
  readonly closeLook?: CloseLook;
}

export interface Catalogue {
  readonly models: readonly ServedModel[];
  /** A model by its own name or by a role that it plays, e.g. `matte`. */
  find(nameOrRole: string): ServedModel | undefined;
}

/** There is one version of each model: its file. */
export const servedVersion = '1';

/**
 * Reads the manifest and the operator's choices, and makes sure that every prepared file is there and complete.
 * @param batches whether requests may be run together as the manifest says: a processor gains nothing by it
 * @throws Error with one line that says what is missing and what to do
 */
export async function openCatalogue(
  manifestFile: string,
  modelsDirectory: string,
  batches = false,
): Promise<Catalogue> {
  const manifest = await readRepository({ manifestPath: manifestFile, modelsDirectory });
  const looks = await Promise.all(
    selectModels(manifest).map(async ([name, description]) => {
      const file = path.resolve(preparedPath(modelsDirectory, name));
      await checkFile(name, file, modelsDirectory);
      return looksOf(name, file, batches ? description : { ...description, batchWaitMs: undefined });
    }),
  );
  const models = looks.flat();
  const byName = new Map(models.map((model) => [model.name, model]));
  for (const [role, name] of Object.entries(manifest.roles)) {
    const model = byName.get(name);
    // A model that is called like a role keeps its name.
    if (model && !byName.has(role)) byName.set(role, model);
  }
  return { models, find: (nameOrRole) => byName.get(nameOrRole) };
}

/** A model as it is served: under its own name, and where it has a second look, once more under that one's. */
function looksOf(name: string, file: string, description: ModelDescription): ServedModel[] {
  const { inputs, outputs, maxBatch, batchWaitMs, secondLook } = description;
  const first = { name, file, inputs, outputs, maxBatch, batchWaitMs, closeLook: closeLookOf(description) };
  if (!secondLook) return [first];
  const { sidePx, whenUncertain } = secondLook;
  const second = {
    name: secondLookName(name, sidePx),
    file,
    inputs: resized(inputs, sidePx),
    outputs: resized(outputs, sidePx),
  };
  return [
    { ...first, secondLook: { model: second.name, whenUnknown: whenUncertain } },
    { ...second, maxBatch, batchWaitMs },
  ];
}

function closeLookOf({ closeLook }: ModelDescription): CloseLook | undefined {
  return closeLook && { whenSmaller: closeLook.whenSmaller, whenUnknown: closeLook.whenUncertain };
}

/** Pictures and maps of another size: height and width follow the batch. */
function resized(tensors: readonly TensorDescription[], sidePx: number): TensorDescription[] {
  return tensors.map((tensor) => ({
    ...tensor,
    shape: tensor.shape.map((size, axis) => (axis === 1 || axis === 2 ? sidePx : size)),
  }));
}

async function checkFile(name: string, file: string, modelsDirectory: string): Promise<void> {
  const [found, record] = await Promise.all([stat(file).catch(() => undefined), readRecord(modelsDirectory, name)]);
  if (!found?.isFile()) {
    throw new Error(`The weights of ${name} are missing: there is no ${file}. Fetch them with npm run models -- fetch`);
  }
  if (record && record.bytes !== found.size) {
    throw new Error(
      `The weights of ${name} are damaged: ${file} has ${found.size} bytes where ${record.bytes} were prepared. Delete it and run npm run models -- fetch`,
    );
  }
}
