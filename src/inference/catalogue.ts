/** The networks that this service answers for: those that have a role and a prepared file in the models folder. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Passes } from '../contract/passes/declaration.ts';
import { currentName } from '../contract/passes/former-names.ts';
import { readAnswer, type StoredAnswer } from './models/answer.ts';
import { readRepository } from './models/choices.ts';
import { derivedPath } from './models/derive.ts';
import { type Manifest, type ModelDescription, preparedPath, type TensorDescription } from './models/manifest.ts';
import { namedNetworks } from './models/named-networks.ts';
import { presentOf } from './models/optional.ts';
import { isDerived, type Precision, weightsOf } from './models/precision.ts';
import { readRecord } from './models/record.ts';
import { selectModels } from './models/select.ts';
import type { ModelSettings } from './models/settings.ts';

/** A file as a runtime opens it. */
export interface ServedFile {
  /** Absolute path of the prepared ONNX file. */
  readonly file: string;
  readonly precision: Precision;
}

/** What runs before a network, on the picture. */
export interface ServedEncoder extends ServedFile {
  /** Names of its inputs, which are inputs of the network as well. */
  readonly inputs: readonly string[];
  /** Names of what it makes: inputs of the network's file alone. */
  readonly outputs: readonly string[];
}

export interface ServedModel extends ServedFile {
  readonly name: string;
  /** SHA-256, hexadecimal; of a network behind an encoder that of both. */
  readonly weights: string;
  readonly encoder?: ServedEncoder;
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
  /**
   * Start of the SHA-256 over names, published weights and roles, hexadecimal: equal in services that serve the same networks, in
   * whatever number formats.
   */
  readonly mark: string;
  /** A model by its own name or by one of its roles, e.g. `matte`. */
  find(nameOrRole: string): ServedModel | undefined;
}

/** Characters of a digest of 64. */
const markLength = 12;

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
  const selected = selectModels(manifest);
  const files = new Map(
    await Promise.all(
      selected.map(async ([name, model]) => [name, await fileOf(name, model, choose(model), modelsDirectory)] as const),
    ),
  );
  const encoders = new Set(selected.flatMap(([, { encoder }]) => encoder ?? []));
  const served = await Promise.all(
    selected.map(async ([name, given]) => {
      const own = files.get(name);
      if (!own || encoders.has(name)) return [];
      const description = batches ? given : { ...given, batchWaitMs: undefined };
      const answer = await readAnswer(options.manifestPath, name, description.source.sha256);
      return servedAs(name, description, { ...together(own, encoderOf(given, manifest, files)), answer });
    }),
  );
  const models = served.flat();
  const byName = new Map(models.map((model) => [model.name, model]));
  for (const [role, name] of Object.entries(manifest.roles)) {
    const model = byName.get(name);
    // A model named like a role keeps its name.
    if (model && !byName.has(role)) byName.set(role, model);
  }
  const mark = markOf(selected, manifest);
  return { models, leftOut, mark, find: (nameOrRole) => byName.get(nameOrRole) ?? byName.get(currentName(nameOrRole)) };
}

function markOf(selected: readonly (readonly [string, ModelDescription])[], { roles }: Manifest): string {
  const networks = selected.map(([name, model]) => `${name} ${weightsOf(model, 'fp32')}`);
  const named = Object.entries(roles).flatMap(([role, name]) =>
    selected.some(([served]) => served === name) ? [`${role}: ${name}`] : [],
  );
  const lines = [...networks.sort(), ...named.sort()];
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, markLength);
}

interface FoundFile extends ServedFile {
  /** SHA-256, hexadecimal. */
  readonly weights: string;
}

/** The file of a model in a precision. @throws Error with one line where it is missing or cut */
async function fileOf(
  name: string,
  model: ModelDescription,
  precision: Precision,
  modelsDirectory: string,
): Promise<FoundFile> {
  const prepared = path.resolve(preparedPath(modelsDirectory, name));
  await checkFile(name, prepared, modelsDirectory);
  const weights = weightsOf(model, precision);
  if (!isDerived(precision)) return { file: prepared, precision, weights };
  const file = path.resolve(derivedPath(modelsDirectory, name, precision));
  await checkDerived(name, file);
  return { file, precision, weights };
}

type FoundEncoder = FoundFile & ServedEncoder;

function encoderOf(
  { encoder }: ModelDescription,
  { models }: Manifest,
  files: ReadonlyMap<string, FoundFile>,
): FoundEncoder | undefined {
  const file = encoder && files.get(encoder);
  if (!file) return undefined;
  const namesOf = (tensors: readonly TensorDescription[]) => tensors.map(({ name }) => name);
  return { ...file, inputs: namesOf(models[encoder].inputs), outputs: namesOf(models[encoder].outputs) };
}

/** A network and what runs before it, as one. */
function together(own: FoundFile, found: FoundEncoder | undefined): Pick<ServedModel, keyof FoundFile | 'encoder'> {
  if (!found) return own;
  const { weights, ...encoder } = found;
  const both = createHash('sha256').update(`${weights}\n${own.weights}`).digest('hex');
  return { ...own, weights: both, encoder };
}

/** A model under each of its names. */
function servedAs(
  name: string,
  description: ModelDescription,
  served: Pick<ServedModel, 'file' | 'precision' | 'weights' | 'encoder' | 'answer'>,
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
