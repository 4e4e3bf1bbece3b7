import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declareFloats, makeFloats, makeNode } from './onnx/build.ts';
import { DataType, encodeModel, type GraphTensor, onnx } from './onnx/proto.ts';
import { prepareModel } from './prepare.ts';

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** y = x + weight */
function sum(weight: GraphTensor): Uint8Array {
  const graph = {
    name: 'sum',
    nodes: [makeNode('Add', ['x', 'weight'], 'y')],
    initializers: [weight],
    inputs: [declareFloats('x', [2])],
    outputs: [declareFloats('y', [2])],
  };
  return encodeModel(graph, { producer: 'tests', opset: 17 });
}

const theirs = sum(makeFloats('weight', [1, 2], [2]));
const ours = sum(onnx.TensorProto.create({ name: 'weight', dataType: DataType.FLOAT, dims: [2] }));

describe('our own graph to be filled', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'prepare-'));
    await writeFile(path.join(folder, 'ours.onnx'), ours);
    await writeFile(path.join(folder, 'published'), theirs);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const prepare = (sha256: string) => {
    const published = { file: path.join(folder, 'published'), bytes: theirs.length, sha256: sha256Of(theirs) };
    const preparation = { kind: 'filled', graph: 'ours.onnx', sha256 } as const;
    return prepareModel(preparation, published, path.join(folder, 'prepared'), folder);
  };

  it('is found beside the manifest, and written with its hash', async () => {
    const { file, bytes, sha256 } = await prepare(sha256Of(ours));
    const written = await readFile(file);
    expect([written.length, sha256Of(written)]).toEqual([bytes, sha256]);
    expect(written.length).toBeGreaterThan(ours.length);
  });

  it('is refused where it is another one', async () => {
    await expect(prepare(sha256Of(theirs))).rejects.toThrow('ours.onnx has another SHA-256 than the manifest says');
  });
});
