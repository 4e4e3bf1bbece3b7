/**
 * How large every feature map is when the picture has the exported size. The export fixed the target of each Resize;
 * target divided by size is the factor that holds for every picture.
 * Operators: https://github.com/onnx/onnx/blob/v1.10.2/docs/Operators.md (Conv, MaxPool, Resize, Concat)
 */
import type { GraphNode } from '../onnx/proto.ts';
import { onnx } from '../onnx/proto.ts';
import { producersOf, readInteger, readIntegers } from '../onnx/walk.ts';

/** Height and width of a feature map. */
export type ValueSize = readonly [height: number, width: number];

/**
 * Sizes by value name.
 * @param inputs sizes of the graph's inputs
 * @returns a function that throws Error on an operator this network does not use
 */
export function sizesOf(
  nodes: readonly GraphNode[],
  inputs: ReadonlyMap<string, ValueSize>,
): (value: string) => ValueSize {
  const producers = producersOf(nodes);
  const known = new Map(inputs);
  const sizeOf = (value: string): ValueSize => {
    const size = known.get(value) ?? computeSize(value);
    known.set(value, size);
    return size;
  };
  const computeSize = (value: string): ValueSize => {
    const node = producers.get(value);
    if (!node) throw new Error(`Nothing in this graph makes ${value}: it is not the IS-Net export`);
    switch (node.opType) {
      case 'Relu':
      case 'Sigmoid':
      case 'Add':
      case 'Concat':
        return sizeOf(node.input[0]);
      case 'Conv':
      case 'MaxPool':
        return slide(sizeOf(node.input[0]), node);
      case 'Resize':
        return resizeTarget(node, producers);
      default:
        throw new Error(`This graph uses ${node.opType} on feature maps: it is not the IS-Net export`);
    }
  };
  return sizeOf;
}

/** The size after a sliding window (Conv, MaxPool). */
function slide(size: ValueSize, node: GraphNode): ValueSize {
  const kernel = readIntegers(node, 'kernel_shape', [1, 1]);
  const strides = readIntegers(node, 'strides', [1, 1]);
  const dilations = readIntegers(node, 'dilations', [1, 1]);
  const pads = readIntegers(node, 'pads', [0, 0, 0, 0]);
  const round = readInteger(node, 'ceil_mode', 0) === 1 ? Math.ceil : Math.floor;
  const along = (axis: 0 | 1): number => {
    const reach = dilations[axis] * (kernel[axis] - 1) + 1;
    return round((size[axis] + pads[axis] + pads[axis + 2] - reach) / strides[axis]) + 1;
  };
  return [along(0), along(1)];
}

/** The exported target: Resize takes its sizes from Concat(first two of Shape, constant [height, width]). */
function resizeTarget(node: GraphNode, producers: ReadonlyMap<string, GraphNode>): ValueSize {
  const concat = producers.get(node.input[3] ?? '');
  const constant = producers.get(concat?.input[1] ?? '');
  const value = constant?.attribute.find(({ name }) => name === 'value')?.t;
  const tensor = onnx.TensorProto.create(value ?? {});
  if (tensor.rawData.length !== 16) throw new Error(`${node.name} has no fixed target: it is not the IS-Net export`);
  const view = new DataView(tensor.rawData.buffer, tensor.rawData.byteOffset, 16);
  return [Number(view.getBigInt64(0, true)), Number(view.getBigInt64(8, true))];
}
