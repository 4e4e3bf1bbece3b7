/**
 * 8-bit integers for a network that an operator brings, of which no ranges are known: matrices of weights, one scale an output
 * channel, with values whose scale is found as the network runs. Convolutions stay float32, as that way is slower for them.
 */
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { agreementOf, hasPhotos } from './agreement.ts';
import { derivedBytes, derivedNote, derivedPath, ensureDerived } from './derive.ts';
import { type ModelDescription, preparedPath } from './manifest.ts';
import { decodeModel, graphOf } from './onnx/proto.ts';
import type { MatteShape, RunOnce } from './trial.ts';

export interface IntegerOptions {
  readonly manifestPath: string;
  readonly modelsDirectory: string;
  readonly runOnce: RunOnce;
  /** Called with one line that says what came of it. */
  readonly onNote?: (line: string) => void;
}

/**
 * Makes the 8-bit file of a prepared network, and keeps it where it agrees with float32 on photos of this project.
 * @returns the model, which has the precision where the file was kept
 * @throws Error where one of the files does not run
 */
export async function withIntegers(
  name: string,
  model: ModelDescription,
  shape: MatteShape,
  { manifestPath, modelsDirectory, runOnce, onNote = () => {} }: IntegerOptions,
): Promise<ModelDescription> {
  if (!(await hasPhotos())) {
    onNote('stays in fp32: int8 is compared with it on photos that only the source folder of this project has');
    return model;
  }
  const exact = preparedPath(modelsDirectory, name);
  const bytes = await derivedBytes(await readFile(exact), 'int8', {}, manifestPath);
  if (!graphOf(decodeModel(bytes)).nodes.some(({ opType }) => opType === 'MatMulInteger')) {
    onNote('has no matrix of weights that int8 would be for, and stays in fp32');
    return model;
  }
  const int8 = { sha256: createHash('sha256').update(bytes).digest('hex') };
  const inIntegers = { ...model, precisions: { int8 } };
  await ensureDerived(name, inIntegers, 'int8', { modelsDirectory, manifestPath });
  const integers = derivedPath(modelsDirectory, name, 'int8');
  const { agrees, line, cpuShare } = await agreementOf(exact, integers, shape, runOnce);
  if (agrees) {
    onNote(`int8 is kept, for processors with VNNI: ${line}, in ${cpuShare.toFixed(2)} of its processor time here`);
    return inIntegers;
  }
  await Promise.all([rm(integers, { force: true }), rm(derivedNote(integers), { force: true })]);
  onNote(`int8 is not kept, as 0.99 is asked: ${line}. It stays in fp32`);
  return model;
}
