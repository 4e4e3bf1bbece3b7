/**
 * IS-Net as it is published for browsers, made into the file that is served. The published graph takes float32
 * [1,3,1024,1024], computes in float16, has twelve outputs and a fixed size. The served one takes bytes of any batch,
 * height and width (multiples of 64) and returns the one matte.
 *
 * Deterministic: the same published file gives the same bytes on every machine.
 */
import { makeWidener, widenAttributes } from '../onnx/float16.ts';
import { decodeModel, encodeModel, type Graph, graphOf, opsetOf, type ValueInfo } from '../onnx/proto.ts';
import { initializersFor, nodesFor } from '../onnx/walk.ts';
import { type FloatNetwork, type Normalisation, wrapInBytes } from '../onnx/wrapper.ts';
import { dropFloatCasts } from './casts.ts';
import { resizeByScale } from './scales.ts';
import type { ValueSize } from './sizes.ts';

const inputName = 'input';
const outputName = 'output';

/** (rgb − 128) / 256. */
const normalisation: Normalisation = { offset: [128], factor: [1 / 256] };

/** Squeeze takes its axes as an input since operator set 13. */
const oldestOpset = 13;

/**
 * Rewrites the published IS-Net.
 * @param published the ONNX file of the package's float16 model
 * @returns an ONNX file, float32 throughout, with input `image` UINT8 [N,H,W,3] and output `matte` UINT8 [N,H,W]
 * @throws Error when the file is not that graph
 */
export function prepareIsnet(published: Uint8Array): Uint8Array {
  const model = decodeModel(published);
  const opset = opsetOf(model, oldestOpset);
  const network = widenNetwork(keepMatte(graphOf(model)));
  return encodeModel(wrapInBytes(network, normalisation, ['N', 'H', 'W']), { producer: 'edgematte', opset });
}

/** Keeps what the first output needs, without Casts and without fixed sizes. */
function keepMatte(graph: Graph): FloatNetwork {
  const { nodes, rename } = dropFloatCasts(graph.nodes);
  const output = rename(outputName);
  const needed = nodesFor(output, nodes);
  if (needed.length === 0) throw new Error(`This graph has no ${outputName}: it is not the IS-Net export`);
  const scaled = resizeByScale(needed, new Map([[inputName, inputSize(graph.inputs)]]));
  // Again, because nothing needs the computation of the fixed sizes now.
  const remaining = nodesFor(output, scaled.nodes);
  const initializers = [...initializersFor(remaining, graph), ...scaled.constants];
  return { nodes: remaining, initializers, input: inputName, output };
}

function widenNetwork(network: FloatNetwork): FloatNetwork {
  const widener = makeWidener();
  return {
    ...network,
    nodes: network.nodes.map((node) => widenAttributes(node, widener)),
    initializers: network.initializers.map(widener),
  };
}

/** Height and width for which the graph was exported. */
function inputSize(inputs: readonly ValueInfo[]): ValueSize {
  const dims = inputs.find(({ name }) => name === inputName)?.type?.tensorType?.shape?.dim ?? [];
  const [, , height, width] = dims.map(({ dimValue }) => Number(dimValue ?? 0));
  if (!height || !width) throw new Error('This graph has no input of a fixed size: it is not the IS-Net export');
  return [height, width];
}
