/** One run of a matte network before it takes over: the file that would be served, asked as the service would ask it. */
import { ModelFault } from './fault.ts';
import type { TensorDescription } from './manifest.ts';
import { megabytes } from './progress.ts';

/** What goes into a network and what comes out. */
export interface TrialTensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

export interface TrialAnswer {
  readonly answer: TrialTensor;
  /** Of the run alone, without loading the network. */
  readonly runMs: number;
  readonly cpuMs: number;
  /** The most memory that the process which ran it had so far, loading included. */
  readonly peakBytes: number;
}

/** Runs a network file once in the runtime that the service uses. @throws Error in the runtime's words */
export type RunOnce = (file: string, input: TrialTensor, output: string) => Promise<TrialAnswer>;

/** What one run cost. */
export type Trial = Omit<TrialAnswer, 'answer'>;

/** What a machine or its container has for the networks. */
export interface MemoryRoom {
  readonly memoryBytes: number;
  /** Children that each have all networks loaded (`INFERENCE_WORKERS`). */
  readonly workers: number;
}

export interface MatteShape {
  readonly image: string;
  readonly matte: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface Described {
  readonly inputs: readonly TensorDescription[];
  readonly outputs: readonly TensorDescription[];
}

/** Whether a network makes mattes, by its description: UINT8 [-1,H,W,3] in, UINT8 [-1,H,W] out. */
export function isMatte({ inputs, outputs }: Described): boolean {
  const [image] = inputs;
  const [matte] = outputs;
  const [, heightPx, widthPx] = image?.shape ?? [];
  return (
    inputs.length === 1 &&
    outputs.length === 1 &&
    image.datatype === 'UINT8' &&
    matte.datatype === 'UINT8' &&
    image.shape.join() === [-1, heightPx, widthPx, 3].join() &&
    matte.shape.join() === [-1, heightPx, widthPx].join()
  );
}

/**
 * What a matte network takes and gives, by its description.
 * @throws ModelFault where it is none
 */
export function matteShape(name: string, described: Described): MatteShape {
  if (!isMatte(described)) {
    throw new ModelFault(`${name} is no matte network: it takes or gives something else than one picture`);
  }
  const [image] = described.inputs;
  const [matte] = described.outputs;
  const [, heightPx, widthPx] = image.shape;
  return { image: image.name, matte: matte.name, widthPx, heightPx };
}

/**
 * Runs a prepared network on a picture of colour gradients.
 * @returns what it cost
 * @throws Error where it does not run, or does not answer with one map of bytes
 */
export async function tryMatte(
  file: string,
  { image, matte, widthPx, heightPx }: MatteShape,
  runOnce: RunOnce,
): Promise<Trial> {
  const input = {
    name: image,
    datatype: 'UINT8',
    shape: [1, heightPx, widthPx, 3],
    data: gradients(widthPx, heightPx),
  };
  const { answer, ...trial } = await runOnce(file, input, matte);
  const expected = [1, heightPx, widthPx];
  if (answer.datatype !== 'UINT8' || answer.shape.join() !== expected.join()) {
    const found = `${answer.datatype} [${answer.shape.join(',')}]`;
    throw new Error(`The trial run expected UINT8 [${expected.join(',')}] and the network gave ${found}`);
  }
  return trial;
}

/** @throws ModelFault where all children together would have more memory than there is */
export function refuseWithoutRoom(name: string, { peakBytes }: Trial, { memoryBytes, workers }: MemoryRoom): void {
  if (workers * peakBytes <= memoryBytes) return;
  const ofWorkers = workers > 1 ? ` for each of ${workers} workers` : '';
  const fewer = workers > 1 ? ', set INFERENCE_WORKERS to fewer,' : '';
  throw new ModelFault(
    `${name} takes more memory than there is: ${megabytes(peakBytes)} MB${ofWorkers}, and the limit here is ` +
      `${megabytes(memoryBytes)} MB. Raise the container's limit${fewer} or take another network`,
  );
}

function gradients(widthPx: number, heightPx: number): Uint8Array {
  const data = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      data[at++] = (255 * x) / widthPx;
      data[at++] = (255 * y) / heightPx;
      data[at++] = 255 - data[at - 3];
    }
  }
  return data;
}
