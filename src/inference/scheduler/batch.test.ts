import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import type { ServedModel } from '../catalogue.ts';
import { batchKey, joinSamples, samplesOf, splitSamples } from './batch.ts';

const model: ServedModel = {
  name: 'luma',
  file: '',
  precision: 'fp32',
  weights: '',
  inputs: [],
  outputs: [],
  maxBatch: 8,
};

/** So many samples of `bytes` each. */
function tensor(samples: number, bytes: number, name = 'image'): WireTensor {
  const data = Uint8Array.from({ length: samples * bytes }, () => Math.floor(Math.random() * 256));
  return { name, datatype: 'UINT8', shape: [samples, bytes], data };
}

const asked = (inputs: readonly WireTensor[], outputs: readonly string[] = ['matte'], of = model) => ({
  model: of,
  inputs,
  outputs,
});

describe('requests may be run as one', () => {
  it('whatever their number of samples', () => {
    expect(batchKey(asked([tensor(1, 4)]))).toBe(batchKey(asked([tensor(3, 4)])));
  });

  it.each([
    ['size', asked([tensor(1, 5)])],
    ['model', asked([tensor(1, 4)], ['matte'], { ...model, name: 'other' })],
    ['outputs', asked([tensor(1, 4)], ['car'])],
    ['inputs', asked([tensor(1, 4, 'tiles')])],
  ])('but not of another %s', (_what, other) => {
    expect(batchKey(other)).not.toBe(batchKey(asked([tensor(1, 4)])));
  });
});

describe('a batch', () => {
  it('of one is what was asked and what was given', () => {
    const inputs = [tensor(2, 3)];
    expect(joinSamples([inputs])).toBe(inputs);
    expect(splitSamples(inputs, [2])).toEqual([inputs]);
  });

  it('gives every request its own samples, whatever order its inputs have', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 6 }), (samples, bytes) => {
        const requests = samples.map((count, index) => {
          const inputs = [tensor(count, bytes), tensor(count, 2, 'mask')];
          return { inputs: index % 2 === 0 ? inputs : inputs.toReversed() };
        });
        expect(requests.map(samplesOf)).toEqual(samples);
        // As a network would that gives back what it takes.
        const shares = splitSamples(joinSamples(requests.map(({ inputs }) => inputs)), samples);
        for (const [index, share] of shares.entries()) {
          for (const output of share) expect(requests[index].inputs).toContainEqual(output);
        }
      }),
    );
  });

  it('of a network that gives another number of samples fails', () => {
    expect(() => splitSamples([tensor(1, 4, 'matte')], [1, 1])).toThrow(
      'its output matte has 1 samples of 2 that went in',
    );
  });
});
