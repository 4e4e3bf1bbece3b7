/**
 * A network small enough to need no download, for tests of everything around networks: `image` UINT8 [N,H,W,3] gives
 * `matte` UINT8 [N,H,W], the mean of red, green and blue rounded to the nearest integer. N, H and W are free.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Manifest, preparedPath } from '../../src/models/manifest.ts';
import { declareUint8, makeFloats, makeNode } from '../../src/models/onnx/build.ts';
import { DataType, encodeModel } from '../../src/models/onnx/proto.ts';
import { recordOf, recordPath, writeRecord } from '../../src/models/record.ts';

/** The network as an ONNX file, about 300 bytes. */
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

/** Writes {@link lumaModel} to `file`; its folder is made. */
export async function writeLumaModel(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, lumaModel());
}

export interface TestRepository {
  /** For MODELS_MANIFEST. */
  readonly manifestPath: string;
  /** For MODELS_DIR. */
  readonly modelsDirectory: string;
}

/**
 * Fills `directory` with a manifest whose role `matte` is played by `luma`, and with the prepared model, so that the
 * inference service starts on it without fetching anything. The declared picture is 256×256.
 */
export async function writeTestRepository(directory: string): Promise<TestRepository> {
  const modelsDirectory = path.join(directory, 'models');
  const manifestPath = path.join(directory, 'manifest.json');
  const bytes = lumaModel();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const manifest: Manifest = {
    roles: { matte: 'luma' },
    models: {
      luma: {
        purpose: 'Brightness as a matte, for tests',
        source: { kind: 'file', path: 'luma.onnx', sha256 },
        preparation: 'none',
        inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 256, 256, 3] }],
        outputs: [{ name: 'matte', datatype: 'UINT8', shape: [-1, 256, 256] }],
        maxBatch: 4,
        licence: 'Apache-2.0',
      },
    },
  };
  await writeLumaModel(path.join(directory, 'luma.onnx'));
  await writeLumaModel(preparedPath(modelsDirectory, 'luma'));
  await writeRecord(
    recordPath(modelsDirectory, 'luma'),
    recordOf(manifest.models.luma, { sha256, bytes: bytes.length }),
  );
  await writeFile(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
  return { manifestPath, modelsDirectory };
}
