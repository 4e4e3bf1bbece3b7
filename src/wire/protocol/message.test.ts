import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageFault } from './fault.ts';
import { messageHeaders } from './frame.ts';
import {
  decodeInferRequest,
  decodeInferResponse,
  encodeInferRequest,
  encodeInferResponse,
  type InferRequest,
} from './message.ts';
import type { WireTensor } from './tensor.ts';

const pixels: WireTensor = {
  name: 'image',
  datatype: 'UINT8',
  shape: [1, 2, 2, 3],
  data: Uint8Array.from({ length: 12 }, (_, i) => i),
};
const request: InferRequest = { id: 'r1', inputs: [pixels], binaryOutput: true };

/** A request body with any JSON header and any bytes behind it. */
function bodyOf(header: unknown, tensors: Uint8Array = new Uint8Array(0)): { body: Uint8Array; length: string } {
  const json = new TextEncoder().encode(JSON.stringify(header));
  return { body: Uint8Array.of(...json, ...tensors), length: String(json.byteLength) };
}

function decode(header: unknown, tensors?: Uint8Array): InferRequest {
  const { body, length } = bodyOf(header, tensors);
  return decodeInferRequest(body, length);
}

const binaryInput = (changes: object = {}) => ({
  name: 'image',
  datatype: 'UINT8',
  shape: [1, 2],
  parameters: { binary_data_size: 2 },
  ...changes,
});

