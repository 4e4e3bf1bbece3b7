/**
 * A network with the interface under which BiRefNet is published, small enough for a test: `input_image` float32 NCHW
 * normalised by ImageNet's mean and deviation, logits `output_image` [N,1,H,W], and an output more. On pictures of 2×2
 * blocks of one colour the logit of each pixel is known: see {@link tinyLogit}. With `deforms` it ends in a deformable
 * convolution, spelled out as in the published file, that moves every block: see {@link expectedMovedMatte}.
 */
import { declareFloats, makeFloats, makeNode } from '../../src/inference/models/onnx/build.ts';
import {
  encodeModel,
  type GraphNode,
  type GraphTensor,
  onnx,
  type ValueInfo,
} from '../../src/inference/models/onnx/proto.ts';
import { type Exchange, spellOut } from '../../testing/models/lattice.ts';

/** Exact in float16, so that both precisions know them. */
const weights = [1.5, -0.75, 0.5];
const bias = 0.25;

/** The preparation of the offered networks, at a size for tests. */
export const tinyPreparation = {
  kind: 'matte' as const,
  input: {
    widthPx: 96,
    heightPx: 64,
    mean: [0.485, 0.456, 0.406] as [number, number, number],
    std: [0.229, 0.224, 0.225] as [number, number, number],
  },
  output: { name: 'output_image', activation: 'sigmoid' as const },
  precision: 'fp32' as const,
};

export interface TinyChoices {
  readonly widthPx?: number;
  readonly heightPx?: number;
  /** Leaves batch, height and width to the caller. */
  readonly isOpen?: boolean;
  readonly inputName?: string;
  readonly outputName?: string;
  /** Ends in a sigmoid of its own. */
  readonly isActivated?: boolean;
  readonly channels?: number;
  readonly opset?: number;
  /** For a fixed size. True, or where x and y are exchanged, which no deformable convolution does. */
  readonly deforms?: true | readonly Exchange[];
  /** For a fixed size: multiplies rows by a matrix that changes nothing; `lost` with a value beside, of which 8 bits leave the others none. */
  readonly products?: 'exact' | 'lost';
}

/** The file as it would be published. */
export function tinyBirefnet(choices: TinyChoices = {}): Uint8Array {
  const { widthPx = 96, heightPx = 64, isOpen = false, inputName = 'input_image', isActivated = false } = choices;
  const { channels = 3, opset = 17, deforms, products, outputName = 'output_image' } = choices;
  const size = (channelCount: number): (number | string)[] =>
    isOpen ? ['batch', channelCount, 'height', 'width'] : [1, channelCount, heightPx, widthPx];
  const last = isActivated ? 'logits' : outputName;
  const moved = deforms && move(heightPx / 2, widthPx / 2, deforms === true ? [] : deforms);
  const graph = {
    name: 'tiny',
    nodes: [
      makeNode('Conv', [inputName, 'weight', 'bias'], 'coarse', { kernel_shape: [1, 1], strides: [2, 2] }),
      makeNode('Relu', ['coarse'], 'feature'),
      ...(moved?.nodes ?? []),
      ...(products
        ? [makeNode('Add', ['coarse', 'beside'], 'raised'), makeNode('MatMul', ['raised', 'same'], 'multiplied')]
        : []),
      nearest(moved ? 'moved' : products ? 'multiplied' : 'coarse', last),
      ...(isActivated ? [makeNode('Sigmoid', ['logits'], outputName)] : []),
    ],
    initializers: [
      makeFloats('weight', weights.slice(0, channels), [1, channels, 1, 1]),
      makeFloats('bias', [bias], [1]),
      makeFloats('twice', [1, 1, 2, 2], [4]),
      ...(moved?.initializers ?? []),
      ...(products ? sameRows(widthPx / 2, products === 'lost' ? 1e4 : 0) : []),
    ],
    inputs: [declareFloats(inputName, size(channels))],
    outputs: [
      declareFloats(
        'feature',
        isOpen ? ['batch', 1, 'coarse_height', 'coarse_width'] : [1, 1, heightPx / 2, widthPx / 2],
      ),
      declareFloats(outputName, size(1)),
    ],
  } satisfies { inputs: ValueInfo[]; [part: string]: unknown };
  return encodeModel(graph, { producer: 'edgematte tests', opset });
}

/** A matrix that changes nothing but the first column, which becomes 0, and what is added to that column before. */
function sameRows(width: number, beside: number): GraphTensor[] {
  const places = Array.from({ length: width * width }, (_, at) => [Math.floor(at / width), at % width]);
  return [
    makeFloats(
      'beside',
      Array.from({ length: width }, (_, column) => (column === 0 ? beside : 0)),
      [width],
    ),
    makeFloats(
      'same',
      places.map(([row, column]) => Number(row === column && row > 0)),
      [width, width],
    ),
  ];
}

