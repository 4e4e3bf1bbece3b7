/**
 * A network of 500 weights with every trait of the published IS-Net file that the preparation deals with: float16
 * inside float32 borders, a pair of Casts around each Resize, fixed Resize targets computed from Shape, more outputs
 * than one, and Casts at the end of the list, so that it is not sorted. The picture is 64×64.
 */
import { makeNode } from '../../src/inference/models/onnx/build.ts';
import { halfToNumber } from '../../src/inference/models/onnx/float16.ts';
import {
  DataType,
  type GraphNode,
  type GraphTensor,
  onnx,
  type ValueInfo,
} from '../../src/inference/models/onnx/proto.ts';

export const tinySidePx = 64;

export interface TinyChoices {
  /** Target of the last Resize; 64 in the real thing. */
  readonly lastSidePx?: number;
  readonly opset?: number;
}

/** The file as it would be published. */
export function tinyIsnet({ lastSidePx = tinySidePx, opset = 15 }: TinyChoices = {}): Uint8Array {
  const window = (dilation: number, stride: number) => ({
    kernel_shape: [3, 3],
    dilations: [dilation, dilation],
    pads: [dilation, dilation, dilation, dilation],
    strides: [stride, stride],
    group: 1,
  });
  const [up, upCasts] = resize('up', 'deep', 32);
  const [last, lastCasts] = resize('last', 'side', lastSidePx);
  const nodes = [
    makeNode('Conv', ['input_half', 'first.weight', 'first.bias'], 'first', window(1, 2)),
    makeNode('Relu', ['first'], 'wide'),
    makeNode('MaxPool', ['wide'], 'pooled', { kernel_shape: [2, 2], strides: [2, 2], ceil_mode: 1 }),
    makeNode('Conv', ['pooled', 'second.weight', 'second.bias'], 'second', window(2, 1)),
    makeNode('Relu', ['second'], 'deep'),
    ...up,
    makeNode('Concat', ['up', 'wide'], 'both', { axis: 1 }),
    makeNode('Conv', ['both', 'side.weight', 'side.bias'], 'side', window(1, 1)),
    ...last,
    makeNode('Sigmoid', ['last'], 'matte_half'),
    makeNode('Cast', ['input'], 'input_half', { to: DataType.FLOAT16 }),
    makeNode('Cast', ['matte_half'], 'output', { to: DataType.FLOAT }),
    makeNode('Cast', ['deep'], 'feature', { to: DataType.FLOAT }),
    ...upCasts,
    ...lastCasts,
  ];
  const initializer = [
    halves('first.weight', [4, 3, 3, 3], 1),
    halves('first.bias', [4], 2),
    halves('second.weight', [4, 4, 3, 3], 3),
    halves('second.bias', [4], 4),
    halves('side.weight', [1, 8, 3, 3], 5),
    halves('side.bias', [1], 6),
  ];
  const side = tinySidePx;
  return onnx.ModelProto.encode({
    irVersion: 8,
    opsetImport: [{ domain: '', version: opset }],
    graph: {
      name: 'tiny',
      node: nodes,
      initializer,
      input: [declareFloat('input', [1, 3, side, side])],
      output: [declareFloat('output', [1, 1, lastSidePx, lastSidePx]), declareFloat('feature', [1, 4, 16, 16])],
    },
  }).finish();
}

/** Resize the way PyTorch exports it: target = Concat(first two of Shape, constant), float32 between Casts. */
function resize(name: string, input: string, sidePx: number): [nodes: GraphNode[], casts: GraphNode[]] {
  const resized = makeNode('Resize', [`${name}/in`, '', '', `${name}/target`], `${name}/out`);
  resized.attribute = [
    { name: 'mode', type: onnx.AttributeProto.AttributeType.STRING, s: new TextEncoder().encode('linear') },
  ];
  const nodes = [
    makeNode('Shape', [input], `${name}/shape`),
    integerNode(`${name}/axes`, [0]),
    integerNode(`${name}/starts`, [0]),
    integerNode(`${name}/ends`, [2]),
    makeNode('Slice', [`${name}/shape`, `${name}/starts`, `${name}/ends`, `${name}/axes`], `${name}/batch`),
    integerNode(`${name}/size`, [sidePx, sidePx]),
    makeNode('Concat', [`${name}/batch`, `${name}/size`], `${name}/target`, { axis: 0 }),
    resized,
  ];
  const casts = [
    makeNode('Cast', [input], `${name}/in`, { to: DataType.FLOAT }),
    makeNode('Cast', [`${name}/out`], name, { to: DataType.FLOAT16 }),
  ];
  return [nodes, casts];
}

function integerNode(name: string, values: readonly number[]): GraphNode {
  const node = makeNode('Constant', [], name);
  const rawData = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
  const t = { dataType: DataType.INT64, dims: [values.length], rawData };
  node.attribute = [{ name: 'value', type: onnx.AttributeProto.AttributeType.TENSOR, t }];
  return node;
}

/** Weights between −½ and ½ from a fixed sequence. */
function halves(name: string, dims: number[], seed: number): GraphTensor {
  const count = dims.reduce((product, size) => product * size, 1);
  let state = seed;
  const bits = Uint16Array.from({ length: count }, () => {
    // The generator of C's rand(): nothing here depends on its quality.
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    const value = ((state >> 12) % 64) / 64 - 0.5;
    return numberToHalf(value);
  });
  return onnx.TensorProto.create({ name, dims, dataType: DataType.FLOAT16, rawData: new Uint8Array(bits.buffer) });
}

const halfByNumber = new Map(Array.from({ length: 0x7c00 }, (_, bits) => [halfToNumber(bits), bits]));

/** The half that is exactly this number. */
function numberToHalf(value: number): number {
  const magnitude = halfByNumber.get(Math.abs(value));
  if (magnitude === undefined) throw new Error(`${value} is no half`);
  return value < 0 ? magnitude | 0x8000 : magnitude;
}

function declareFloat(name: string, shape: readonly number[]): ValueInfo {
  const dim = shape.map((dimValue) => ({ dimValue }));
  return { name, type: { tensorType: { elemType: DataType.FLOAT, shape: { dim } } } };
}
