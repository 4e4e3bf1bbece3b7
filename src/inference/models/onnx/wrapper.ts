/**
 * Bytes in, bytes out: a float network behind a uint8 picture and a uint8 matte, so that its own normalisation travels
 * in the file and the wire carries a quarter of the bytes.
 *
 *   image uint8 NHWC → float → −offset → ×factor → NCHW → network → ×255 → +½ → uint8 → matte NHW
 *
 * The arithmetic at both ends stays float32 where the network is made float16: 255·x + ½ in float16 would be off by up to
 * an eighth near white.
 */
import { declareUint8, makeFloats, makeIntegers, makeNode } from './build.ts';
import { DataType, type Graph, type GraphNode } from './proto.ts';

export interface FloatNetwork {
  readonly nodes: Graph['nodes'];
  readonly initializers: Graph['initializers'];
  /** NCHW, normalised. */
  readonly input: string;
  /** N×1×H×W, 0…1. */
  readonly output: string;
}

/** What a network wants its picture to be: (rgb − offset) × factor, one number for all channels or one for each. */
export interface Normalisation {
  readonly offset: readonly number[];
  readonly factor: readonly number[];
}

/** Batch, height and width: numbers are fixed, names are chosen by the caller of the model. */
export type PictureShape = readonly [batch: number | string, height: number | string, width: number | string];

/** Wraps a network; the result has input `image` [N,H,W,3] and output `matte` [N,H,W], both UINT8. */
export function wrapInBytes(network: FloatNetwork, normalisation: Normalisation, shape: PictureShape): Graph {
  const before = pictureOfBytes(network.input, normalisation);
  const after = [
    makeNode('Mul', [network.output, 'matte/factor'], 'matte/scaled'),
    // Cast cuts off, so a half added first rounds to the nearest.
    makeNode('Add', ['matte/scaled', 'matte/half'], 'matte/raised'),
    makeNode('Cast', ['matte/raised'], 'matte/bytes', { to: DataType.UINT8 }),
    makeNode('Squeeze', ['matte/bytes', 'matte/axes'], 'matte'),
  ];
  return {
    name: 'matte',
    nodes: [...before.nodes, ...network.nodes, ...after],
    initializers: [
      ...before.initializers,
      ...network.initializers,
      makeFloats('matte/factor', [255]),
      makeFloats('matte/half', [0.5]),
      makeIntegers('matte/axes', [1]),
    ],
    inputs: [declareUint8('image', [...shape, 3])],
    outputs: [declareUint8('matte', shape)],
  };
}

/**
 * The first half of {@link wrapInBytes}: the input `image` [N,H,W,3] UINT8, normalised.
 * @param input name of the network's own, NCHW
 */
export function pictureOfBytes(input: string, normalisation: Normalisation): Pick<Graph, 'nodes' | 'initializers'> {
  return {
    nodes: [
      makeNode('Cast', ['image'], 'image/float', { to: DataType.FLOAT }),
      makeNode('Sub', ['image/float', 'image/offset'], 'image/centred'),
      makeNode('Mul', ['image/centred', 'image/factor'], 'image/normalised'),
      // Stays apart from the subtraction: folding the offset into the first convolution's bias would shift its zero padding.
      makeNode('Transpose', ['image/normalised'], input, { perm: [0, 3, 1, 2] }),
    ],
    initializers: [perChannel('image/offset', normalisation.offset), perChannel('image/factor', normalisation.factor)],
  };
}

/** Whether a node is one of those that {@link wrapInBytes} puts around a network: its arithmetic stays float32. */
export function isOfWrapper({ output: [value] }: GraphNode): boolean {
  return /^(image|matte)(\/|$)/.test(value);
}

function perChannel(name: string, values: readonly number[]) {
  return makeFloats(name, values, values.length > 1 ? [values.length] : []);
}
