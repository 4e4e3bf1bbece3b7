/** Has another network make mattes, in place of the one that does or beside it: fetched, prepared and run once before anything changes. */
import path from 'node:path';
import { withIntegers } from './brought-integers.ts';
import { type Choices, readChoices, writeChoices } from './choices.ts';
import { hasDeformConv } from './deform-conv-probe.ts';
import { explainFailure, ModelFault } from './fault.ts';
import { inspectModel } from './inspect.ts';
import { type InstallOptions, installModel, type ModelToInstall } from './install.ts';
import { type Manifest, type ModelDescription, type Offer, preparedPath, readManifest } from './manifest.ts';
import type { MattePreparation } from './matte/preparation.ts';
import { describeSource } from './record.ts';
import { projectDirectory } from './settings.ts';
import type { OpenSource } from './sources/source.ts';
import { type MemoryRoom, matteShape, type RunOnce, refuseWithoutRoom, type Trial, tryMatte } from './trial.ts';
import { sweepWorkspaces } from './workspace.ts';

const role = 'matte';

/** Number formats of a network that an operator brings. */
export type BroughtPrecision = MattePreparation['precision'] | 'int8';

export interface UseOptions extends Omit<InstallOptions, 'accept'> {
  /** URL or file of the published network; needed once for an offer that names no source. */
  readonly from?: string;
  /** What the file's SHA-256 must be. */
  readonly sha256?: string;
  /** `int8` beside float32, where it agrees with that. */
  readonly precision?: BroughtPrecision;
  /** True where the one that makes mattes goes on, and calls ask for this one by its name. */
  readonly beside?: boolean;
  readonly runOnce: RunOnce;
  readonly room: MemoryRoom;
  /** Called with what is about to be fetched. */
  readonly onFetch?: (model: ModelToInstall) => void;
}

export interface Used {
  readonly model: ModelDescription;
  readonly trial: Trial;
}

/**
 * Makes a network the one that makes mattes, or one beside it.
 * @param name of a model of the manifest or of a network that it offers
 * @throws ModelFault with one line; the role then stays with whom it was
 */
export async function useForMattes(name: string, options: UseOptions): Promise<Used> {
  const { manifestPath, modelsDirectory } = options;
  const manifest = await readManifest(manifestPath);
  const choices = await readChoices(modelsDirectory);
  const wanted = await describe(name, manifest, choices, options);
  const shape = matteShape(name, wanted);
  await sweepWorkspaces(modelsDirectory);
  let trial: Trial | undefined;
  const accept = async (file: string): Promise<void> => {
    options.onProgress?.({ model: name, step: 'try', doneBytes: 0, totalBytes: 0 });
    trial = await tryMatte(file, shape, options.runOnce);
    refuseWithoutRoom(name, trial, options.room);
  };
  const made = (await whatIsThere(name, wanted, options, accept)) ?? (await fetchModel(name, wanted, options, accept));
  const isOffer = entry(manifest.offers, name) !== undefined;
  const precision = options.precision ?? precisionOf(entry(choices.models, name));
  const model = isOffer && precision === 'int8' ? await withIntegers(name, made, shape, options) : made;
  await writeChoices(modelsDirectory, choose(name, options.beside ? name : role, model, choices, manifest));
  if (!trial) throw new Error(`${name} was never tried`);
  return { model, trial };
}

async function fetchModel(
  name: string,
  wanted: ModelToInstall,
  options: UseOptions,
  accept: (file: string) => Promise<void>,
): Promise<ModelDescription> {
  options.onFetch?.(wanted);
  return (await installModel(name, wanted, { ...options, accept })).model;
}

/** The model as it is to be installed. */
async function describe(
  name: string,
  manifest: Manifest,
  choices: Choices,
  options: UseOptions,
): Promise<ModelToInstall> {
  const { from, sha256, precision, runOnce, modelsDirectory } = options;
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) {
    throw new ModelFault(`Expected 64 lowercase hexadecimal digits for --sha256 but received ${sha256}`);
  }
  const offer = entry(manifest.offers, name);
  const chosen = entry(choices.models, name);
  const known = chosen ?? entry(manifest.models, name);
  if (!offer && known) {
    if (from === undefined && sha256 === undefined && precision === undefined) return known;
    throw new ModelFault(`The manifest says where ${name} comes from and how it is prepared: leave the options out`);
  }
  if (!offer) {
    const names = [...Object.keys(manifest.offers), manifest.roles[role]].filter(Boolean);
    throw new ModelFault(`There is no network ${name}: use one of ${names.join(', ')}`);
  }
  const source = from === undefined ? knownSource(chosen, offer, sha256) : sourceFrom(from, sha256);
  if (!source) {
    throw new ModelFault(
      `The weights of ${name} are yours to bring: add --from with their URL or file (${offer.card})`,
    );
  }
  return modelOf(offer, source, {
    precision: preparedIn(precision ?? precisionOf(chosen) ?? offer.preparation.precision),
    deformConv: (await hasDeformConv(runOnce, modelsDirectory)) ? 'operator' : 'published',
  });
}

