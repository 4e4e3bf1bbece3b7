/**
 * What the published text of the Open Inference Protocol v2 says of HTTP, case by case, and of Triton's extensions
 * `binary_tensor_data`, `statistics` and `model_repository`. `test/protocol` has the same seen by other programs.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startScripted, type TestService } from '../testing/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startScripted();
});
afterAll(() => service.stop());

const get = (path: string) => fetch(`${service.base}${path}`);
const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${service.base}${path}`, { method: 'POST', body, headers });

const zeros = Array(8 * 8 * 3).fill(0);
const image = { name: 'image', shape: [1, 8, 8, 3], datatype: 'UINT8', data: zeros };
const rows = Array.from({ length: 8 }, () => Array.from({ length: 8 }, () => [0, 0, 0]));
const infer = '/v2/models/luma/infer';
const text = expect.any(String);
const number = expect.any(Number);
const bool = expect.any(Boolean);
const tensor = { name: text, datatype: text, shape: expect.arrayContaining([number]) };
const duration = { count: number, ns: number };
const computed = { compute_input: duration, compute_infer: duration, compute_output: duration };

describe('answers with 200 and the object of the text', () => {
  it.each<[what: string, path: string, object: unknown]>([
    ['Server Live', '/v2/health/live', { live: bool }],
    ['Server Ready', '/v2/health/ready', { live: bool, ready: bool }],
    ['Server Metadata', '/v2', expect.objectContaining({ name: text, version: text, extensions: expect.any(Array) })],
    ['Server Metadata, by the OpenAPI file', '/v2/', expect.objectContaining({ name: text, version: text })],
    ['Model Ready', '/v2/models/luma/ready', { name: 'luma', ready: true }],
    ['Model Ready with a version', '/v2/models/luma/versions/1/ready', { name: 'luma', ready: true }],
    [
      'Model Metadata',
      '/v2/models/luma',
      expect.objectContaining({ name: 'luma', versions: [text], platform: text, inputs: [tensor], outputs: [tensor] }),
    ],
    [
      'Model Metadata with a version',
      '/v2/models/luma/versions/1',
      expect.objectContaining({ name: 'luma', versions: ['1'], platform: text }),
    ],
    ...['/v2/models/stats', '/v2/models/luma/stats', '/v2/models/luma/versions/1/stats'].map(
      (path): [string, string, unknown] => [
        'Statistics',
        path,
        {
          model_stats: [
            {
              name: 'luma',
              version: '1',
              last_inference: number,
              inference_count: number,
              execution_count: number,
              inference_stats: {
                success: duration,
                fail: duration,
                queue: duration,
                ...computed,
                cache_hit: { count: 0, ns: 0 },
                cache_miss: { count: 0, ns: 0 },
              },
              batch_stats: expect.any(Array),
            },
          ],
        },
      ],
    ),
  ])('%s: GET %s', async (_what, path, object) => {
    const response = await get(path);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toEqual(object);
  });

  const listed = [{ name: 'luma', version: '1', state: 'READY', reason: '' }];
  it.each(['', '{}', '{"ready":false}', '{"ready":true}'])('Repository Index: POST %s', async (body) => {
    const response = await post('/v2/repository/index', body);
    expect([response.status, await response.json()]).toEqual([200, listed]);
  });
});

describe('an inference request', () => {
  const output = { name: 'matte', shape: [1, 8, 8], datatype: 'UINT8', data: Array(64).fill(0) };
  it.each<[what: string, request: object, answer: object]>([
    ['the least', { inputs: [image] }, {}],
    ['with nested data', { inputs: [{ ...image, data: [rows] }] }, {}],
    ['with an id, which is returned', { id: '42', inputs: [image] }, { id: '42' }],
    ['with outputs', { inputs: [image], outputs: [{ name: 'matte' }] }, {}],
    ['with an empty list of outputs', { inputs: [image], outputs: [] }, {}],
    ['with parameters that mean nothing here', { parameters: { priority: 1, any: 'x' }, inputs: [image] }, {}],
    ['with members that the text does not know', { inputs: [image], model_name: 'luma' }, {}],
  ])('%s', async (_what, request, answer) => {
    const response = await post(infer, JSON.stringify(request), { 'Content-Type': 'application/json' });
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Inference-Header-Content-Length')).toBeNull();
    const expected = { model_name: 'luma', model_version: '1', ...answer, outputs: [output] };
    expect([response.status, await response.json()]).toEqual([200, expected]);
  });
});

describe('binary tensor data', () => {
  const { data: _data, ...head } = image;
  const binaryInput = { ...head, parameters: { binary_data_size: 192 } };
  const bytes = new Uint8Array(192).fill(9).with(0, 0);

  /** Sends a header and bytes as the extension says. */
  async function send(header: object, tensors: Uint8Array, change: Record<string, string> = {}) {
    const json = new TextEncoder().encode(JSON.stringify(header));
    const body = new Uint8Array([...json, ...tensors]);
    return post(infer, body, {
      'Content-Type': 'application/octet-stream',
      'Inference-Header-Content-Length': String(json.byteLength),
      ...change,
    });
  }

  it.each<[what: string, more: object, binary: boolean]>([
    ['binary_data of the output', { outputs: [{ name: 'matte', parameters: { binary_data: true } }] }, true],
    ['binary_data_output of the request', { parameters: { binary_data_output: true } }, true],
    [
      'binary_data over binary_data_output',
      {
        parameters: { binary_data_output: true },
        outputs: [{ name: 'matte', parameters: { binary_data: false } }],
      },
      false,
    ],
    ['nothing, which is JSON', {}, false],
  ])('comes back by %s', async (_what, more, binary) => {
    const response = await send({ inputs: [binaryInput], ...more }, bytes);
    expect(response.status).toBe(200);
    const whole = new Uint8Array(await response.arrayBuffer());
    const length = Number(response.headers.get('Inference-Header-Content-Length') ?? whole.byteLength);
    const { outputs } = JSON.parse(new TextDecoder().decode(whole.subarray(0, length)));
    const expected = [0, ...Array(63).fill(9)];
    if (binary) {
      expect(response.headers.get('Content-Type')).toBe('application/octet-stream');
      expect(Number(response.headers.get('Content-Length'))).toBe(whole.byteLength);
      expect(outputs).toEqual([
        { name: 'matte', shape: [1, 8, 8], datatype: 'UINT8', parameters: { binary_data_size: 64 } },
      ]);
      expect([...whole.subarray(length)]).toEqual(expected);
    } else {
      expect(outputs).toEqual([{ name: 'matte', shape: [1, 8, 8], datatype: 'UINT8', data: expected }]);
    }
  });

  it.each<[what: string, header: object, tensors: Uint8Array, change: Record<string, string>]>([
    ['fewer bytes than binary_data_size says', { inputs: [binaryInput] }, bytes.subarray(1), {}],
    ['more bytes than binary_data_size says', { inputs: [binaryInput] }, new Uint8Array(193), {}],
    [
      'a binary_data_size that the shape does not ask for',
      { inputs: [{ ...head, parameters: { binary_data_size: 191 } }] },
      bytes.subarray(1),
      {},
    ],
    ['a header longer than the body', { inputs: [binaryInput] }, bytes, { 'Inference-Header-Content-Length': '9999' }],
    ['a header length of 0', { inputs: [binaryInput] }, bytes, { 'Inference-Header-Content-Length': '0' }],
    ['both data and binary_data_size', { inputs: [{ ...image, parameters: { binary_data_size: 192 } }] }, bytes, {}],
  ])('is refused with %s', async (_what, header, tensors, change) => {
    const response = await send(header, tensors, change);
    expect([response.status, await response.json()]).toEqual([400, { error: text }]);
  });
});

