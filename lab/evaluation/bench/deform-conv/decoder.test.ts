import { expect, it } from 'vitest';
import { countLattices, replaceLattices } from '../../../../src/inference/models/onnx/deform-conv.ts';
import { decodeModel, graphOf } from '../../../../src/inference/models/onnx/proto.ts';
import { deformableConvolutions, spelledOutDecoder } from './decoder.ts';

it('every deformable convolution of the five blocks is spelled out, and found', () => {
  const model = decodeModel(spelledOutDecoder({ sidePx: 32, channels: 2, outputs: 3 }));
  expect(countLattices(graphOf(model))).toBe(deformableConvolutions);
  expect(replaceLattices(model, graphOf(model)).replaced).toBe(deformableConvolutions);
});
