/**
 * Networks small enough to need no download, for tests of everything around networks.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Manifest, type ModelDescription, preparedPath } from '../../src/inference/models/manifest.ts';
import {
  declareFloats,
  declareUint8,
  makeFloats,
  makeIntegers,
  makeNode,
} from '../../src/inference/models/onnx/build.ts';
import { DataType, encodeModel } from '../../src/inference/models/onnx/proto.ts';
import { recordOf, recordPath, writeRecord } from '../../src/inference/models/record.ts';
import { everythingModel } from './everything.ts';

/**
 * `image` UINT8 [N,H,W,3] gives `matte` UINT8 [N,H,W]: the mean of red, green and blue rounded to the nearest integer.
 * N, H and W are free. About 300 bytes.
 */
export function lumaModel(): Uint8Array {
  const graph = {
    name: 'luma',
    nodes: [
      makeNode('Cast', ['image'], 'floats', { to: DataType.FLOAT }),
      makeNode('ReduceMean', ['floats'], 'mean', { axes: [3], keepdims: 0 }),
      makeNode('Add', ['mean', 'half'], 'raised'),
      makeNode('Cast', ['raised'], 'matte', { to: DataType.UINT8 }),
    ],
    initializers: [makeFloats('half', [0.5])],
    inputs: [declareUint8('image', ['N', 'H', 'W', 3])],
    outputs: [declareUint8('matte', ['N', 'H', 'W'])],
  };
  return encodeModel(graph, { producer: 'edgematte tests', opset: 15 });
}

/**
 * A classifier as small: `image` UINT8 [N,H,W,3] gives `probabilities` FP32 [N,2]. The brighter a picture is in the mean,
 * the more it is a photo.
 */
function brightnessModel(): Uint8Array {
  const graph = {
    name: 'brightness',
    nodes: [
      makeNode('Cast', ['image'], 'floats', { to: DataType.FLOAT }),
      makeNode('ReduceMean', ['floats'], 'mean', { axes: [1, 2, 3], keepdims: 0 }),
      makeNode('Div', ['mean', 'white'], 'photo'),
      makeNode('Sub', ['one', 'photo'], 'graphic'),
      makeNode('Unsqueeze', ['photo', 'last'], 'photos'),
      makeNode('Unsqueeze', ['graphic', 'last'], 'graphics'),
      makeNode('Concat', ['photos', 'graphics'], 'probabilities', { axis: 1 }),
    ],
    initializers: [makeFloats('white', [255]), makeFloats('one', [1]), makeIntegers('last', [1])],
    inputs: [declareUint8('image', ['N', 'H', 'W', 3])],
    outputs: [declareFloats('probabilities', ['N', 2])],
  };
  return encodeModel(graph, { producer: 'edgematte tests', opset: 15 });
}

/**
 * A detector: `image` UINT8 [1,H,W,3] gives one box over the middle half of the picture. Its score as a car is the
 * picture's brightest sample: a black picture has no vehicle.
 */
function middleModel(): Uint8Array {
  const graph = {
    name: 'middle',
    nodes: [
      makeNode('Identity', ['middle'], 'boxes'),
      makeNode('Cast', ['image'], 'floats', { to: DataType.FLOAT }),
      makeNode('ReduceMax', ['floats'], 'brightest', { keepdims: 0 }),
      makeNode('Mul', ['brightest', 'car'], 'scores'),
    ],
    initializers: [
      makeFloats('middle', [0.25, 0.25, 0.75, 0.75], [1, 1, 4]),
      makeFloats('car', [1 / 255, 0, 0, 0], [1, 1, 4]),
    ],
    inputs: [declareUint8('image', [1, 'H', 'W', 3])],
    outputs: [declareFloats('boxes', [1, 1, 4]), declareFloats('scores', [1, 1, 4])],
  };
  return encodeModel(graph, { producer: 'edgematte tests', opset: 15 });
}

/** One channel of a UINT8 [N,H,W,4], `image` when not named, as a map UINT8 [N,H,W] of that name. */
function channelModel(output: string, channel: number, input = 'image'): Uint8Array {
  const graph = {
    name: output,
    nodes: [
      makeNode('Gather', [input, 'channel'], 'chosen', { axis: 3 }),
      makeNode('Squeeze', ['chosen', 'last'], output),
    ],
    initializers: [makeIntegers('channel', [channel]), makeIntegers('last', [3])],
    inputs: [declareUint8(input, ['N', 'H', 'W', 4])],
    outputs: [declareUint8(output, ['N', 'H', 'W'])],
  };
  return encodeModel(graph, { producer: 'edgematte tests', opset: 15 });
}

