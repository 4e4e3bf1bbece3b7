import { describe, expect, it } from 'vitest';
import { type Machine, precisionOf } from './precision.ts';

const integers = { calibration: 'table.json', sha256: '0' };
const all = { precisions: { bf16: {}, int8: integers, int7: integers, fp16: { sha256: '0' } } };
const machine = (change: Partial<Machine> = {}): Machine => ({
  runtime: 'native',
  gpu: false,
  processor: new Set(['bf16', 'int8', 'int7'] as const),
  ...change,
});

describe('auto', () => {
  it.each([
    ['OpenVINO with bfloat16', machine({ runtime: 'openvino' }), 'bf16'],
    ['OpenVINO with VNNI alone', machine({ runtime: 'openvino', processor: new Set(['int8'] as const) }), 'int8'],
    ['onnxruntime, which computes no bfloat16', machine(), 'int8'],
    ['a processor with AVX2 alone', machine({ processor: new Set(['int7'] as const) }), 'int7'],
    ['OpenVINO with AVX2 alone', machine({ runtime: 'openvino', processor: new Set(['int7'] as const) }), 'fp32'],
    ['a processor without any', machine({ processor: new Set() }), 'fp32'],
    ['WebAssembly', machine({ runtime: 'wasm' }), 'fp32'],
    ['a GPU', machine({ gpu: true }), 'fp16'],
  ] as const)('on %s', (_, here, expected) => {
    expect(precisionOf(all, 'auto', here)).toBe(expected);
  });

  it('goes on to the next where the network did not pass', () => {
    const { int8 } = all.precisions;
    expect(precisionOf({ precisions: { int8 } }, 'auto', machine({ runtime: 'openvino' }))).toBe('int8');
    expect(precisionOf({}, 'auto', machine())).toBe('fp32');
  });
});

it.each(['bf16', 'int8', 'int7', 'fp16', 'fp32'] as const)('%s is for networks that passed in it', (wanted) => {
  expect(precisionOf(all, wanted, machine({ processor: new Set() }))).toBe(wanted);
  expect(precisionOf({}, wanted, machine())).toBe('fp32');
});
