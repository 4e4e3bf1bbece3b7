/**
 * A float32 network with 8-bit values and weights, as ONNX describes it: every value of the table goes through
 * QuantizeLinear and DequantizeLinear, every weight comes out of a DequantizeLinear. Runtimes fuse these pairs with the
 * operator between them into integer kernels (Jacob et al. 2018, arXiv:1712.05877, section 2).
 *
 * Activations are uint8, one scale a value; weights int8, one scale an output channel; sums and biases int32. A Relu
 * between a convolution or a sum and its QuantizeLinear goes: a range that begins at zero cuts negatives by itself.
 *
 * What is multiplied by a matrix of weights needs no range: DynamicQuantizeLinear finds its scale as it runs. The picture is in bytes
 * as it comes (`picture.ts`). Of the convolutions that the table keeps, one that says a matte is in integers up to its sums (`taps.ts`).
 */
import { makeByte, makeFloats, makeNode } from '../onnx/build.ts';
import { foldWeightCasts } from '../onnx/fold.ts';
import {
  DataType,
  decodeModel,
  encodeWith,
  type Graph,
  type GraphNode,
  type GraphTensor,
  graphOf,
  onnx,
} from '../onnx/proto.ts';
import type { Calibration } from './calibration.ts';
import {
  type GreatestWeight,
  quantiseBias,
  quantiseProducts,
  quantiseWeights,
  type Steps,
  stepsOf,
} from './integers.ts';
import { type PictureInBytes, readPictureInBytes } from './picture.ts';
import { isOfTaps, writeTaps } from './taps.ts';

/** What passes values on without new ones: its output has the steps of its input. */
const passing = new Set(['MaxPool', 'Resize']);

/** What is used of a calibration. */
type Table = Pick<Calibration, 'ranges' | 'kept'>;

/**
 * Makes the integer file of a float32 one: values in 8 bits, weights in 8 or 7.
 * @param prepared the float32 file that the table was made for
 * @param greatest the greatest weight: 127, or 63 for processors that add products up in 16 bits
 * @throws Error when a convolution of the table is not in the file
 */
export function quantiseModel(prepared: Uint8Array, table: Table, greatest: GreatestWeight = 127): Uint8Array {
  const model = decodeModel(prepared);
  return encodeWith(model, quantiseGraph(foldWeightCasts(graphOf(model)), table, greatest), 'edgematte');
}

/** The graph of {@link quantiseModel}. Its nodes must be in order: each after those it reads from. */
export function quantiseGraph(graph: Graph, table: Table, greatest: GreatestWeight = 127): Graph {
  const picture = readPictureInBytes(graph);
  const writer = new Writer(picture, table, greatest);
  for (const node of picture.graph.nodes) writer.add(node);
  return writer.graph();
}

class Writer {
  readonly #graph: Graph;
  readonly #table: Table;
  readonly #greatest: GreatestWeight;
  readonly #weights: ReadonlyMap<string, GraphTensor>;
  readonly #readers = new Map<string, GraphNode[]>();
  readonly #nodes: GraphNode[] = [];
  readonly #constants: GraphTensor[] = [];
  /** Values that exist in bytes, with what a byte means. */
  readonly #steps: Map<string, Steps>;
  readonly #dropped = new Set<GraphNode>();
  /** Values whose bytes are found as the network runs. */
  readonly #dynamic = new Set<string>();

  constructor({ graph, steps }: PictureInBytes, table: Table, greatest: GreatestWeight) {
    this.#graph = graph;
    this.#steps = new Map(steps);
    this.#table = table;
    this.#greatest = greatest;
    this.#weights = new Map(graph.initializers.map((tensor) => [tensor.name, tensor]));
    for (const node of graph.nodes)
      for (const value of node.input) this.#readers.set(value, [...(this.#readers.get(value) ?? []), node]);
    const unknown = table.kept.find((name) => !graph.nodes.some((node) => node.name === name));
    if (unknown) throw new Error(`The calibration keeps ${unknown} in float32, and the network has no such node`);
  }

