/**
 * Sums of 8-bit products where there is no VNNI. AVX2 (VPMADDUBSW) multiplies pairs of unsigned bytes and signed weights, and adds the
 * two products in 16 bits: what is beyond them is cut, and the answer is wrong without an error. Of every prepared file of 7-bit weights
 * it is shown that no pair of values can make such a sum. Fetches what is not there, as the other tests of real weights do.
 */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { derivedPath } from '../derive.ts';
import { ensureModels } from '../ensure.ts';
import { type ModelDescription, readManifest } from '../manifest.ts';
import { DataType, decodeModel, type Graph, type GraphTensor, graphOf } from '../onnx/proto.ts';
import { ifPassed } from '../precision.ts';
import { modelSettings } from '../settings.ts';

const { manifestPath } = modelSettings({});
const { modelsDirectory } = modelSettings(process.env);
const most16 = 2 ** 15 - 1;
const { models } = await readManifest(manifestPath);
const names = Object.keys(models).filter((name) => models[name].precisions?.int7);

beforeAll(async () => {
  const precision = (model: ModelDescription) => ifPassed(model, 'int8');
  const also = (model: ModelDescription) => [ifPassed(model, 'int7')];
  await ensureModels({ manifestPath, modelsDirectory, names, precision, also });
});

/** Weights of integer products: int8 tensors that convolutions, behind a DequantizeLinear, or MatMulInteger read. */
function integerWeights({ nodes, initializers }: Graph): GraphTensor[] {
  const made = new Map(nodes.flatMap((node) => node.output.map((value) => [value, node] as const)));
  const tensors = new Map(initializers.map((tensor) => [tensor.name, tensor]));
  const read = nodes.flatMap(({ opType, input: [, weight] }) => {
    if (opType === 'MatMulInteger') return [weight];
    const source = opType === 'Conv' ? made.get(weight) : undefined;
    return source?.opType === 'DequantizeLinear' ? [source.input[0]] : [];
  });
  return read.flatMap((name) => tensors.get(name) ?? []);
}

/** The greatest sum of two products that weights can make, of whatever two of them, with bytes of 255. */
function greatestSum(weights: readonly GraphTensor[]): number {
  let greatest = 0;
  for (const { rawData } of weights)
    for (const byte of rawData) greatest = Math.max(greatest, Math.abs((byte << 24) >> 24));
  return 2 * 255 * greatest;
}

async function graphIn(name: string, precision: 'int8' | 'int7'): Promise<Graph> {
  return graphOf(decodeModel(await readFile(derivedPath(modelsDirectory, name, precision))));
}

describe.each(names)('%s with weights in 7 bits', (name) => {
  it('adds up no two products beyond 16 bits, where with 8 bits it could', async () => {
    const [seven, eight] = [integerWeights(await graphIn(name, 'int7')), integerWeights(await graphIn(name, 'int8'))];
    expect(seven.length).toBeGreaterThan(10);
    expect(seven.every(({ dataType }) => dataType === DataType.INT8)).toBe(true);
    expect(seven.map((tensor) => tensor.name)).toEqual(eight.map((tensor) => tensor.name));
    expect(greatestSum(seven)).toBeLessThanOrEqual(most16);
    expect(greatestSum(eight)).toBeGreaterThan(most16);
  });

  it('has its values in unsigned bytes', async () => {
    const { nodes, initializers } = await graphIn(name, 'int7');
    const types = new Map(initializers.map((tensor) => [tensor.name, tensor.dataType]));
    const zeros = nodes.flatMap(({ opType, input }) => (opType === 'QuantizeLinear' ? [types.get(input[2])] : []));
    expect(new Set(zeros)).toEqual(zeros.length > 0 ? new Set([DataType.UINT8]) : new Set());
  });
});

it('there are such networks', () => {
  expect(names).toContain('isnet-general');
});
