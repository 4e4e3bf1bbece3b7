/**
 * Places in a picture, which float16 must not hold: from 256 on it knows quarters of a pixel, from 1,024 on whole ones.
 * They are recognised by their use: an integer is made of them, or they say where a picture is sampled. Deformable convolutions
 * that were exported as plain operators compute such places, their whole parts and the weights between them.
 */
import { DataType, type GraphNode } from './proto.ts';
import { producersOf, readInteger } from './walk.ts';

/** Operators that compute each element by itself, or only move elements. */
const local = new Set(
  (
    'Abs Add Ceil Clip Concat Div Expand Flatten Floor Gather GatherElements Identity Max Min Mod Mul Neg Reshape ' +
    'Round Slice Split Sqrt Squeeze Sub Tile Transpose Unsqueeze Where'
  ).split(' '),
);
const integerTypes = new Set<number>([DataType.INT32, DataType.INT64]);

/**
 * The nodes that compute places.
 * @param nodes in order: each after those it reads from
 * @param types by value name
 */
export function coordinateNodes(
  nodes: readonly GraphNode[],
  types: ReadonlyMap<string, number>,
): ReadonlySet<GraphNode> {
  const isFloat = (value: string): boolean => types.get(value) === DataType.FLOAT;
  const producers = producersOf(nodes);
  const found = new Set<GraphNode>();
  // Backwards from each place, as far as elements stay apart.
  const open = nodes.flatMap(placesReadBy).filter(isFloat);
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const node = producers.get(value);
    if (!node || !local.has(node.opType) || found.has(node)) continue;
    found.add(node);
    open.push(...node.input.filter(isFloat));
  }
  // Forwards to what is computed of places alone: the weights between two pixels.
  for (const node of nodes) {
    const computed = node.input.filter((value) => isFloat(value) && producers.get(value)?.opType !== 'Constant');
    const inputs = computed.flatMap((value) => producers.get(value) ?? []);
    if (local.has(node.opType) && inputs.length > 0 && inputs.every((input) => found.has(input) || wasInteger(input))) {
      found.add(node);
    }
  }
  return found;

  function wasInteger(node: GraphNode): boolean {
    return node.opType === 'Cast' && integerTypes.has(types.get(node.input[0]) ?? DataType.UNDEFINED);
  }
}

function placesReadBy(node: GraphNode): readonly string[] {
  if (node.opType === 'Cast' && integerTypes.has(readInteger(node, 'to', DataType.UNDEFINED))) return node.input;
  return node.opType === 'GridSample' ? node.input.slice(1) : [];
}
