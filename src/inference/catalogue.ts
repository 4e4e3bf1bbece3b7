/** The networks that this service answers for: those that have a role and a prepared file in the models folder. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readAnswer, type StoredAnswer } from '../models/answer.ts';
import { readRepository } from '../models/choices.ts';
import { derivedPath } from '../models/derive.ts';
import { type ModelDescription, preparedPath, type TensorDescription } from '../models/manifest.ts';
import { namedNetworks } from '../models/named-networks.ts';
import { presentOf } from '../models/optional.ts';
import { isDerived, type Precision, weightsOf } from '../models/precision.ts';
import { readRecord } from '../models/record.ts';
import { selectModels } from '../models/select.ts';
import type { ModelSettings } from '../models/settings.ts';
import type { Passes } from '../passes/declaration.ts';
import { currentName } from '../passes/former-names.ts';

export interface ServedModel {
  readonly name: string;
  /** Absolute path of the prepared ONNX file. */
  readonly file: string;
  readonly precision: Precision;
  /** SHA-256, hexadecimal. */
  readonly weights: string;
  readonly inputs: readonly TensorDescription[];
  readonly outputs: readonly TensorDescription[];
  /** Largest batch, at least 1. */
  readonly maxBatch: number;
  /** Longest wait of a request for others that are run with it; without it each is run alone. */
  readonly batchWaitMs?: number;
  /** Further passes; those at another size are run by other models of this catalogue. */
  readonly passes?: Passes;
  /** The known answer to the picture of the self-test. */
  readonly answer?: StoredAnswer;
}

export interface Catalogue {
  readonly models: readonly ServedModel[];
  /** Optional networks whose weights are not there. */
  readonly leftOut: readonly string[];
  /** A model by its own name or by one of its roles, e.g. `matte`. */
  find(nameOrRole: string): ServedModel | undefined;
}

/** There is one version of each model: its file. */
export const servedVersion = '1';

export interface CatalogueOptions extends ModelSettings {
  /** Number format of a network; float32 when left out. */
  readonly precision?: (model: ModelDescription) => Precision;
  /** Whether requests are run in batches as the manifest says: a processor gains nothing from them. */
  readonly batches?: boolean;
}

/**
 * Reads the manifest and the operator's choices, and makes sure that every file is there and complete.
 * @throws Error with one line that says what is missing and what to do
 */
export async function openCatalogue(options: CatalogueOptions): Promise<Catalogue> {
  const { modelsDirectory, precision: choose = () => 'fp32', batches = false } = options;
  const { manifest, leftOut } = await presentOf(await readRepository(options), modelsDirectory);
  const served = await Promise.all(
    selectModels(manifest).map(async ([name, given]) => {
      const description = batches ? given : { ...given, batchWaitMs: undefined };
      const precision = choose(description);
      const prepared = path.resolve(preparedPath(modelsDirectory, name));
      await checkFile(name, prepared, modelsDirectory);
      const answer = await readAnswer(options.manifestPath, name, description.source.sha256);
      const common = { precision, weights: weightsOf(description, precision), answer };
      if (!isDerived(precision)) return servedAs(name, description, { file: prepared, ...common });
      const file = path.resolve(derivedPath(modelsDirectory, name, precision));
      await checkDerived(name, file);
      return servedAs(name, description, { file, ...common });
    }),
  );
  const models = served.flat();
  const byName = new Map(models.map((model) => [model.name, model]));
  for (const [role, name] of Object.entries(manifest.roles)) {
    const model = byName.get(name);
    // A model named like a role keeps its name.
    if (model && !byName.has(role)) byName.set(role, model);
  }
  return { models, leftOut, find: (nameOrRole) => byName.get(nameOrRole) ?? byName.get(currentName(nameOrRole)) };
}

/** A model under each of its names. */
function servedAs(
  name: string,
  description: ModelDescription,
  served: Pick<ServedModel, 'file' | 'precision' | 'weights' | 'answer'>,
): ServedModel[] {
  return namedNetworks(name, description).map((network) => ({ ...network, ...served }));
}

async function checkDerived(name: string, file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    throw new Error(
      `There is no ${file} of ${name}. Make it with npm run models -- fetch, or set INFERENCE_PRECISION=fp32`,
    );
  }
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