/**
 * Parts of a car: of `image` UINT8 [N,H,W,5] red is the opacity; the car is unknown everywhere, which leaves the outline
 * as it is, and nothing is glass.
 */
function partsModel(): Uint8Array {
  const output = (name: string) => declareUint8(name, ['N', 'H', 'W']);
  const graph = {
    name: 'parts',
    nodes: [
      makeNode('Gather', ['image', 'red'], 'chosen', { axis: 3 }),
      makeNode('Squeeze', ['chosen', 'last'], 'opacity'),
      makeNode('Cast', ['opacity'], 'floats', { to: DataType.FLOAT }),
      makeNode('Mul', ['floats', 'nothing'], 'zeros'),
      makeNode('Add', ['zeros', 'half'], 'halves'),
      makeNode('Cast', ['zeros'], 'glass', { to: DataType.UINT8 }),
      makeNode('Cast', ['halves'], 'car', { to: DataType.UINT8 }),
    ],
    initializers: [
      makeIntegers('red', [0]),
      makeIntegers('last', [3]),
      makeFloats('nothing', [0]),
      makeFloats('half', [128]),
    ],
    inputs: [declareUint8('image', ['N', 'H', 'W', 5])],
    outputs: [output('opacity'), output('glass'), output('car')],
  };
  return encodeModel(graph, { producer: 'edgematte tests', opset: 15 });
}

/**
 * A pass chooser: of `image` UINT8 [N,H,W,5] blue is the share of `everything`; those of the low pass and of `nothing` are zero.
 */
function chooserModel(): Uint8Array {
  const output = (name: string) => declareUint8(name, ['N', 'H', 'W']);
  const graph = {
    name: 'chooser',
    nodes: [
      makeNode('Gather', ['image', 'blue'], 'chosen', { axis: 3 }),
      makeNode('Squeeze', ['chosen', 'last'], 'everything'),
      makeNode('Cast', ['everything'], 'floats', { to: DataType.FLOAT }),
      makeNode('Mul', ['floats', 'none'], 'zeros'),
      makeNode('Cast', ['zeros'], 'nothing', { to: DataType.UINT8 }),
      makeNode('Identity', ['nothing'], 'coarse'),
    ],
    initializers: [makeIntegers('blue', [2]), makeIntegers('last', [3]), makeFloats('none', [0])],
    inputs: [declareUint8('image', ['N', 'H', 'W', 5])],
    outputs: [output('coarse'), output('nothing'), output('everything')],
  };
  return encodeModel(graph, { producer: 'edgematte tests', opset: 15 });
}

/** A critic: of `image` UINT8 [N,H,W,4] the largest blue is the chance of a failure, and nothing is wrong anywhere. */
function criticModel(): Uint8Array {
  const graph = {
    name: 'critic',
    nodes: [
      makeNode('Gather', ['image', 'blue'], 'chosen', { axis: 3 }),
      makeNode('Cast', ['chosen'], 'floats', { to: DataType.FLOAT }),
      makeNode('ReduceMax', ['floats'], 'largest', { axes: [1, 2, 3], keepdims: 0 }),
      makeNode('Div', ['largest', 'white'], 'failed'),
      makeNode('Cast', ['nowhere'], 'wrong', { to: DataType.UINT8 }),
    ],
    initializers: [makeIntegers('blue', [2]), makeFloats('white', [255]), makeFloats('nowhere', [0, 0], [1, 2, 1, 1])],
    inputs: [declareUint8('image', ['N', 'H', 'W', 4])],
    outputs: [declareFloats('failed', ['N']), declareUint8('wrong', [1, 2, 1, 1])],
  };
  return encodeModel(graph, { producer: 'edgematte tests', opset: 15 });
}

/**
 * The green and the blue of `image` UINT8 [1,1024,1024,3], a pixel of every four each way, as UINT8 [1,2,256,256]: as `masks` a point
 * segmenter, whatever the points are.
 */
function colourPartsModel(output: 'masks' | 'encoding'): Uint8Array {
  const points = output === 'masks' ? [declareUint8('points', [1, 33, 5])] : [];
  const graph = {
    name: 'colour-parts',
    nodes: [
      makeNode('Slice', ['image', 'first', 'end', 'axes', 'steps'], 'sliced'),
      makeNode('Transpose', ['sliced'], output, { perm: [0, 3, 1, 2] }),
    ],
    initializers: [
      makeIntegers('first', [2, 2, 1]),
      makeIntegers('end', [1024, 1024, 3]),
      makeIntegers('axes', [1, 2, 3]),
      makeIntegers('steps', [4, 4, 1]),
    ],
    inputs: [declareUint8('image', [1, 1024, 1024, 3]), ...points],
    outputs: [declareUint8(output, [1, 2, 256, 256])],
  };
  return encodeModel(graph, { producer: 'edgematte tests', opset: 15 });
}

