/** The operator DeformConv in place of the lattices that exports spell deformable convolutions out with (lattice.ts). */
import { makeNode } from './build.ts';
import { type DeformableConvolution, readLattice } from './lattice.ts';
import { canBeRaised, raiseOpset } from './opset.ts';
import { readable } from './pattern.ts';
import type { Graph, GraphNode, Model } from './proto.ts';
import { producersOf } from './walk.ts';

export interface Replaced {
  /** The model whose operator sets the graph needs. */
  readonly model: Model;
  readonly graph: Graph;
  /** How many deformable convolutions are one operator now. */
  readonly replaced: number;
}

/**
 * Replaces every lattice by DeformConv, and raises the operator set to the first that has it. Sizes and batch stay, and so
 * does what differs from a lattice anywhere, or is in a graph whose operator set cannot be raised.
 * @param model the file that the graph is from
 * @param graph with its nodes in order: each after those it reads from. One without lattices comes back as it was
 */
export function replaceLattices(model: Model, graph: Graph): Replaced {
  const read = readable(graph);
  const raises = canBeRaised(model, graph);
  let replaced = 0;
  const nodes = graph.nodes.map((node) => {
    const found = raises ? readLattice(node, read) : undefined;
    if (!found) return node;
    replaced++;
    return deformConv(node.output[0], found);
  });
  if (replaced === 0) return { model, graph, replaced };
  return { ...raiseOpset(model, prune({ ...graph, nodes })), replaced };
}

function deformConv(output: string, found: DeformableConvolution): GraphNode {
  const { picture, weight, offset, bias, mask, group, offsetGroups, kernel, strides, dilations, pads } = found;
  const optional = mask === undefined ? [bias] : [bias ?? '', mask];
  const inputs = [picture, weight, offset, ...optional.filter((input) => input !== undefined)];
  return makeNode('DeformConv', inputs, output, {
    kernel_shape: kernel,
    strides,
    dilations,
    pads: [...pads, ...pads],
    group,
    offset_group: offsetGroups,
  });
}

/** Without the nodes and weights that no output needs. */
function prune(graph: Graph): Graph {
  const needed = new Set(graph.outputs.map(({ name }) => name ?? ''));
  const nodes = graph.nodes
    .toReversed()
    .filter(({ input, output }) => {
      const isNeeded = output.some((value) => needed.has(value));
      if (isNeeded) for (const value of input) needed.add(value);
      return isNeeded;
    })
    .toReversed();
  return { ...graph, nodes, initializers: graph.initializers.filter(({ name }) => needed.has(name)) };
}

/** What lies between a computed place and the gathering of the pixels there. */
const onTheWay = new Set('Add Cast Clip Concat Expand Max Min Mul Reshape Slice Split Squeeze Unsqueeze'.split(' '));

/** How many lattices a graph has, whole or not: computed places whose whole parts say which pixels are gathered. */
export function countLattices({ nodes }: Graph): number {
  const producers = producersOf(nodes);
  const floors = new Set<GraphNode>();
  const visited = new Set<string>();
  const open = nodes.flatMap(({ opType, input }) =>
    opType === 'GatherND' || opType === 'GatherElements' ? [input[1]] : [],
  );
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const made = producers.get(value);
    if (!made || visited.has(value)) continue;
    visited.add(value);
    if (made.opType === 'Floor') floors.add(made);
    else if (onTheWay.has(made.opType)) open.push(...made.input);
  }
  return floors.size;
}
