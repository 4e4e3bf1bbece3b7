/**
 * The last convolution, which says the matte: its sums stay exact, so it cannot end in bytes. Written as a convolution to one channel it
 * runs in float32, and runtimes that compute in blocks of channels compute sixteen of it. Written as products it is in integers: each
 * pixel times the weights of each of the nine taps, then every tap moved to its place, then their sum.
 */
import { makeFloats, makeNode } from '../onnx/build.ts';
import { floatsOf } from '../onnx/constants.ts';
import { DataType, type GraphNode, type GraphTensor, onnx } from '../onnx/proto.ts';
import { readInteger, readIntegers } from '../onnx/walk.ts';
import { type GreatestWeight, quantiseProducts, type Steps } from './integers.ts';

/** With the weights of nothing behind the ninth: a whole block of channels. */
const columns = 16;
const side = 3;

export interface WrittenTaps {
  readonly nodes: readonly GraphNode[];
  readonly constants: readonly GraphTensor[];
}

/** A convolution of 3 × 3 to one channel, with a bias. */
export interface LastConvolution {
  readonly node: GraphNode;
  /** [1, C, 3, 3] */
  readonly weights: GraphTensor;
  /** Of the bytes that it reads. */
  readonly steps: Steps;
}

/** Whether a convolution can be written so: 3 × 3 to one channel, every pixel with its neighbours. */
export function isOfTaps(node: GraphNode, weights: GraphTensor | undefined): boolean {
  const isOf = (name: string, expected: readonly number[]) =>
    readIntegers(node, name, expected).join() === expected.join();
  const [out, , height, width] = weights?.dims.map(Number) ?? [];
  return (
    node.opType === 'Conv' &&
    node.input.length === 3 &&
    [out, height, width].join() === [1, side, side].join() &&
    readInteger(node, 'group', 1) === 1 &&
    readIntegers(node, 'pads', []).join() === '1,1,1,1' &&
    isOf('strides', [1, 1]) &&
    isOf('dilations', [1, 1])
  );
}

/** The convolution of {@link isOfTaps} in integers: its output has the old name and is as exact as its weights. */
export function writeTaps({ node, weights, steps }: LastConvolution, greatest: GreatestWeight): WrittenTaps {
  const [input, , bias] = node.input;
  const [output] = node.output;
  const named = (part: string) => `${output}/${part}`;
  const { weights: integers, scales } = quantiseProducts(tapsOf(weights), named('weights'), greatest);
  return {
    nodes: [
      makeNode('Transpose', [`${input}/bytes`], named('pixels'), { perm: [0, 2, 3, 1] }),
      makeNode('MatMulInteger', [named('pixels'), integers.name, `${input}/zero`], named('integers')),
      makeNode('Cast', [named('integers')], named('counted'), { to: DataType.FLOAT }),
      makeNode('Mul', [named('counted'), named('scales')], named('products')),
      makeNode('Transpose', [named('products')], named('planes'), { perm: [0, 3, 1, 2] }),
      makeNode('Conv', [named('planes'), named('places')], named('moved'), {
        group: columns,
        kernel_shape: [side, side],
        pads: [1, 1, 1, 1],
      }),
      makeNode('ReduceSum', [named('moved'), named('axes')], named('sum'), { keepdims: 1 }),
      makeNode('Add', [named('sum'), bias], output),
    ],
    constants: [
      integers,
      makeFloats(
        named('scales'),
        scales.map((scale) => Math.fround(scale * steps.scale)),
        [columns],
      ),
      makeFloats(named('places'), places(), [columns, 1, side, side]),
      onnx.TensorProto.create({
        name: named('axes'),
        dataType: DataType.INT64,
        dims: [1],
        rawData: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0),
      }),
    ],
  };
}

/** [1, C, 3, 3] as [C, 16]: a column a tap. */
function tapsOf(weights: GraphTensor): GraphTensor {
  const values = floatsOf(weights) ?? new Float32Array();
  const taps = side * side;
  const channels = values.length / taps;
  const products = Array.from({ length: channels * columns }, (_, at) => {
    const tap = at % columns;
    return tap < taps ? values[Math.floor(at / columns) * taps + tap] : 0;
  });
  return makeFloats(weights.name, products, [channels, columns]);
}

/** A kernel a tap: one where the tap is, which moves its plane there. */
function places(): number[] {
  const taps = side * side;
  return Array.from({ length: columns * taps }, (_, at) => (Math.floor(at / taps) === at % taps ? 1 : 0));
}