/** A model by name, which comes from the command line. */
function entry<Value>(entries: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

function modelOf(
  offer: Offer,
  source: ModelToInstall['source'],
  decided: Pick<MattePreparation, 'precision' | 'deformConv'>,
): ModelToInstall {
  const { purpose, licence, card, preparation, passes } = offer;
  const { heightPx, widthPx } = preparation.input;
  return {
    purpose,
    source,
    preparation: { ...preparation, ...decided },
    inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, heightPx, widthPx, 3] }],
    outputs: [{ name: 'matte', datatype: 'UINT8', shape: [-1, heightPx, widthPx] }],
    maxBatch: 1,
    ...(passes && { passes }),
    licence,
    card,
  };
}

/** The source that was chosen before, or else the one that the offer names. */
function knownSource(
  chosen: ModelDescription | undefined,
  offer: Offer,
  sha256: string | undefined,
): ModelToInstall['source'] | undefined {
  if (chosen) return { ...chosen.source, sha256: sha256 ?? chosen.source.sha256 };
  if (!offer.source) return undefined;
  const { readFrom: _read, ...source } = offer.source;
  return { ...source, sha256: sha256 ?? source.sha256 };
}

/** Of the prepared file: integers are made of float32. */
function preparedIn(precision: BroughtPrecision): MattePreparation['precision'] {
  return precision === 'int8' ? 'fp32' : precision;
}

function precisionOf(chosen: ModelDescription | undefined): BroughtPrecision | undefined {
  if (chosen?.precisions?.int8) return 'int8';
  const preparation = chosen?.preparation;
  return typeof preparation === 'object' && preparation.kind === 'matte' ? preparation.precision : undefined;
}

/** A source from the command line. A file is relative to the project, like every path of the settings. */
function sourceFrom(from: string, sha256: string | undefined): OpenSource {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(from)) {
    return { kind: 'file', path: path.resolve(projectDirectory, from), sha256 };
  }
  const url = URL.canParse(from) ? new URL(from) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new ModelFault(`Expected an https URL or a file for --from but received ${from}`);
  }
  // What comes over plain http may be changed on its way, and nothing else would show it.
  if (url.protocol === 'http:' && sha256 === undefined && !isLoopback(url.hostname)) {
    throw new ModelFault(`Refused ${from}: over plain http, name its hash with --sha256, or use an https URL`);
  }
  return { kind: 'https', url: from, sha256 };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

/** The model where it is prepared already and still runs. */
async function whatIsThere(
  name: string,
  wanted: ModelToInstall,
  { modelsDirectory }: UseOptions,
  accept: (file: string) => Promise<void>,
): Promise<ModelDescription | undefined> {
  const { source } = wanted;
  if (source.sha256 === undefined || (source.kind === 'https' && source.bytes === undefined)) return undefined;
  const model = { ...wanted, source } as ModelDescription;
  const { state } = await inspectModel(model, name, modelsDirectory);
  if (state !== 'ready') return undefined;
  try {
    await accept(preparedPath(modelsDirectory, name));
  } catch (error) {
    throw explainFailure(error, { model: name, from: describeSource(model), modelsDirectory });
  }
  return model;
}

/** The choices with this one for a role; the manifest's own is not stored as a choice. */
function choose(
  name: string,
  role: string,
  model: ModelDescription,
  { roles, models }: Choices,
  manifest: Manifest,
): Choices {
  const { [role]: _before, ...others } = roles;
  return {
    roles: manifest.roles[role] === name ? others : { ...others, [role]: name },
    models: Object.hasOwn(manifest.models, name) ? models : { ...models, [name]: model },
  };
}