  add(node: GraphNode): void {
    if (this.#dropped.has(node)) return;
    const [input, factor] = node.input;
    if (
      node.opType === 'MatMul' &&
      this.#weights.get(factor)?.dims.length === 2 &&
      !this.#table.kept.includes(node.name)
    ) {
      this.#multiply(input, factor, node.output[0]);
      return;
    }
    const read = this.#steps.get(input);
    if (read && this.#table.kept.includes(node.name) && isOfTaps(node, this.#weights.get(factor))) {
      const { nodes, constants } = writeTaps({ node, weights: this.#weightNamed(factor), steps: read }, this.#greatest);
      this.#nodes.push(...nodes);
      this.#constants.push(...constants);
      return;
    }
    const integer = node.opType === 'Conv' && this.#steps.has(input) && !this.#table.kept.includes(node.name);
    const written = integer ? this.#withIntegerWeights(node) : node;
    const value = integer || node.opType === 'Add' ? this.#cutByRange(node) : node.output[0];
    const steps = passing.has(node.opType) ? this.#steps.get(input) : this.#stepsOf(value);
    if (!steps || node.output.length !== 1) {
      this.#nodes.push(written);
      return;
    }
    const exact = `${value}/exact`;
    this.#nodes.push(onnx.NodeProto.create({ ...written, output: [exact] }));
    this.#through(exact, value, steps);
  }

  graph(): Graph {
    const read = new Set(this.#nodes.flatMap(({ input }) => input));
    const initializers = [...this.#graph.initializers, ...this.#constants].filter(({ name }) => read.has(name));
    return { ...this.#graph, nodes: this.#nodes, initializers };
  }

  #stepsOf(value: string): Steps | undefined {
    const range = Object.hasOwn(this.#table.ranges, value) ? this.#table.ranges[value] : undefined;
    return range && stepsOf(range);
  }

  /** The value behind a convolution or a sum and, where one follows alone, its Relu, which then goes. */
  #cutByRange(node: GraphNode): string {
    const readers = this.#readers.get(node.output[0]) ?? [];
    const [relu] = readers;
    if (readers.length !== 1 || relu.opType !== 'Relu' || !this.#stepsOf(relu.output[0])) return node.output[0];
    this.#dropped.add(relu);
    return relu.output[0];
  }

  #through(exact: string, value: string, { scale, zeroPoint }: Steps): void {
    this.#constants.push(makeFloats(`${value}/scale`, [scale]), makeByte(`${value}/zero`, zeroPoint));
    const steps = [`${value}/scale`, `${value}/zero`];
    const back = makeNode('DequantizeLinear', [`${value}/bytes`, ...steps], value);
    this.#nodes.push(
      makeNode('QuantizeLinear', [exact, ...steps], `${value}/bytes`),
      // The node that made the value may be called like it.
      onnx.NodeProto.create({ ...back, name: `${value}/back` }),
    );
    this.#steps.set(value, { scale, zeroPoint });
  }

  /** A product with a matrix of weights, in integers. */
  #multiply(input: string, factor: string, output: string): void {
    const [bytes, scale, zero] = ['bytes', 'scale', 'zero'].map((part) => `${input}/dynamic/${part}`);
    if (!this.#dynamic.has(input)) {
      this.#dynamic.add(input);
      const found = makeNode('DynamicQuantizeLinear', [input], bytes);
      this.#nodes.push(onnx.NodeProto.create({ ...found, output: [bytes, scale, zero] }));
    }
    const { weights, scales } = quantiseProducts(this.#weightNamed(factor), `${output}/weights`, this.#greatest);
    this.#constants.push(weights, makeFloats(`${output}/scales`, scales, [scales.length]));
    this.#nodes.push(
      makeNode('MatMulInteger', [bytes, weights.name, zero], `${output}/integers`),
      makeNode('Cast', [`${output}/integers`], `${output}/counted`, { to: DataType.FLOAT }),
      makeNode('Mul', [scale, `${output}/scales`], `${output}/steps`),
      onnx.NodeProto.create({
        ...makeNode('Mul', [`${output}/counted`, `${output}/steps`], output),
        name: `${output}/back`,
      }),
    );
  }

  #withIntegerWeights(node: GraphNode): GraphNode {
    const [input, weightName, biasName] = node.input;
    const { name } = node;
    const { weights, scales } = quantiseWeights(this.#weightNamed(weightName), `${name}/weights/bytes`, this.#greatest);
    const inputs = [input, this.#exactOf(`${name}/weights`, weights, scales)];
    if (biasName) {
      const inputScale = this.#steps.get(input)?.scale ?? 1;
      const sumScales = scales.map((scale) => Math.fround(inputScale * scale));
      const bias = quantiseBias(this.#weightNamed(biasName), sumScales, `${name}/bias/integers`);
      inputs.push(this.#exactOf(`${name}/bias`, bias, sumScales));
    }
    return onnx.NodeProto.create({ ...node, input: inputs });
  }

  /** Integers of a weight behind a DequantizeLinear with a scale for each output channel. */
  #exactOf(value: string, integers: GraphTensor, scales: readonly number[]): string {
    this.#constants.push(integers, makeFloats(`${value}/scale`, scales, [scales.length]));
    this.#nodes.push(makeNode('DequantizeLinear', [integers.name, `${value}/scale`], value, { axis: 0 }));
    return value;
  }

  #weightNamed(name: string): GraphTensor {
    const weight = this.#weights.get(name);
    if (!weight)
      throw new Error(`A convolution or product reads ${name}, which is no weight: this file cannot be made 8-bit`);
    return weight;
  }
}
