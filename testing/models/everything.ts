/** A network that classes every pixel as subject, so that the colours of an answer are those of the file. */
import { declareUint8, makeFloats, makeNode } from '../../src/inference/models/onnx/build.ts';
import { DataType, encodeModel } from '../../src/inference/models/onnx/proto.ts';

/** `image` UINT8 [N,H,W,3] gives `matte` UINT8 [N,H,W]: 255. */
export function everythingModel(): Uint8Array {
  const graph = {
    name: 'everything',
    nodes: [
      makeNode('Cast', ['image'], 'floats', { to: DataType.FLOAT }),
      makeNode('ReduceMean', ['floats'], 'mean', { axes: [3], keepdims: 0 }),
      makeNode('Mul', ['mean', 'nothing'], 'zeros'),
      makeNode('Add', ['zeros', 'whole'], 'wholes'),
      makeNode('Cast', ['wholes'], 'matte', { to: DataType.UINT8 }),
    ],
    initializers: [makeFloats('nothing', [0]), makeFloats('whole', [255])],
    inputs: [declareUint8('image', ['N', 'H', 'W', 3])],
    outputs: [declareUint8('matte', ['N', 'H', 'W'])],
  };
  return encodeModel(graph, { producer: 'edgematte tests', opset: 15 });
}
