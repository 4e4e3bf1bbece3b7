/** A network with its inner values as further outputs, run on samples. */

import { loadNativeRuntime } from '../../../src/inference/models/native-runtime.ts';
import { declareFloats } from '../../../src/inference/models/onnx/build.ts';
import { decodeModel, encodeWith, type Graph, graphOf } from '../../../src/inference/models/onnx/proto.ts';
import { type Extent, extentOf, Histogram, widened } from './histogram.ts';

const { InferenceSession, Tensor } = await loadNativeRuntime();

/** Operators whose output gets steps of its own; what pools and enlarges keeps its input's. */
const computing = new Set(['Relu', 'Concat', 'Add', 'Conv']);

/**
 * Names of the values that an 8-bit file holds in bytes: what the network computes between its own first convolution
 * and the last.
 */
function valuesOf({ nodes }: Graph): string[] {
  const readers = new Map<string, string[]>();
  for (const node of nodes)
    for (const value of node.input) readers.set(value, [...(readers.get(value) ?? []), node.opType]);
  const convolutions = nodes.filter(({ opType }) => opType === 'Conv');
  const first = nodes.indexOf(convolutions[0]);
  const last = nodes.indexOf(convolutions[convolutions.length - 1]);
  return nodes
    .slice(first, last)
    .filter(({ opType, output: [value] }) => computing.has(opType) && !isCutByRelu(opType, readers.get(value)))
    .map(({ output: [value] }) => value);
}

function isCutByRelu(opType: string, readers: readonly string[] | undefined): boolean {
  return (opType === 'Conv' || opType === 'Add') && readers?.length === 1 && readers[0] === 'Relu';
}

/** What a network is shown: the values of its one input. */
export interface Sample {
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

/**
 * Runs the network twice over all samples: once for the extents, once for the histograms between them.
 * @param prepared a float32 network that takes one tensor of UINT8
 * @param onSample called after each run
 */
export async function observe(
  prepared: Uint8Array,
  samples: readonly Sample[],
  threads: number,
  onSample: () => void,
): Promise<ReadonlyMap<string, Histogram>> {
  const model = decodeModel(prepared);
  const graph = graphOf(model);
  const names = valuesOf(graph);
  const outputs = [...graph.outputs, ...names.map((name) => declareFloats(name, ['n', 'c', 'h', 'w']))];
  const session = await InferenceSession.create(encodeWith(model, { ...graph, outputs }, 'edgematte'), {
    intraOpNumThreads: threads,
    enableMemPattern: false,
    // Declared sizes are names, no two the same, so the runtime warns of each.
    logSeverityLevel: 4,
  });
  const run = async ({ shape, data }: Sample, observed: (name: string, values: Float32Array) => void) => {
    const results = await session.run({ [session.inputNames[0]]: new Tensor('uint8', data, shape) }, names);
    for (const name of names) observed(name, results[name].data as Float32Array);
    for (const name of names) results[name].dispose();
    onSample();
  };

  const extents = new Map<string, Extent>();
  for (const sample of samples)
    await run(sample, (name, values) => extents.set(name, widened(extents.get(name), extentOf(values))));
  const histograms = new Map(names.map((name) => [name, new Histogram(extents.get(name) ?? { low: 0, high: 0 })]));
  for (const sample of samples) await run(sample, (name, values) => histograms.get(name)?.add(values));
  await session.release();
  return histograms;
}
