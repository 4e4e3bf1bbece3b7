/** Folders of networks for other servers: `NAME/1/model.onnx`, and the configuration that the server wants. */
import { copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readRepository } from '../choices.ts';
import { derivedPath } from '../derive.ts';
import { type ModelDescription, preparedPath } from '../manifest.ts';
import { namedNetworks } from '../named-networks.ts';
import { presentOf } from '../optional.ts';
import { isDerived, type Precision, weightsOf } from '../precision.ts';
import { selectModels } from '../select.ts';
import type { ModelSettings } from '../settings.ts';
import { type OpenVinoModel, openVinoConfiguration } from './openvino.ts';
import { tritonConfiguration } from './triton.ts';

export type RepositoryKind = 'triton' | 'openvino';

export interface RepositoryOptions extends ModelSettings {
  readonly kind: RepositoryKind;
  /** Made where it is missing; what is there under the same names is replaced. */
  readonly directory: string;
  readonly precision: (model: ModelDescription) => Precision;
}

/**
 * Writes the repository of all networks that have a role and no encoder. Their files must be prepared.
 * @returns names as the other server will know them
 */
export async function writeRepository(options: RepositoryOptions): Promise<readonly OpenVinoModel[]> {
  const { kind, directory, modelsDirectory } = options;
  const written: OpenVinoModel[] = [];
  const { manifest } = await presentOf(await readRepository(options), modelsDirectory);
  const selected = selectModels(manifest);
  const encoders = new Set(selected.flatMap(([, { encoder }]) => encoder ?? []));
  for (const [name, model] of selected) {
    // What runs behind an encoder is two files with a value between them that stays inside our own service.
    if (model.encoder !== undefined || encoders.has(name)) continue;
    const precision = options.precision(model);
    const file = isDerived(precision)
      ? derivedPath(modelsDirectory, name, precision)
      : preparedPath(modelsDirectory, name);
    for (const network of namedNetworks(name, model)) {
      const folder = path.join(directory, network.name);
      await mkdir(path.join(folder, '1'), { recursive: true });
      await place(file, path.join(folder, '1', 'model.onnx'));
      if (kind === 'triton') {
        await writeFile(path.join(folder, 'config.pbtxt'), tritonConfiguration(network, weightsOf(model, precision)));
      }
      written.push({ network, precision });
    }
  }
  if (kind === 'openvino') await writeFile(path.join(directory, 'config.json'), openVinoConfiguration(written));
  return written;
}

/** A link where both are on one disk: a network is one file at all sizes. */
async function place(file: string, target: string): Promise<void> {
  await rm(target, { force: true });
  try {
    await link(file, target);
  } catch {
    await copyFile(file, target);
  }
}
