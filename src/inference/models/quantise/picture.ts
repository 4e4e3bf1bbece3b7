/**
 * The first half of `onnx/wrapper.ts` in bytes. A picture is bytes already: (byte − offset) × factor, with one whole offset and one factor
 * for all channels, is what DequantizeLinear computes, so that the first convolution reads the picture itself.
 */
import { makeByte, makeFloats, makeNode } from '../onnx/build.ts';
import { constantsOf, floatsOf } from '../onnx/constants.ts';
import { DataType, type Graph, type GraphNode, type GraphTensor } from '../onnx/proto.ts';
import { producersOf, readIntegers } from '../onnx/walk.ts';
import type { Steps } from './integers.ts';

export interface PictureInBytes {
  readonly graph: Graph;
  /** What a byte means of each value that is in bytes as `VALUE/bytes`. */
  readonly steps: ReadonlyMap<string, Steps>;
}

/** @returns the graph as it is, without steps, where its picture is made by other nodes, or has an offset or a factor for each channel */
export function readPictureInBytes(graph: Graph): PictureInBytes {
  const found = pictureOf(graph);
  if (!found) return { graph, steps: new Map() };
  const { chain, image, value, steps } = found;
  const nodes = [
    makeNode('Transpose', [image], `${value}/bytes`, { perm: [0, 3, 1, 2] }),
    makeNode('DequantizeLinear', [`${value}/bytes`, `${value}/scale`, `${value}/zero`], value),
    ...graph.nodes.filter((node) => !chain.includes(node)),
  ];
  const constants = [makeFloats(`${value}/scale`, [steps.scale]), makeByte(`${value}/zero`, steps.zeroPoint)];
  return {
    graph: { ...graph, nodes, initializers: [...graph.initializers, ...constants] },
    steps: new Map([[value, steps]]),
  };
}

/** Cast, Sub, Mul and Transpose to NCHW, one behind the other. */
function pictureOf(graph: Graph) {
  const producers = producersOf(graph.nodes);
  const constants = constantsOf(graph);
  const before = (node: GraphNode | undefined, opType: string) => {
    const value = node?.input[0] ?? '';
    const found = producers.get(value);
    const isRead = graph.nodes.filter(({ input }) => input.includes(value)).length === 1;
    return found?.opType === opType && isRead ? found : undefined;
  };
  const transpose = graph.nodes.find((node) => node.opType === 'Transpose' && isToPlanes(node));
  const product = before(transpose, 'Mul');
  const difference = before(product, 'Sub');
  const cast = before(difference, 'Cast');
  if (!transpose || !product || !difference || !cast) return undefined;
  const [image] = cast.input;
  const isPicture = graph.inputs.some(
    ({ name, type }) => name === image && type?.tensorType?.elemType === DataType.UINT8,
  );
  const scale = oneNumber(constants.get(product.input[1]));
  const zeroPoint = oneNumber(constants.get(difference.input[1]));
  if (!isPicture || scale === undefined || zeroPoint === undefined) return undefined;
  if (!Number.isInteger(zeroPoint) || zeroPoint < 0 || zeroPoint > 255) return undefined;
  const chain = [cast, difference, product, transpose];
  return { chain, image, value: transpose.output[0], steps: { scale, zeroPoint } };
}

const isToPlanes = (node: GraphNode) => readIntegers(node, 'perm', []).join() === '0,3,1,2';

function oneNumber(tensor: GraphTensor | undefined): number | undefined {
  const numbers = tensor && floatsOf(tensor);
  return numbers?.length === 1 ? numbers[0] : undefined;
}
