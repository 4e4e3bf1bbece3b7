import { expect, test } from 'vitest';
import { readWeights, weightsParameter } from './weights-parameter.ts';

const weights = '0d35b39c6d4b3d2c41d04522fb6658acd67e7df77d913d25f6e8a2b6ea8da2e9';

test('weights are read as they were written, and as Triton wraps them', () => {
  expect(readWeights(weightsParameter(weights))).toBe(weights);
  expect(readWeights({ weights_sha256: { string_value: weights } })).toBe(weights);
});

test.each([undefined, '', 12, weights.slice(1), `${weights}0`, weights.toUpperCase(), { string_value: 'x' }])(
  'what is no SHA-256 says nothing: %j',
  (value) => {
    expect(readWeights({ weights_sha256: value })).toBeUndefined();
  },
);
