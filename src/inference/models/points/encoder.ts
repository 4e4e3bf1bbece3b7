/**
 * The half of the point segmenter that sees the picture, made into the file that is served: bytes in, its encoding out. A batch is
 * one picture, so that the runtime knows all sizes beforehand.
 *
 * Deterministic: the same published file gives the same bytes on every machine.
 */
import { declareFloats, declareUint8 } from '../onnx/build.ts';
import { decodeModel, encodeWith, graphOf, onnx } from '../onnx/proto.ts';
import { initializersFor, nodesFor } from '../onnx/walk.ts';
import { type Normalisation, pictureOfBytes } from '../onnx/wrapper.ts';

/** As the package and SAM's authors have it. Bars beside a picture are this offset, which becomes zero. */
const normalisation: Normalisation = {
  offset: [123.675, 116.28, 103.53],
  factor: [1 / 58.395, 1 / 57.12, 1 / 57.375],
};

/** Shape of an encoding. */
export const encodingShape = [1, 256, 64, 64] as const;

/**
 * Rewrites the published encoder.
 * @param published its ONNX file, input `input` float [N,3,1024,1024], output `output` float [N,256,64,64]
 * @returns an ONNX file with input `image` UINT8 [1,1024,1024,3] and output `encoding` FP32 [1,256,64,64]
 * @throws Error where the file is another network
 */
export function preparePointEncoder(published: Uint8Array): Uint8Array {
  const model = decodeModel(published);
  const whole = graphOf(model);
  const [input] = whole.inputs.flatMap(({ name }) => name ?? []);
  const [output] = whole.outputs.flatMap(({ name }) => name ?? []);
  const nodes = nodesFor(output ?? '', whole.nodes);
  if (input !== 'input' || output !== 'output' || nodes.length === 0)
    throw new Error('This graph does not make an encoding of a picture: it is not the encoder that this recipe is for');
  const picture = pictureOfBytes(input, normalisation);
  const named = nodes.map((node) =>
    onnx.NodeProto.create({ ...node, output: node.output.map((value) => (value === output ? 'encoding' : value)) }),
  );
  return encodeWith(
    model,
    {
      name: 'point-encoder',
      nodes: [...picture.nodes, ...named],
      initializers: [...picture.initializers, ...initializersFor(nodes, whole)],
      inputs: [declareUint8('image', [1, 1024, 1024, 3])],
      outputs: [declareFloats('encoding', encodingShape)],
    },
    'edgematte',
  );
}
