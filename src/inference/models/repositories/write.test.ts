import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../../../test/models/directory.ts';
import { lumaModel, type TestRepository, writeTestRepository } from '../../../../testing/models/tiny.ts';
import { readManifest } from '../manifest.ts';
import { writeRepository } from './write.ts';

const directory = useTemporaryDirectory();
let repository: TestRepository;

beforeEach(async () => {
  repository = await writeTestRepository(directory());
  const manifest = await readManifest(repository.manifestPath);
  manifest.models.luma.passes = {
    medium: { sidePx: 192, whenUnknown: 0.2, cost: 'half a run' },
    low: { sidePx: 192, chooser: { model: 'matte', whenUnknown: 0.1 }, cost: 'half a run' },
    closeUp: { whenSmaller: 0.6, whenUnknown: 0.1, cost: 'a run' },
  };
  await writeFile(repository.manifestPath, JSON.stringify(manifest));
});

const write = async (kind: 'triton' | 'openvino', precision: 'fp32' | 'bf16' = 'fp32') => {
  const target = path.join(directory(), kind);
  const written = await writeRepository({ ...repository, kind, directory: target, precision: () => precision });
  const read = (...parts: string[]) => readFile(path.join(target, ...parts), 'utf8');
  return { target, read, names: written.map(({ network }) => network.name) };
};

it('leaves networks out that run behind an encoder', async () => {
  const manifest = await readManifest(repository.manifestPath);
  const plain = { ...manifest.models.luma, passes: undefined };
  Object.assign(manifest.models, { points: { ...plain, encoder: 'eyes' }, eyes: plain });
  manifest.roles.points = 'points';
  await writeFile(repository.manifestPath, JSON.stringify(manifest));
  expect((await write('triton')).names).toEqual(['luma', 'luma-192']);
});

describe('a repository for Triton', () => {
  it('describes a number to a picture as Triton can', async () => {
    repository = await writeTestRepository(directory(), ['luma', 'blue-critic']);
    const { read } = await write('triton');
    expect(await read('blue-critic', 'config.pbtxt')).toContain(
      '{ name: "failed" data_type: TYPE_FP32 dims: [1] reshape: { shape: [] } }',
    );
  });

  it('has each size in a folder of its own, and in the configuration the passes, for one release by their former names too', async () => {
    const { read, names } = await write('triton');
    expect(names).toEqual(['luma', 'luma-192']);
    const { source } = (await readManifest(repository.manifestPath)).models.luma;
    expect(await read('luma', 'config.pbtxt')).toBe(
      [
        'name: "luma"',
        'platform: "onnxruntime_onnx"',
        'max_batch_size: 4',
        'input [{ name: "image" data_type: TYPE_UINT8 dims: [256, 256, 3] }]',
        'output [{ name: "matte" data_type: TYPE_UINT8 dims: [256, 256] }]',
        'dynamic_batching { max_queue_delay_microseconds: 5000 }',
        `parameters { key: "weights_sha256" value { string_value: "${source.sha256}" } }`,
        'parameters { key: "medium_pass" value { string_value: "luma-192" } }',
        'parameters { key: "medium_pass_when_unknown" value { string_value: "0.2" } }',
        'parameters { key: "low_pass" value { string_value: "luma-192" } }',
        'parameters { key: "low_pass_chooser" value { string_value: "matte" } }',
        'parameters { key: "low_pass_chooser_when_unknown" value { string_value: "0.1" } }',
        'parameters { key: "close_up_pass_when_smaller" value { string_value: "0.6" } }',
        'parameters { key: "close_up_pass_when_unknown" value { string_value: "0.1" } }',
        'parameters { key: "second_look" value { string_value: "luma-192" } }',
        'parameters { key: "second_look_when_uncertain" value { string_value: "0.2" } }',
        'parameters { key: "coarse_look" value { string_value: "luma-192" } }',
        'parameters { key: "coarse_look_chooser" value { string_value: "matte" } }',
        'parameters { key: "coarse_look_when_uncertain" value { string_value: "0.1" } }',
        'parameters { key: "close_look_when_smaller" value { string_value: "0.6" } }',
        'parameters { key: "close_look_when_uncertain" value { string_value: "0.1" } }',
        '',
      ].join('\n'),
    );
    expect(await read('luma-192', 'config.pbtxt')).toContain('dims: [192, 192, 3]');
  });

  it('holds the files that this service serves, once on a disk, and is written again over itself', async () => {
    await write('triton');
    const { target } = await write('triton');
    const files = ['luma', 'luma-192'].map((name) => path.join(target, name, '1', 'model.onnx'));
    expect((await readFile(files[0])).equals(Buffer.from(lumaModel()))).toBe(true);
    const [first, second] = await Promise.all(files.map((file) => stat(file)));
    expect(second.ino).toBe(first.ino);
  });
});

it('a repository for OpenVINO Model Server names each size, its shape and its precision', async () => {
  const { read } = await write('openvino', 'bf16');
  const { model_config_list: list } = JSON.parse(await read('config.json'));
  expect(list).toEqual(
    [
      ['luma', '(1,256,256,3)'],
      ['luma-192', '(1,192,192,3)'],
    ].map(([name, shape]) => ({
      config: {
        name,
        base_path: `/models/${name}`,
        shape: { image: shape },
        plugin_config: { INFERENCE_PRECISION_HINT: 'bf16', NUM_STREAMS: '1' },
      },
    })),
  );
});