/** A point segmenter behind an encoder: `encoding` UINT8 [1,2,256,256] as `masks`, whatever the points are. */
function decodedPartsModel(): Uint8Array {
  const graph = {
    name: 'decoded-parts',
    nodes: [makeNode('Identity', ['encoding'], 'masks')],
    initializers: [],
    inputs: [declareUint8('encoding', [1, 2, 256, 256]), declareUint8('points', [1, 33, 5])],
    outputs: [declareUint8('masks', [1, 2, 256, 256])],
  };
  return encodeModel(graph, { producer: 'edgematte tests', opset: 15 });
}

/** The same angles for every `image` UINT8 [N,H,W,4]: 359.96 and 12.34 degrees. */
function constantViewModel(): Uint8Array {
  const graph = {
    name: 'constant-view',
    nodes: [
      makeNode('Cast', ['image'], 'floats', { to: DataType.FLOAT }),
      makeNode('ReduceMin', ['floats'], 'least', { keepdims: 0 }),
      makeNode('Mul', ['least', 'nothing'], 'zero'),
      makeNode('Add', ['zero', 'angles'], 'view'),
    ],
    initializers: [makeFloats('nothing', [0]), makeFloats('angles', [359.96, 12.34], [1, 2])],
    inputs: [declareUint8('image', ['N', 'H', 'W', 4])],
    outputs: [declareFloats('view', [1, 2])],
  };
  return encodeModel(graph, { producer: 'edgematte tests', opset: 15 });
}

export interface TestRepository {
  /** For MODELS_MANIFEST. */
  readonly manifestPath: string;
  /** For MODELS_DIR. */
  readonly modelsDirectory: string;
}

interface TestModel extends Pick<ModelDescription, 'purpose' | 'inputs' | 'outputs' | 'encoder'> {
  /** None of an encoder, which its network alone runs. */
  readonly role?: string;
  readonly bytes: Uint8Array;
  /** 4 when left out. */
  readonly maxBatch?: number;
}

