/** The service's networks without the service: the same weights, runtime and descriptions, no HTTP between. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Catalogue, openCatalogue, type ServedFile, type ServedModel } from '../../../src/inference/catalogue.ts';
import { ifPassed } from '../../../src/inference/models/precision.ts';
import { readRecord } from '../../../src/inference/models/record.ts';
import type { ModelSettings } from '../../../src/inference/models/settings.ts';
import { chooseRuntime } from '../../../src/inference/runtime/choose.ts';
import { openRuntime } from '../../../src/inference/runtime/open.ts';
import type { Session } from '../../../src/inference/runtime/session.ts';
import { behindEncoder } from '../../../src/inference/scheduler/behind-encoder.ts';
import { KeptEncodings } from '../../../src/inference/scheduler/kept-encodings.ts';
import type { ByteTensor, Networks, Tensor } from '../../../src/pixels/pipeline/networks/networks.ts';
import { pipelineTensor } from '../../../src/wire/protocol/pipeline-tensor.ts';

export interface NetworkChoice {
  readonly threads: number;
  /** `bf16` is computed by OpenVINO, the others by onnxruntime. */
  readonly precision: 'fp32' | 'bf16' | 'int8' | 'int7';
  /** Folder where answers are kept for the next run; null keeps none. */
  readonly cache: string | null;
}

export interface OwnNetworks extends Networks {
  /** Whether a network is called so or plays that role. */
  has(nameOrRole: string): boolean;
}

/** @throws Error in one line where the weights, or OpenVINO for `bf16`, are missing */
export async function openNetworks(models: ModelSettings, choice: NetworkChoice): Promise<OwnNetworks> {
  const catalogue = await openCatalogue({ ...models, precision: (model) => ifPassed(model, choice.precision) });
  const wish = {
    runtime: choice.precision === 'bf16' ? 'openvino' : 'native',
    openVino: process.env.OPENVINO_DIR || undefined,
    threads: choice.threads,
    providers: ['cpu'],
  } as const;
  const runtime = await openRuntime(chooseRuntime(wish), console.error);
  const sessions = new Map<string, Promise<Session>>();
  const fileOf = ({ file, precision }: ServedFile) => {
    const session = sessions.get(file) ?? runtime.open(file, precision);
    sessions.set(file, session);
    return session;
  };
  const encodings = new KeptEncodings();
  const sessionOf = async (model: ServedModel) => {
    const session = await fileOf(model);
    return model.encoder ? behindEncoder(await fileOf(model.encoder), session, encodings) : session;
  };
  if (choice.cache !== null) mkdirSync(choice.cache, { recursive: true });
  return {
    has: (nameOrRole) => catalogue.find(nameOrRole) !== undefined,
    async describe(nameOrRole) {
      const { inputs, outputs, passes } = served(catalogue, nameOrRole);
      return { inputs, outputs, passes };
    },
    async infer(nameOrRole, tensors) {
      const model = served(catalogue, nameOrRole);
      const run = async () => answersOf(await sessionOf(model), model, tensors);
      if (choice.cache === null) return run();
      const record = await readRecord(models.modelsDirectory, path.basename(path.dirname(model.file)));
      return kept(choice.cache, `${model.name} ${record?.sha256} ${model.precision}`, tensors, run);
    },
  };
}

/** Without the further passes that a network may be worth. */
export function fullPassOnly(networks: Networks): Networks {
  return {
    async describe(model) {
      const { inputs, outputs } = await networks.describe(model);
      return { inputs, outputs };
    },
    infer: (model, tensors) => networks.infer(model, tensors),
  };
}

function served(catalogue: Catalogue, nameOrRole: string): ServedModel {
  const model = catalogue.find(nameOrRole);
  if (!model) throw new Error(`The manifest has no network that is called ${nameOrRole} or plays it`);
  return model;
}

/** How long what an encoder makes of a picture is kept for further questions about it. */
const encodingKeptMs = 60_000;

async function answersOf(session: Session, { outputs }: ServedModel, tensors: readonly ByteTensor[]) {
  const results = await session.run(
    tensors,
    outputs.map(({ name }) => name),
    { name: 'evaluation', endsMs: Date.now() + encodingKeptMs },
  );
  return results.map((tensor) => pipelineTensor({ ...tensor, data: tensor.data.slice() }));
}

/** Answers of one map of bytes, in files named by the hash of network and input; others are not kept. */
async function kept(
  folder: string,
  network: string,
  tensors: readonly ByteTensor[],
  run: () => Promise<readonly Tensor[]>,
): Promise<readonly Tensor[]> {
  const hash = createHash('sha256').update(network);
  for (const { shape, data } of tensors) hash.update(` ${shape.join('x')} `).update(data);
  const file = path.join(folder, `${hash.digest('hex')}.map`);
  if (existsSync(file)) {
    const [heading, name] = readFileSync(file, 'latin1').split('\n', 2);
    const shape = heading.split('x').map(Number);
    const bytes = readFileSync(file);
    const data = new Uint8Array(bytes.subarray(bytes.length - shape.reduce((product, side) => product * side, 1)));
    return [{ name, datatype: 'UINT8', shape, data }];
  }
  const answers = await run();
  const [only] = answers;
  if (answers.length === 1 && only.datatype === 'UINT8') {
    writeFileSync(file, Buffer.concat([Buffer.from(`${only.shape.join('x')}\n${only.name}\n`), only.data]));
  }
  return answers;
}