describe('an infer request', () => {
  it('is JSON, then raw tensors, split by Inference-Header-Content-Length', () => {
    const message = encodeInferRequest(request);
    const headers = messageHeaders(message);
    expect(headers['Content-Type']).toBe('application/octet-stream');
    const length = Number(headers['Inference-Header-Content-Length']);
    expect(JSON.parse(new TextDecoder().decode(message.body.subarray(0, length)))).toEqual({
      id: 'r1',
      parameters: { binary_data_output: true },
      inputs: [{ name: 'image', datatype: 'UINT8', shape: [1, 2, 2, 3], parameters: { binary_data_size: 12 } }],
    });
    expect(message.body.subarray(length)).toEqual(pixels.data);
  });

  it('counts the header in bytes of UTF-8', () => {
    const message = encodeInferRequest({ ...request, id: 'Straße 東京' });
    expect(decodeInferRequest(message.body, String(message.headerBytes)).id).toBe('Straße 東京');
  });

  it('comes back as it went in', () => {
    const tensor = fc
      .record({ name: fc.string({ minLength: 1, maxLength: 20 }), shape: fc.array(fc.nat(4), { maxLength: 4 }) })
      .map(({ name, shape }): WireTensor => {
        const data = new Uint8Array(shape.reduce((product, size) => product * size, 4)).map((_, i) => i);
        return { name, datatype: 'FP32', shape, data };
      });
    const requests = fc.record({
      id: fc.option(fc.string({ maxLength: 30 }), { nil: undefined }),
      inputs: fc.array(tensor, { minLength: 1, maxLength: 4 }),
      outputs: fc.option(
        fc.array(fc.record({ name: fc.string({ minLength: 1 }), binary: fc.boolean() }), {
          minLength: 1,
          maxLength: 4,
        }),
        { nil: undefined },
      ),
      binaryOutput: fc.boolean(),
    });
    fc.assert(
      fc.property(requests, (sent) => {
        const { body, headerBytes } = encodeInferRequest(sent);
        expect(decodeInferRequest(body, String(headerBytes))).toEqual(sent);
      }),
    );
  });

  it('does not copy tensors when read', () => {
    const message = encodeInferRequest(request);
    const [read] = decodeInferRequest(message.body, String(message.headerBytes)).inputs;
    expect(read.data.buffer).toBe(message.body.buffer);
  });

  it('may carry plain JSON data and no header length', () => {
    const { body } = bodyOf({
      inputs: [
        {
          name: 'image',
          datatype: 'UINT8',
          shape: [2, 2],
          data: [
            [1, 2],
            [3, 4],
          ],
        },
      ],
    });
    expect(decodeInferRequest(body, null)).toEqual({
      id: undefined,
      inputs: [{ name: 'image', datatype: 'UINT8', shape: [2, 2], data: Uint8Array.of(1, 2, 3, 4) }],
      outputs: undefined,
      binaryOutput: false,
    });
  });

  it('may mix binary and JSON inputs', () => {
    const json = { name: 'size', datatype: 'INT32', shape: [1], data: [7] };
    const { inputs } = decode({ inputs: [json, binaryInput()] }, Uint8Array.of(5, 6));
    expect(inputs.map(({ name, data }) => [name, [...data]])).toEqual([
      ['size', [7, 0, 0, 0]],
      ['image', [5, 6]],
    ]);
  });

  it('lets binary_data_output decide for outputs that say nothing themselves', () => {
    const outputs = [{ name: 'a' }, { name: 'b', parameters: { binary_data: false } }];
    const read = decode(
      { parameters: { binary_data_output: true }, inputs: [binaryInput()], outputs },
      new Uint8Array(2),
    );
    expect(read.outputs).toEqual([
      { name: 'a', binary: true },
      { name: 'b', binary: false },
    ]);
  });

  it.each<[string, unknown, number, RegExp]>([
    ['no object', [], 0, /not a JSON object/],
    ['no inputs', {}, 0, /Expected 1 to 64 tensors in inputs/],
    ['an empty list', { inputs: [] }, 0, /Expected 1 to 64 tensors/],
    ['too many inputs', { inputs: Array.from({ length: 65 }, () => binaryInput()) }, 0, /Expected 1 to 64 tensors/],
    ['an input that is no object', { inputs: [1] }, 0, /Expected an object as each of the inputs/],
    ['an input without a name', { inputs: [binaryInput({ name: undefined })] }, 2, /Expected a name/],
    ['an unknown datatype', { inputs: [binaryInput({ datatype: 'uint8' })] }, 2, /unknown datatype/],
    ['an inherited word as datatype', { inputs: [binaryInput({ datatype: 'constructor' })] }, 2, /unknown datatype/],
    ['a shape that is no list', { inputs: [binaryInput({ shape: 2 })] }, 2, /Expected a shape/],
    ['too many dimensions', { inputs: [binaryInput({ shape: Array(9).fill(1) })] }, 2, /at most 8 dimensions/],
    ['a negative dimension', { inputs: [binaryInput({ shape: [-1, 2] })] }, 2, /whole numbers from 0 up/],
    ['a fractional dimension', { inputs: [binaryInput({ shape: [1.5] })] }, 2, /whole numbers from 0 up/],
    ['a shape beyond exact integers', { inputs: [binaryInput({ shape: [2 ** 40, 2 ** 40] })] }, 2, /too large/],
    ['another size than the shape says', { inputs: [binaryInput({ shape: [1, 3] })] }, 2, /which is 3/],
    ['a size that is no number', { inputs: [binaryInput({ parameters: { binary_data_size: '2' } })] }, 2, /which is 2/],
    ['data and binary data at once', { inputs: [binaryInput({ data: [1, 2] })] }, 2, /both data and binary_data_size/],
    ['parameters that are no object', { inputs: [binaryInput({ parameters: 1 })] }, 2, /parameters of image/],
    ['neither data nor binary data', { inputs: [binaryInput({ parameters: {} })] }, 0, /Expected an array as data/],
    ['fewer bytes than its tensors take', { inputs: [binaryInput()] }, 1, /ends before tensor image does/],
    ['more bytes than its tensors take', { inputs: [binaryInput()] }, 5, /3 bytes that belong to no tensor/],
    ['an id that is no text', { id: 1, inputs: [binaryInput()] }, 2, /as id/],
    ['parameters that are a list', { parameters: [], inputs: [binaryInput()] }, 2, /object as parameters/],
    ['outputs that are no list', { inputs: [binaryInput()], outputs: {} }, 2, /at most 64 outputs/],
    [
      'a binary_data that is no truth value',
      { inputs: [binaryInput()], outputs: [{ name: 'a', parameters: { binary_data: 1 } }] },
      2,
      /Expected true or false as binary_data of a/,
    ],
  ])('is refused with %s', (_, header, bytes, message) => {
    const read = () => decode(header, new Uint8Array(bytes));
    expect(read).toThrow(MessageFault);
    expect(read).toThrow(message);
  });

  it.each([
    ['longer than the body', '99999', /says 99999 but the body has only/],
    ['no number', 'abc', /Expected a positive whole number/],
    ['zero, which only one server knows', '0', /Expected a positive whole number/],
    ['negative', '-1', /Expected a positive whole number/],
    ['with a fraction', '1.5', /Expected a positive whole number/],
    ['inside the JSON', '10', /not JSON/],
  ])('is refused with a header length that is %s', (_, length, message) => {
    expect(() => decodeInferRequest(encodeInferRequest(request).body, length)).toThrow(message);
  });

  it('is refused where its JSON is not UTF-8', () => {
    expect(() => decodeInferRequest(Uint8Array.of(0x7b, 0xff, 0x7d), null)).toThrow('not JSON');
  });

  it('never fails otherwise than by MessageFault, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.option(fc.nat(70).map(String)), (body, length) => {
        try {
          decodeInferRequest(body, length);
        } catch (fault) {
          expect(fault).toBeInstanceOf(MessageFault);
        }
      }),
    );
  });

  it('never fails otherwise than by MessageFault, whatever the JSON', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const header = fc.record({
      id: value,
      inputs: fc.array(fc.oneof(value, fc.record({ name: value, shape: value, datatype: value, data: value }))),
      outputs: value,
    });
    fc.assert(
      fc.property(header, (json) => {
        try {
          decode(json);
        } catch (fault) {
          expect(fault).toBeInstanceOf(MessageFault);
        }
      }),
    );
  });

  it('is not written where data and shape differ', () => {
    const wrong = { ...pixels, shape: [1, 2, 2, 4] };
    expect(() => encodeInferRequest({ ...request, inputs: [wrong] })).toThrow(
      'has 12 bytes where its shape asks for 16',
    );
  });
});