/** Networks by name. */
const testModels = {
  luma: {
    role: 'matte',
    purpose: 'Brightness as a matte, for tests',
    bytes: lumaModel(),
    inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 256, 256, 3] }],
    outputs: [{ name: 'matte', datatype: 'UINT8', shape: [-1, 256, 256] }],
  },
  everything: {
    role: 'matte',
    purpose: 'Every pixel as subject, for tests of colours',
    bytes: everythingModel(),
    inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 64, 64, 3] }],
    outputs: [{ name: 'matte', datatype: 'UINT8', shape: [-1, 64, 64] }],
  },
  brightness: {
    role: 'image-type',
    purpose: 'Mean brightness as the probability of a photo, for tests',
    bytes: brightnessModel(),
    inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 32, 32, 3] }],
    outputs: [{ name: 'probabilities', datatype: 'FP32', shape: [-1, 2] }],
  },
  middle: {
    role: 'vehicle-detector',
    purpose: 'The middle of every picture that is not black as a car, for tests',
    bytes: middleModel(),
    inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 64, 64, 3] }],
    outputs: [
      { name: 'boxes', datatype: 'FP32', shape: [-1, 1, 4] },
      { name: 'scores', datatype: 'FP32', shape: [-1, 1, 4] },
    ],
  },
  'red-opacity': {
    role: 'car-parts',
    purpose: 'Red as the opacity of a car without neighbours, for tests',
    bytes: partsModel(),
    inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 64, 64, 5] }],
    outputs: [
      { name: 'opacity', datatype: 'UINT8', shape: [-1, 64, 64] },
      { name: 'glass', datatype: 'UINT8', shape: [-1, 64, 64] },
      { name: 'car', datatype: 'UINT8', shape: [-1, 64, 64] },
    ],
  },
  'green-shadow': {
    role: 'car-shadow',
    purpose: 'Green as the shadow, for tests',
    bytes: channelModel('shadow', 1),
    inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 64, 64, 4] }],
    outputs: [{ name: 'shadow', datatype: 'UINT8', shape: [-1, 64, 64] }],
  },
  'constant-view': {
    role: 'car-view',
    purpose: 'The same view of every car, for tests',
    bytes: constantViewModel(),
    inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 32, 32, 4] }],
    outputs: [{ name: 'view', datatype: 'FP32', shape: [-1, 2] }],
  },
  'blue-chooser': {
    role: 'pass-chooser',
    purpose: 'Blue as nothing but subject, for tests',
    bytes: chooserModel(),
    inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 64, 64, 5] }],
    outputs: [
      { name: 'coarse', datatype: 'UINT8', shape: [-1, 64, 64] },
      { name: 'nothing', datatype: 'UINT8', shape: [-1, 64, 64] },
      { name: 'everything', datatype: 'UINT8', shape: [-1, 64, 64] },
    ],
  },
  'blue-critic': {
    role: 'critic',
    purpose: 'The largest blue as the chance of a failure, for tests',
    bytes: criticModel(),
    inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 64, 64, 4] }],
    outputs: [
      { name: 'failed', datatype: 'FP32', shape: [-1] },
      { name: 'wrong', datatype: 'UINT8', shape: [1, 2, 1, 1] },
    ],
    maxBatch: 1,
  },
  'colour-parts': {
    role: 'point-segmenter',
    purpose: 'What is green and what is blue as parts, for tests',
    bytes: colourPartsModel('masks'),
    inputs: [
      { name: 'image', datatype: 'UINT8', shape: [1, 1024, 1024, 3] },
      { name: 'points', datatype: 'UINT8', shape: [1, 33, 5] },
    ],
    outputs: [{ name: 'masks', datatype: 'UINT8', shape: [1, 2, 256, 256] }],
    maxBatch: 1,
  },
  'parts-encoder': {
    purpose: 'What is green and what is blue, for tests',
    bytes: colourPartsModel('encoding'),
    inputs: [{ name: 'image', datatype: 'UINT8', shape: [1, 1024, 1024, 3] }],
    outputs: [{ name: 'encoding', datatype: 'UINT8', shape: [1, 2, 256, 256] }],
    maxBatch: 1,
  },
  'decoded-parts': {
    role: 'point-segmenter',
    purpose: 'What its encoder sees as parts, for tests',
    bytes: decodedPartsModel(),
    encoder: 'parts-encoder',
    inputs: [
      { name: 'image', datatype: 'UINT8', shape: [1, 1024, 1024, 3] },
      { name: 'points', datatype: 'UINT8', shape: [1, 33, 5] },
    ],
    outputs: [{ name: 'masks', datatype: 'UINT8', shape: [1, 2, 256, 256] }],
    maxBatch: 1,
  },
  'red-refiner': {
    role: 'matte-refiner',
    purpose: 'The red of the photo as the alpha of soft edges, for tests',
    bytes: channelModel('alpha', 0, 'tiles'),
    inputs: [{ name: 'tiles', datatype: 'UINT8', shape: [-1, 256, 256, 4] }],
    outputs: [{ name: 'alpha', datatype: 'UINT8', shape: [-1, 256, 256] }],
    maxBatch: 8,
  },
} satisfies Record<string, TestModel>;

export type TestModelName = keyof typeof testModels;

/** Of no role by itself, or a second one for its role. */
const further: readonly TestModelName[] = ['everything', 'parts-encoder', 'decoded-parts'];

/** One of each role. */
export const everyTestModel = (Object.keys(testModels) as TestModelName[]).filter((name) => !further.includes(name));

/**
 * Fills `directory` with a manifest of test networks and with their prepared files, so that the inference service starts
 * on it without fetching anything.
 * @param names networks to take: the matte alone when left out
 */
export async function writeTestRepository(
  directory: string,
  names: readonly TestModelName[] = ['luma'],
): Promise<TestRepository> {
  const modelsDirectory = path.join(directory, 'models');
  const manifestPath = path.join(directory, 'manifest.json');
  const manifest: Manifest = { roles: {}, models: {}, offers: {} };
  for (const name of names) {
    const { role, bytes, maxBatch = 4, ...described }: TestModel = testModels[name];
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const source = { kind: 'file' as const, path: `${name}.onnx`, sha256 };
    const model = { ...described, source, preparation: 'none' as const, maxBatch, licence: 'Apache-2.0' };
    // The first plays the role; another one is served by its own name.
    if (role) manifest.roles[Object.hasOwn(manifest.roles, role) ? name : role] = name;
    manifest.models[name] = model;
    for (const file of [path.join(directory, source.path), preparedPath(modelsDirectory, name)]) {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
    await writeRecord(recordPath(modelsDirectory, name), recordOf(model, { sha256, bytes: bytes.length }));
  }
  await writeFile(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
  return { manifestPath, modelsDirectory };
}