describe('an error is a status and an object with a text', () => {
  const json = (request: unknown) => JSON.stringify(request);
  it.each<[path: string, body: string | undefined, status: number]>([
    ['/v2/models/none', undefined, 404],
    ['/v2/models/none/ready', undefined, 404],
    ['/v2/models/none/stats', undefined, 404],
    ['/v2/models/luma/versions/2', undefined, 404],
    ['/v2/models/luma/versions/2/ready', undefined, 404],
    ['/v2/models/luma/versions/2/stats', undefined, 404],
    ['/v2/models/none/infer', json({ inputs: [image] }), 404],
    ['/v2/models/luma/versions/2/infer', json({ inputs: [image] }), 404],
    [infer, undefined, 405],
    ['/v2/repository/index', undefined, 405],
    [infer, '', 400],
    [infer, 'inputs', 400],
    [infer, '[]', 400],
    [infer, '{}', 400],
    [infer, json({ inputs: [] }), 400],
    [infer, json({ inputs: [{ ...image, name: 'depth' }] }), 400],
    [infer, json({ inputs: [{ ...image, datatype: 'uint8' }] }), 400],
    [infer, json({ inputs: [{ ...image, datatype: 'BYTES' }] }), 400],
    [infer, json({ inputs: [{ ...image, datatype: 'FP32' }] }), 400],
    [infer, json({ inputs: [{ ...image, shape: [1, 8, 8] }] }), 400],
    [infer, json({ inputs: [{ ...image, shape: [-1, 8, 8, 3] }] }), 400],
    [infer, json({ inputs: [{ ...image, data: zeros.slice(1) }] }), 400],
    [infer, json({ inputs: [{ ...image, data: zeros.with(0, 256) }] }), 400],
    [infer, json({ inputs: [image], outputs: [{ name: 'depth' }] }), 400],
    [infer, json({ id: 42, inputs: [image] }), 400],
    ['/v2/repository/index', 'ready', 400],
    ['/v2/repository/index', '[]', 400],
    ['/v2/repository/index', '{"ready":"yes"}', 400],
    ['/v2/repository/models/luma/load', '', 400],
    ['/v2/repository/models/luma/unload', '{}', 400],
    ['/v2/repository/models/none/load', '', 404],
  ])('%s with %s is %i', async (path, body, status) => {
    const response = body === undefined ? await get(path) : await post(path, body);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect([response.status, await response.json()]).toEqual([status, { error: text }]);
  });

  it('for a compressed body too', async () => {
    const response = await post(infer, json({ inputs: [image] }), { 'Content-Encoding': 'gzip' });
    expect([response.status, await response.json()]).toEqual([415, { error: text }]);
  });
});

describe('models that are not ready', () => {
  it('say so, and are left out of an index of those that are', async () => {
    const started = await startScripted();
    try {
      await started.rescript({ loadFailure: 'not now' });
      process.kill((await started.logged('child-started')).pid as number, 'SIGKILL');
      await started.logged('child-ended');
      const error = 'The networks are not loaded';
      for (const [path, object] of [
        ['/v2/health/ready', { live: true, ready: false, error }],
        ['/v2/models/luma/ready', { name: 'luma', ready: false, error }],
        ['/v2/models/luma/versions/1/ready', { name: 'luma', ready: false, error }],
      ] as const) {
        const response = await fetch(`${started.base}${path}`);
        expect([response.status, await response.json()]).toEqual([503, object]);
      }
      const index = async (body: string) =>
        (await fetch(`${started.base}/v2/repository/index`, { method: 'POST', body })).json();
      expect(await index('{}')).toEqual([{ name: 'luma', version: '1', state: 'UNAVAILABLE', reason: error }]);
      expect(await index('{"ready":true}')).toEqual([]);
    } finally {
      await started.stop();
    }
  });
});
