/** Reading a graph by its values: who makes a value, and which nodes an output needs. */
import type { Graph, GraphNode } from './proto.ts';

/** The node that makes each value. Inputs and weights are made by none. */
export function producersOf(nodes: readonly GraphNode[]): ReadonlyMap<string, GraphNode> {
  return new Map(nodes.flatMap((node) => node.output.map((value) => [value, node] as const)));
}

/**
 * The nodes that `value` needs, each after the nodes it reads from. Walking backwards from one value prunes everything
 * else and sorts what remains, in an order that depends on the graph alone and not on the order of the list.
 */
export function nodesFor(value: string, nodes: readonly GraphNode[]): readonly GraphNode[] {
  const producers = producersOf(nodes);
  const visited = new Set<GraphNode>();
  const sorted: GraphNode[] = [];
  // Not recursive: a published network may be thousands of nodes deep.
  const path: { readonly node: GraphNode; next: number }[] = [];
  const enter = (wanted: string): void => {
    const node = producers.get(wanted);
    if (!node || visited.has(node)) return;
    visited.add(node);
    path.push({ node, next: 0 });
  };
  enter(value);
  for (let step = path.at(-1); step; step = path.at(-1)) {
    if (step.next < step.node.input.length) {
      enter(step.node.input[step.next++]);
    } else {
      sorted.push(step.node);
      path.pop();
    }
  }
  return sorted;
}

/** The weights that some of these nodes read, in their old order. */
export function initializersFor(nodes: readonly GraphNode[], graph: Graph): Graph['initializers'] {
  const read = new Set(nodes.flatMap((node) => node.input));
  return graph.initializers.filter((tensor) => read.has(tensor.name));
}

/** The integers of an attribute, or `fallback` where the node leaves it to the operator's default. */
export function readIntegers(node: GraphNode, name: string, fallback: readonly number[]): readonly number[] {
  const attribute = node.attribute.find((candidate) => candidate.name === name);
  return attribute?.ints?.length ? attribute.ints.map(Number) : fallback;
}

/** One integer of an attribute, or `fallback`. */
export function readInteger(node: GraphNode, name: string, fallback: number): number {
  const attribute = node.attribute.find((candidate) => candidate.name === name);
  return attribute?.i == null ? fallback : Number(attribute.i);
}

/** The text of an attribute, or `fallback`. */
export function readText(node: GraphNode, name: string, fallback: string): string {
  const attribute = node.attribute.find((candidate) => candidate.name === name);
  return attribute?.s?.length ? new TextDecoder().decode(attribute.s) : fallback;
}