describe('an infer response', () => {
  const matte: WireTensor = { name: 'matte', datatype: 'UINT8', shape: [1, 2], data: Uint8Array.of(3, 200) };
  const score: WireTensor = { name: 'score', datatype: 'FP32', shape: [1], data: Uint8Array.of(0, 0, 0x80, 0x3f) };
  const response = { modelName: 'luma', modelVersion: '1', id: 'r1', outputs: [matte, score] };

  it('carries each output as it was asked for', () => {
    const message = encodeInferResponse(response, (name) => name === 'matte');
    const header = JSON.parse(new TextDecoder().decode(message.body.subarray(0, message.headerBytes)));
    expect(header).toEqual({
      model_name: 'luma',
      model_version: '1',
      id: 'r1',
      outputs: [
        { name: 'matte', datatype: 'UINT8', shape: [1, 2], parameters: { binary_data_size: 2 } },
        { name: 'score', datatype: 'FP32', shape: [1], data: [1] },
      ],
    });
    expect(decodeInferResponse(message.body, String(message.headerBytes))).toEqual(response);
  });

  it('is plain JSON without binary outputs', () => {
    const message = encodeInferResponse(response, () => false);
    expect(messageHeaders(message)).toEqual({ 'Content-Type': 'application/json' });
    expect(decodeInferResponse(message.body, null)).toEqual(response);
  });

  it.each([
    ['without a model', { outputs: [] }, /model_name/],
    ['with a number as version', { model_name: 'm', model_version: 1, outputs: [] }, /model_version/],
    ['without outputs', { model_name: 'm' }, /Expected 1 to 64 tensors in outputs/],
  ])('is refused %s', (_, header, message) => {
    const { body } = bodyOf(header);
    expect(() => decodeInferResponse(body, null)).toThrow(message);
  });
});
