/**
 * Finding a part of a graph by its shape: a pattern says which operator makes a value, of what, and gives names to what
 * may differ. Names of nodes and values do not count, nor does the order of operands where the operator does not care.
 */
import { constantsOf, floatsOf, integersOf } from './constants.ts';
import type { Graph, GraphNode, GraphTensor } from './proto.ts';
import { producersOf, readInteger, readIntegers, readText } from './walk.ts';

/** A graph as patterns read it. */
export interface ReadableGraph {
  readonly producers: ReadonlyMap<string, GraphNode>;
  readonly constants: ReadonlyMap<string, GraphTensor>;
}

/** What the names of a pattern stand for: values of the graph, or integers of its constants. */
export type Found = ReadonlyMap<string, string | readonly number[]>;

/** Every way in which a value is what the pattern says, each with what was found on the way. */
export type Pattern = (value: string, found: Found, graph: ReadableGraph) => Iterable<Found>;

/** What attributes must be. A text may also be left out: only an operator's default is asked for in words. */
type Attributes = Readonly<Record<string, number | readonly number[] | string>>;

const commutative = new Set(['Add', 'Mul', 'Sum']);

/** Prepares a graph for any number of patterns. */
export function readable(graph: Graph): ReadableGraph {
  return { producers: producersOf(graph.nodes), constants: constantsOf(graph) };
}

/** The first way in which a value is what the pattern says; undefined where it is not. */
export function find(pattern: Pattern, value: string, graph: ReadableGraph): Found | undefined {
  for (const found of pattern(value, new Map(), graph)) return found;
  return undefined;
}

/** Any value. Under a name that was met before: the same value. */
export function value(name: string): Pattern {
  return function* (candidate, found) {
    const before = found.get(name);
    if (before === undefined) yield new Map([...found, [name, candidate]]);
    else if (before === candidate) yield found;
  };
}

/** A value that is what the pattern says, and the same one wherever the name is met. */
export function shared(name: string, pattern: Pattern): Pattern {
  return function* (candidate, found, graph) {
    if (found.has(name)) yield* value(name)(candidate, found, graph);
    else for (const further of pattern(candidate, found, graph)) yield* value(name)(candidate, further, graph);
  };
}

/** Whatever one of these says. */
export function either(...patterns: readonly Pattern[]): Pattern {
  return function* (candidate, found, graph) {
    for (const pattern of patterns) yield* pattern(candidate, found, graph);
  };
}

/** A constant of exactly these int64 numbers; a scalar is a list of one. */
export function integers(...expected: readonly number[]): Pattern {
  return function* (candidate, found, { constants }) {
    if (numbersAt(candidate, constants)?.join() === expected.join()) yield found;
  };
}

/** A constant of int64 numbers, the same ones wherever the name is met. */
export function anyIntegers(name: string): Pattern {
  return function* (candidate, found, { constants }) {
    const numbers = numbersAt(candidate, constants);
    const before = found.get(name);
    if (!numbers) return;
    if (before === undefined) yield new Map([...found, [name, numbers]]);
    else if (String(before) === String(numbers)) yield found;
  };
}

/** A constant of one float32 number. */
export function float(expected: number): Pattern {
  return function* (candidate, found, { constants }) {
    const tensor = constants.get(candidate);
    // Asked first: a constant may be as large as a map of places.
    if (tensor?.dims.every((size) => Number(size) === 1) && floatsOf(tensor)?.[0] === expected) yield found;
  };
}

/**
 * What an operator makes of operands.
 * @param attributes those that it must have; others are not looked at
 */
export function node(opType: string, operands: readonly Pattern[], attributes: Attributes = {}): Pattern {
  return function* (candidate, found, graph) {
    const made = graph.producers.get(candidate);
    if (made?.opType !== opType || made.output[0] !== candidate || !has(made, attributes)) return;
    const inputs = made.input.at(-1) === '' ? made.input.slice(0, -1) : made.input;
    if (inputs.length === operands.length) yield* match(operands, inputs, found, graph);
  };

  function* match(
    [first, ...others]: readonly Pattern[],
    inputs: readonly string[],
    found: Found,
    graph: ReadableGraph,
  ): Iterable<Found> {
    if (!first) {
      yield found;
      return;
    }
    for (const [at, input] of inputs.entries()) {
      if (at > 0 && !commutative.has(opType)) return;
      for (const further of first(input, found, graph)) yield* match(others, inputs.toSpliced(at, 1), further, graph);
    }
  }
}

function has(node: GraphNode, attributes: Attributes): boolean {
  return Object.entries(attributes).every(([name, expected]) => {
    if (typeof expected === 'number') return readInteger(node, name, 0) === expected;
    if (typeof expected === 'string') return readText(node, name, expected) === expected;
    return readIntegers(node, name, []).join() === expected.join();
  });
}

function numbersAt(candidate: string, constants: ReadonlyMap<string, GraphTensor>): readonly number[] | undefined {
  const tensor = constants.get(candidate);
  return tensor && integersOf(tensor);
}
