/**
 * The published file computes in float16 between float32 borders, with a pair of Casts around every Resize. When all
 * values have one type these Casts do nothing, so they go: each reader of a Cast reads what the Cast read.
 */
import { DataType, type GraphNode, onnx } from '../onnx/proto.ts';
import { readInteger } from '../onnx/walk.ts';

export interface WithoutCasts {
  readonly nodes: readonly GraphNode[];
  /** What a value of the old graph is called in the new one. */
  readonly rename: (value: string) => string;
}

/** Removes every Cast between float types. */
export function dropFloatCasts(nodes: readonly GraphNode[]): WithoutCasts {
  const dropped = nodes.filter(isFloatCast);
  const sources = new Map(dropped.map((cast) => [cast.output[0], cast.input[0]]));
  const rename = (value: string): string => {
    let current = value;
    // A Cast may read another one.
    for (let source = sources.get(current); source !== undefined; source = sources.get(current)) current = source;
    return current;
  };
  const kept = nodes
    .filter((node) => !isFloatCast(node))
    .map((node) => onnx.NodeProto.create({ ...node, input: node.input.map(rename) }));
  return { nodes: kept, rename };
}

function isFloatCast(node: GraphNode): boolean {
  const type = readInteger(node, 'to', DataType.UNDEFINED);
  return node.opType === 'Cast' && (type === DataType.FLOAT || type === DataType.FLOAT16);
}
