/** The service's matte network without the service: the same weights, runtime and pipeline code, no HTTP between. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { openCatalogue, type ServedModel } from '../../src/inference/catalogue.ts';
import { openRuntime } from '../../src/inference/runtime/open.ts';
import type { Session } from '../../src/inference/runtime/session.ts';
import { readRecord } from '../../src/models/record.ts';
import type { ModelSettings } from '../../src/models/settings.ts';
import { type Layer, layerOver } from '../../src/pipeline/matte.ts';
import type { Networks } from '../../src/pipeline/networks.ts';
import type { Picture } from '../../src/pipeline/picture.ts';
import { findSubject } from '../../src/pipeline/subject.ts';
import { pipelineTensor } from '../../src/protocol/pipeline-tensor.ts';

/** Gives the coarse matte of a picture, whose bytes come along so that it can be recognised. */
export type FindMatte = (picture: Picture, rgb: Uint8Array) => Promise<Layer>;

export interface NetworkChoice {
  /** Name or role of the network. */
  readonly model: string;
  readonly threads: number;
  /** Folder where mattes are kept for the next run; null keeps none. */
  readonly cache: string | null;
}

/** @throws Error in one line where the weights are missing */
export async function openMatteNetwork(models: ModelSettings, choice: NetworkChoice): Promise<FindMatte> {
  const catalogue = await openCatalogue(models.manifestPath, models.modelsDirectory);
  const served = catalogue.find(choice.model);
  if (!served) throw new Error(`The manifest has no network that is called ${choice.model} or plays it`);
  const record = await readRecord(models.modelsDirectory, served.name);
  const runtime = await openRuntime({ name: 'native', threads: choice.threads, providers: ['cpu'] }, console.error);
  const networks = networksOf(served, await runtime.open(served.file));
  const find: FindMatte = async (picture) => (await findSubject(picture, networks, choice.model)).layer;
  return choice.cache === null ? find : kept(find, choice.cache, `${served.name} ${record?.sha256}`);
}

function networksOf({ inputs, outputs }: ServedModel, session: Session): Networks {
  return {
    async describe() {
      return { inputs, outputs };
    },
    async infer(_model, tensors) {
      const results = await session.run(
        tensors,
        outputs.map(({ name }) => name),
      );
      return results.map((tensor) => pipelineTensor({ ...tensor, data: tensor.data.slice() }));
    },
  };
}

/** Keeps mattes as grey PNG files, named by the hash of the picture and of the network. */
function kept(find: FindMatte, folder: string, network: string): FindMatte {
  mkdirSync(folder, { recursive: true });
  return async (picture, rgb) => {
    const { widthPx, heightPx } = picture;
    const key = createHash('sha256').update(`${network} ${widthPx} ${heightPx} `).update(rgb).digest('hex');
    const file = path.join(folder, `${key}.png`);
    if (existsSync(file)) {
      const { data, info } = await sharp(file).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
      return layerOver({ widthPx: info.width, heightPx: info.height, alpha: data }, picture);
    }
    const layer = await find(picture, rgb);
    const { matte } = layer;
    const raw = { width: matte.widthPx, height: matte.heightPx, channels: 1 } as const;
    writeFileSync(file, await sharp(matte.alpha, { raw }).png().toBuffer());
    return layer;
  };
}
