/**
 * Any published matte network, made into the file that is served: one float picture in, normalised as its authors did,
 * one float matte out, raw or between 0 and 1. What changes from network to network is data (preparation.ts).
 *
 * Deterministic: the same published file gives the same bytes on every machine.
 */
import { makeFloats, makeNode } from '../onnx/build.ts';
import { countLattices, type Replaced, replaceLattices } from '../onnx/deform-conv.ts';
import { narrowGraph } from '../onnx/narrow.ts';
import {
  DataType,
  decodeModel,
  encodeWith,
  type Graph,
  graphOf,
  type Model,
  onnx,
  opsetOf,
  type ValueInfo,
} from '../onnx/proto.ts';
import { initializersFor, nodesFor } from '../onnx/walk.ts';
import { widenGraph } from '../onnx/widen.ts';
import { type FloatNetwork, type Normalisation, wrapInBytes } from '../onnx/wrapper.ts';
import { findInterface, type MatteInterface } from './interface.ts';
import type { MattePreparation } from './preparation.ts';

/** Squeeze takes its axes as an input since operator set 13. */
const oldestOpset = 13;

/**
 * Rewrites a published matte network.
 * @param published its ONNX file
 * @param onNote called with one line where something could not be made as good as the preparation asks
 * @returns an ONNX file with input `image` UINT8 [N,H,W,3] and output `matte` UINT8 [N,H,W] of the given size
 * @throws Error with one line when the file is not such a network
 */
export function prepareMatte(
  published: Uint8Array,
  preparation: MattePreparation,
  onNote: (line: string) => void = () => {},
): Uint8Array {
  const model = decodeModel(published);
  opsetOf(model, oldestOpset);
  const whole = graphOf(model);
  const found = findInterface(whole, preparation);
  refuseWeightsElsewhere(whole);
  const needed = nodesFor(found.output.name ?? '', whole.nodes);
  const graph = keepNamesApart({
    name: whole.name,
    nodes: needed,
    initializers: initializersFor(needed, whole),
    inputs: [found.input],
    outputs: [found.output],
  });
  const isHalf = preparation.precision === 'fp16';
  const { model: raised, graph: rewritten } = deform(model, isHalf ? graph : widenGraph(graph), preparation, onNote);
  const { widthPx, heightPx } = preparation.input;
  const network = finish(isHalf ? narrowGraph(rewritten) : rewritten, found, preparation);
  const wrapped = wrapInBytes(network, normalisationOf(preparation), [found.batch, heightPx, widthPx]);
  return encodeWith(raised, wrapped, 'edgematte');
}

/** The graph with its deformable convolutions as the preparation wants them, and the model with the operator set for it. */
function deform(
  model: Model,
  graph: Graph,
  { deformConv }: MattePreparation,
  onNote: (line: string) => void,
): Pick<Replaced, 'model' | 'graph'> {
  const made = deformConv === 'operator' ? replaceLattices(model, graph) : { model, graph, replaced: 0 };
  const left = deformConv === undefined ? 0 : countLattices(made.graph);
  if (left > 0) {
    const why =
      deformConv === 'operator' ? 'in a way that is not known here' : 'since the runtime does not compute DeformConv';
    onNote(
      `${left} of ${made.replaced + left} deformable convolutions stay spelled out, ${why}: ` +
        'several times the memory and time of one operator',
    );
  }
  return made;
}

/** The network between float32 borders, with what makes 0…1 of its answer. */
function finish(graph: Graph, { isActivated }: MatteInterface, { output }: MattePreparation): FloatNetwork {
  const input = graph.inputs[0]?.name ?? '';
  const raw = graph.outputs[0]?.name ?? '';
  const takesHalf = isHalf(graph.inputs[0]);
  const givesHalf = isHalf(graph.outputs[0]);
  const single = givesHalf ? 'answer/float' : raw;
  const activation =
    output.activation === 'sigmoid' && !isActivated
      ? makeNode('Sigmoid', [single], 'answer')
      : makeNode('Clip', [single, 'answer/least', 'answer/most'], 'answer');
  return {
    nodes: [
      ...(takesHalf ? [makeNode('Cast', ['picture'], input, { to: DataType.FLOAT16 })] : []),
      ...graph.nodes,
      ...(givesHalf ? [makeNode('Cast', [raw], single, { to: DataType.FLOAT })] : []),
      activation,
    ],
    initializers: [
      ...graph.initializers,
      ...(activation.opType === 'Clip' ? [makeFloats('answer/least', [0]), makeFloats('answer/most', [1])] : []),
    ],
    input: takesHalf ? 'picture' : input,
    output: 'answer',
  };
}

/** Values of the published graph that are called like one of the wrapper's get another name. */
function keepNamesApart(graph: Graph): Graph {
  const rename = (value: string): string =>
    /^(image|matte|picture|answer)(\/|$)/.test(value) ? `network/${value}` : value;
  const declared = (value: ValueInfo): ValueInfo => ({ ...value, name: rename(value.name ?? '') });
  return {
    name: graph.name,
    nodes: graph.nodes.map((node) =>
      onnx.NodeProto.create({ ...node, input: node.input.map(rename), output: node.output.map(rename) }),
    ),
    initializers: graph.initializers.map((tensor) => onnx.TensorProto.create({ ...tensor, name: rename(tensor.name) })),
    inputs: graph.inputs.map(declared),
    outputs: graph.outputs.map(declared),
  };
}

function isHalf(value: ValueInfo | undefined): boolean {
  return value?.type?.tensorType?.elemType === DataType.FLOAT16;
}

/** (rgb / 255 − mean) / std, as (rgb − offset) × factor. */
function normalisationOf({ input }: MattePreparation): Normalisation {
  return {
    offset: input.mean.map((mean) => 255 * mean),
    factor: input.std.map((std) => 1 / (255 * std)),
  };
}

function refuseWeightsElsewhere({ initializers, nodes }: Graph): void {
  const constants = nodes.flatMap(({ attribute }) => attribute.flatMap(({ t }) => (t ? [t] : [])));
  const { EXTERNAL } = onnx.TensorProto.DataLocation;
  if ([...initializers, ...constants].some(({ dataLocation }) => dataLocation === EXTERNAL)) {
    throw new Error('This graph keeps its weights in another file: publish it as one file');
  }
}