/** By how many blocks each block is read from elsewhere: between two rows, and a whole number of columns. */
const movedBy = { y: 2.5, x: -3 };

/** Blocks that are read from elsewhere, as a deformable convolution of 1 × 1 whose offsets a convolution computes. */
function move(
  height: number,
  width: number,
  exchanged: readonly Exchange[],
): { readonly nodes: GraphNode[]; readonly initializers: GraphTensor[] } {
  const sizes = { batch: 1, channels: 1, picture: [height, width], outputs: 1, kernel: [1, 1], pads: [0, 0] } as const;
  const values = { picture: 'coarse', offset: 'moves', weight: 'moves/one', bias: 'moves/zero' };
  const lattice = spellOut(sizes, values, 'moved', { exchanged });
  return {
    nodes: [
      makeNode('Conv', ['coarse', 'moves/weight', 'moves/bias'], 'moves', { kernel_shape: [1, 1] }),
      ...lattice.nodes,
    ],
    initializers: [
      makeFloats('moves/weight', [0, 0], [2, 1, 1, 1]),
      makeFloats('moves/bias', [movedBy.y, movedBy.x], [2]),
      makeFloats('moves/one', [1], [1, 1, 1, 1]),
      makeFloats('moves/zero', [0], [1, 1, 1, 1]),
      ...lattice.initializers,
    ],
  };
}

/** Resize ×2 that repeats each pixel. */
function nearest(input: string, output: string): GraphNode {
  const node = makeNode('Resize', [input, '', 'twice'], output);
  const { STRING } = onnx.AttributeProto.AttributeType;
  const text = (name: string, value: string) => ({ name, type: STRING, s: new TextEncoder().encode(value) });
  node.attribute = [
    text('mode', 'nearest'),
    text('coordinate_transformation_mode', 'asymmetric'),
    text('nearest_mode', 'floor'),
  ];
  return node;
}

/** What a network wants its picture to be: (rgb / 255 − mean) / std. */
interface Normalised {
  readonly mean: readonly number[];
  readonly std: readonly number[];
}

/** The answer of {@link tinyBirefnet} for a colour, before the sigmoid. */
function tinyLogit(rgb: readonly number[], { mean, std }: Normalised): number {
  return rgb.reduce((sum, value, at) => sum + (weights[at] * (value / 255 - mean[at])) / std[at], bias);
}

/** A picture of 2×2 blocks, each of another colour. @returns height × width × 3 */
export function blockPicture(widthPx: number, heightPx: number): Uint8Array {
  const picture = new Uint8Array(widthPx * heightPx * 3);
  for (let at = 0; at < picture.length; at++) {
    const pixel = Math.floor(at / 3);
    const [x, y] = [(pixel % widthPx) >> 1, Math.floor(pixel / widthPx) >> 1];
    picture[at] = (x * 37 + y * 91 + (at % 3) * 53 + x * y * 7) % 256;
  }
  return picture;
}

/** The matte that the formula gives for {@link blockPicture}, not rounded. */
export function expectedMatte(picture: Uint8Array, normalised: Normalised = tinyPreparation.input): Float64Array {
  return Float64Array.from({ length: picture.length / 3 }, (_, pixel) => matteOf(logitAt(picture, pixel, normalised)));
}

/** The same of a network that `deforms`. Beyond the picture the logit is 0. */
export function expectedMovedMatte(picture: Uint8Array, widthPx: number): Float64Array {
  const heightPx = picture.length / 3 / widthPx;
  const block = (row: number, column: number): number =>
    row < 0 || column < 0 || row >= heightPx / 2 || column >= widthPx / 2
      ? 0
      : logitAt(picture, 2 * row * widthPx + 2 * column);
  return Float64Array.from({ length: picture.length / 3 }, (_, pixel) => {
    const [y, x] = [(Math.floor(pixel / widthPx) >> 1) + movedBy.y, ((pixel % widthPx) >> 1) + movedBy.x];
    const below = y - Math.floor(y);
    return matteOf((1 - below) * block(Math.floor(y), x) + below * block(Math.floor(y) + 1, x));
  });
}

function logitAt(picture: Uint8Array, pixel: number, normalised: Normalised = tinyPreparation.input): number {
  return tinyLogit([...picture.subarray(pixel * 3, pixel * 3 + 3)], normalised);
}

function matteOf(logit: number): number {
  return 255 / (1 + Math.exp(-logit));
}
