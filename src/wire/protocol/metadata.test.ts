import { describe, expect, it } from 'vitest';
import { decodeModelMetadata } from './metadata.ts';

const input = { name: 'image', datatype: 'UINT8', shape: [-1, 8, 8, 3] };
const output = { name: 'matte', datatype: 'UINT8', shape: [-1, 8, 8] };
const metadata = { name: 'luma', versions: ['1'], platform: 'onnxruntime_onnx', inputs: [input], outputs: [output] };
const decode = (changes: object) => () => decodeModelMetadata(JSON.stringify({ ...metadata, ...changes }));

describe('model metadata', () => {
  it('is read', () => {
    expect(decodeModelMetadata(JSON.stringify(metadata))).toEqual(metadata);
  });

  it('needs no versions and no platform', () => {
    expect(decode({ versions: undefined, platform: undefined })()).toMatchObject({ versions: [], platform: '' });
  });

  it.each([
    ['a missing name', { name: undefined }],
    ['no inputs', { inputs: [] }],
    ['outputs that are no list', { outputs: {} }],
    ['an unknown datatype', { inputs: [{ ...input, datatype: 'TYPE_UINT8' }] }],
    ['a missing shape', { inputs: [{ ...input, shape: undefined }] }],
    ['a shape of texts', { inputs: [{ ...input, shape: ['1'] }] }],
    ['a dimension below -1', { inputs: [{ ...input, shape: [-2] }] }],
  ])('is refused with %s', (_, changes) => {
    expect(decode(changes)).toThrow('The model metadata');
  });

  it.each(['', '[]', 'null', '<html>'])('is refused as %j', (text) => {
    expect(() => decodeModelMetadata(text)).toThrow('The model metadata is not');
  });
});
