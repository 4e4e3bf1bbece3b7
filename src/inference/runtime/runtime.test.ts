/** All runtimes on the same tiny network: one contract, one answer. OpenVINO where it is installed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lumaModel } from '../../../testing/models/tiny.ts';
import { decide } from '../../../testing/needs.ts';
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import { hasDeformConv } from '../models/deform-conv-probe.ts';
import type { RunOnce } from '../models/trial.ts';
import { chooseRuntime } from './choose.ts';
import { openRuntime } from './open.ts';
import { findOpenVino } from './openvino-library.ts';
import type { RuntimeChoice, Session } from './session.ts';

let directory: string;
let file: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'edgematte-runtime-'));
  file = path.join(directory, 'luma.onnx');
  await writeFile(file, lumaModel());
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const library = findOpenVino(process.env.OPENVINO_DIR);
const names: RuntimeChoice['name'][] = library ? ['native', 'wasm', 'openvino'] : ['native', 'wasm'];
const choice = (name: RuntimeChoice['name'], providers = ['cpu']) => ({ name, library, threads: 1, providers });
const open = async (name: RuntimeChoice['name'], providers = ['cpu']) =>
  (await openRuntime(choice(name, providers), () => {})).open(file, 'fp32');

function noise(shape: readonly number[]): WireTensor {
  const bytes = shape.reduce((product, size) => product * size, 1);
  const data = Uint8Array.from({ length: bytes }, (_, index) => (index * 7919 + (index >> 5)) % 256);
  return { name: 'image', datatype: 'UINT8', shape, data };
}

/** What the network computes, by hand. */
function meanOfRgb({ data }: WireTensor): number[] {
  return Array.from({ length: data.length / 3 }, (_, pixel) => {
    const [red, green, blue] = data.subarray(pixel * 3, pixel * 3 + 3);
    return Math.floor((red + green + blue) / 3 + 0.5);
  });
}

describe.each(names)('the %s runtime', (name) => {
  let session: Session;
  beforeAll(async () => {
    session = await open(name);
  });

  it('knows the names of the network', () => {
    expect([session.inputNames, session.outputNames]).toEqual([['image'], ['matte']]);
  });

  it.each([[[1, 256, 256, 3]], [[3, 4, 5, 3]]])('computes the mean of RGB for %j', async (shape) => {
    const image = noise(shape);
    const [matte] = await session.run([image], ['matte']);
    expect(matte).toMatchObject({ name: 'matte', datatype: 'UINT8', shape: shape.slice(0, 3) });
    expect([...matte.data]).toEqual(meanOfRgb(image));
  });

  it('reads a view in the middle of a buffer, as it comes out of a message', async () => {
    const image = noise([1, 2, 2, 3]);
    const body = Uint8Array.of(9, 9, 9, 9, 9, ...image.data, 9);
    const [matte] = await session.run([{ ...image, data: body.subarray(5, 17) }], ['matte']);
    expect([...matte.data]).toEqual(meanOfRgb(image));
  });

  it('refuses what does not fit and goes on', async () => {
    await expect(session.run([{ ...noise([1, 2, 2, 4]) }], ['matte'])).rejects.toThrow();
    await expect(session.run([], ['matte'])).rejects.toThrow('image');
    await expect(session.run([noise([1, 2, 2, 3])], ['alpha'])).rejects.toThrow('alpha');
    const float = {
      name: 'image',
      datatype: 'FP32',
      shape: [1, 1, 1, 3],
      data: new Uint8Array(13).subarray(1),
    } as const;
    await expect(session.run([float], ['matte'])).rejects.toThrow();
    expect((await session.run([noise([1, 2, 2, 3])], ['matte']))[0].data.length).toBe(4);
  });

  it('refuses a file that is no network', async () => {
    const other = path.join(directory, 'other.onnx');
    await writeFile(other, 'not an ONNX file');
    const runtime = await openRuntime(choice(name), () => {});
    await expect(runtime.open(other, 'fp32')).rejects.toThrow();
    await expect(runtime.open(path.join(directory, 'none.onnx'), 'fp32')).rejects.toThrow();
  });
});

it.each(names)('native and %s give the same output', async (name) => {
  const image = noise([2, 64, 64, 3]);
  const [native, other] = await Promise.all([open('native'), open(name)]);
  expect(await other.run([image], ['matte'])).toEqual(await native.run([image], ['matte']));
});

// OpenVINO 2026.4 has no conversion of the operator: there the export of BiRefNet stays as published (models/deform-conv-probe.ts).
it.each(names)('%s is known to have DeformConv or not', async (name) => {
  const runOnce: RunOnce = async (path, input, output) => {
    const runtime = await openRuntime(choice(name), () => {});
    const [answer] = await (await runtime.open(path, 'fp32')).run([{ ...input, datatype: 'UINT8' }], [output]);
    return { answer, runMs: 0, cpuMs: 0, peakBytes: 0 };
  };
  expect(await hasDeformConv(runOnce, directory)).toBe(name !== 'openvino');
});

// Optional for operators: pip install openvino, or OPENVINO_DIR.
it('OpenVINO is found, or its tests are skipped', ({ skip }) => {
  const noOpenVino = decide('openvino', library ? null : 'OpenVINO is not installed, and OPENVINO_DIR names none');
  skip(noOpenVino !== null, noOpenVino ?? undefined);
  expect(
    chooseRuntime({ runtime: 'auto', openVino: process.env.OPENVINO_DIR, threads: 1, providers: ['cpu'] }),
  ).toEqual(choice('openvino'));
});

describe('a provider that is not there', () => {
  // A machine that has it would open the network: this one is on no machine.
  const providers = ['nonesuch', 'cpu'];

  it('is an error', async () => {
    await expect(open('native', providers)).rejects.toThrow(
      /^INFERENCE_PROVIDERS=nonesuch,cpu cannot be used: .*\. INFERENCE_PROVIDER_FALLBACK=cpu would take the processor$/,
    );
  });

  it('is replaced by the processor where that was asked for, and said so', async () => {
    const warn = vi.fn();
    const runtime = await openRuntime({ ...choice('native', providers), providerFallback: 'cpu' }, warn);
    const session = await runtime.open(file, 'fp32');
    expect((await session.run([noise([1, 2, 2, 3])], ['matte']))[0].data.length).toBe(4);
    expect(session.isFallback).toBe(true);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('nonesuch,cpu cannot be used, falling back to cpu'),
    );
  });
});
