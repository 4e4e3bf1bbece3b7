/** Resize by factor instead of to a fixed size: this is what frees the batch, the height and the width. */
import { makeFloats } from '../onnx/build.ts';
import { type GraphNode, type GraphTensor, onnx } from '../onnx/proto.ts';
import { sizesOf, type ValueSize } from './sizes.ts';

export interface Scaled {
  readonly nodes: readonly GraphNode[];
  /** The factors as float32 [1, 1, factor, factor], each once. */
  readonly constants: readonly GraphTensor[];
}

/**
 * Gives every Resize a factor in place of its exported target.
 * @param nodes a graph that holds only what the wanted output needs
 * @throws Error when a target is no whole multiple of the feature map
 */
export function resizeByScale(nodes: readonly GraphNode[], inputs: ReadonlyMap<string, ValueSize>): Scaled {
  const sizeOf = sizesOf(nodes, inputs);
  const factors = new Set<number>();
  const scaled = nodes.map((node) => {
    if (node.opType !== 'Resize') return node;
    const factor = wholeFactor(sizeOf(node.input[0]), sizeOf(node.output[0]), node.name);
    factors.add(factor);
    // Inputs of Resize: X, roi (unused), scales, sizes (left out).
    return onnx.NodeProto.create({ ...node, input: [node.input[0], '', scaleName(factor)] });
  });
  const constants = [...factors].map((factor) => makeFloats(scaleName(factor), [1, 1, factor, factor], [4]));
  return { nodes: scaled, constants };
}

function wholeFactor(from: ValueSize, to: ValueSize, name: string): number {
  const factor = to[0] / from[0];
  if (!Number.isInteger(factor) || to[1] / from[1] !== factor) {
    throw new Error(`${name} resizes ${from.join('×')} to ${to.join('×')}, which is no whole factor: use a fixed size`);
  }
  return factor;
}

function scaleName(factor: number): string {
  return `scale_${factor}`;
}
