/** A network with its inner values as further outputs, run on photos. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { declareFloats } from '../../src/models/onnx/build.ts';
import { decodeModel, encodeWith, type Graph, graphOf } from '../../src/models/onnx/proto.ts';
import { type Extent, extentOf, Histogram, widened } from './histogram.ts';

/** Operators whose output gets steps of its own; what pools and enlarges keeps its input's. */
const computing = new Set(['Relu', 'Concat', 'Add', 'Conv']);

/**
 * Names of the values that an 8-bit file tells in bytes: what the network computes between its own first convolution
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
  return opType === 'Conv' && readers?.length === 1 && readers[0] === 'Relu';
}

export interface ObserveOptions {
  /** Photos are stretched to this width and height. */
  readonly sidePx: number;
  readonly threads: number;
  readonly onPhoto: (file: string) => void;
}

/**
 * Runs the network twice over all photos: once for the extents, once for the histograms between them.
 * @param prepared a float32 network that takes `image`, UINT8 NHWC of any size
 */
export async function observe(
  prepared: Uint8Array,
  photos: readonly string[],
  { sidePx, threads, onPhoto }: ObserveOptions,
): Promise<ReadonlyMap<string, Histogram>> {
  const model = decodeModel(prepared);
  const graph = graphOf(model);
  const names = valuesOf(graph);
  const outputs = [...graph.outputs, ...names.map((name) => declareFloats(name, ['n', 'c', 'h', 'w']))];
  const session = await InferenceSession.create(encodeWith(model, { ...graph, outputs }, 'edgematte'), {
    intraOpNumThreads: threads,
    enableMemPattern: false,
    // Declared sizes are names, so every one of them is another and the runtime warns of each.
    logSeverityLevel: 4,
  });
  const run = async (file: string, tell: (name: string, values: Float32Array) => void) => {
    const pixels = await sharp(file)
      .removeAlpha()
      .toColourspace('srgb')
      .resize(sidePx, sidePx, { fit: 'fill' })
      .raw()
      .toBuffer();
    const image = new Tensor('uint8', new Uint8Array(pixels), [1, sidePx, sidePx, 3]);
    const results = await session.run({ image }, names);
    for (const name of names) tell(name, results[name].data as Float32Array);
    for (const name of names) results[name].dispose();
    onPhoto(file);
  };

  const extents = new Map<string, Extent>();
  for (const photo of photos)
    await run(photo, (name, values) => extents.set(name, widened(extents.get(name), extentOf(values))));
  const histograms = new Map(names.map((name) => [name, new Histogram(extents.get(name) ?? { low: 0, high: 0 })]));
  for (const photo of photos) await run(photo, (name, values) => histograms.get(name)?.add(values));
  await session.release();
  return histograms;
}
