/** The infer endpoint as a caller sees it, status by status. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { messageHeaders } from '../../wire/protocol/frame.ts';
import { decodeInferResponse, encodeInferRequest } from '../../wire/protocol/message.ts';
import { FurtherRuns } from '../scheduler/further-runs.ts';
import { Scheduler } from '../scheduler/scheduler.ts';
import { refuse } from '../testing/script.ts';
import { scriptedImage, startScripted, type TestService } from '../testing/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startScripted();
});
afterAll(() => service.stop());

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${service.base}${path}`, { method: 'POST', body, headers });
const postJson = (json: unknown, path = '/v2/models/matte/infer') => post(path, JSON.stringify(json));
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;

const pixels = Array(8 * 8 * 3).fill(1);
const image = { name: 'image', datatype: 'UINT8', shape: [1, 8, 8, 3], data: pixels };

describe('200', () => {
  it.each(['/v2/models/matte/infer', '/v2/models/luma/infer', '/v2/models/matte/versions/1/infer'])(
    '%s',
    async (path) => {
      const message = encodeInferRequest({ id: 'r7', inputs: [scriptedImage(1, 2)], binaryOutput: true });
      const response = await post(path, message.body, { ...messageHeaders(message), 'X-Request-Id': 'r7' });
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('application/octet-stream');
      expect(response.headers.get('X-Request-Id')).toBe('r7');
      const body = new Uint8Array(await response.arrayBuffer());
      const { modelName, modelVersion, id, outputs } = decodeInferResponse(
        body,
        response.headers.get('Inference-Header-Content-Length'),
      );
      expect({ modelName, modelVersion, id }).toEqual({ modelName: 'luma', modelVersion: '1', id: 'r7' });
      expect(outputs).toMatchObject([{ name: 'matte', datatype: 'UINT8', shape: [2, 8, 8] }]);
      expect([...outputs[0].data.subarray(0, 2)]).toEqual([1, 3]);
    },
  );

  it('in plain JSON for a request in plain JSON', async () => {
    const response = await postJson({ inputs: [image] });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(await response.json()).toEqual({
      model_name: 'luma',
      model_version: '1',
      outputs: [{ name: 'matte', datatype: 'UINT8', shape: [1, 8, 8], data: Array(64).fill(1) }],
    });
  });

  it('in binary for a request in JSON that asks for it', async () => {
    const response = await postJson({
      inputs: [image],
      outputs: [{ name: 'matte', parameters: { binary_data: true } }],
    });
    expect(response.headers.get('Inference-Header-Content-Length')).not.toBeNull();
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(64);
  });

  it('for a body without a length', async () => {
    const body = JSON.stringify({ inputs: [image] });
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${service.base}/v2/models/matte/infer`, { method: 'POST' }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
      sent.write(body.slice(0, 100));
      setTimeout(() => sent.end(body.slice(100)), 20);
    });
    expect(status).toBe(200);
  });
});

it('a run is of the call that its own header names, whatever request id its client chose', async () => {
  const [enter, ran] = [vi.spyOn(Scheduler.prototype, 'enter'), vi.spyOn(FurtherRuns.prototype, 'ran')];
  const named = { 'X-Request-Id': 'same', 'X-Call': 'c1' };
  for (const headers of [named, { 'X-Request-Id': 'same' }]) await service.infer(0, { headers });
  expect(enter.mock.calls.map(([, , , call]) => call)).toEqual(['c1', undefined]);
  expect(ran.mock.calls.map(([, call]) => call?.name)).toEqual(['["","c1"]', undefined]);
  vi.restoreAllMocks();
});

describe('400', () => {
  it.each<[string, unknown, string]>([
    ['no JSON object', 7, 'not a JSON object'],
    ['no inputs', {}, 'Expected 1 to 64 tensors in inputs'],
    ['another input name', { inputs: [{ ...image, name: 'input' }] }, 'has no input input; it has image'],
    [
      'another datatype',
      { inputs: [{ ...image, datatype: 'FP32' }] },
      'Expected UINT8 for input image but received FP32',
    ],
    [
      'another height',
      { inputs: [{ ...image, shape: [1, 4, 16, 3] }] },
      'Expected shape [-1, 8, 8, 3] for input image',
    ],
    [
      'too large a batch',
      { inputs: [{ ...image, shape: [5, 8, 8, 3], data: Array(960).fill(0) }] },
      'Expected a batch of 1 to 4',
    ],
    [
      'fewer elements than the shape',
      { inputs: [{ ...image, data: [1] }] },
      'has 1 elements where its shape asks for 192',
    ],
    ['an unknown output', { inputs: [image], outputs: [{ name: 'alpha' }] }, 'has no output alpha; it has matte'],
  ])('%s', async (_, json, message) => {
    const response = await postJson(json);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toContain(message);
  });

  it('a header longer than the body', async () => {
    const response = await post('/v2/models/matte/infer', '{}', { 'Inference-Header-Content-Length': '500' });
    expect([response.status, await errorOf(response)]).toEqual([
      400,
      'Inference-Header-Content-Length says 500 but the body has only 2 bytes',
    ]);
  });

  it('a deadline that is no number', async () => {
    const response = await service.infer(0, { headers: { 'X-Deadline-Ms': 'soon' } });
    expect([response.status, await errorOf(response)]).toEqual([
      400,
      'Expected milliseconds that remain as X-Deadline-Ms',
    ]);
  });
});

describe('404', () => {
  it.each([
    ['/v2/models/isnet/infer', 'There is no model isnet'],
    ['/v2/models/matte/versions/2/infer', 'There is no version 2 of model luma'],
    ['/v2/infer', 'There is no such path'],
  ])('%s', async (path, message) => {
    const response = await postJson({ inputs: [image] }, path);
    expect([response.status, await errorOf(response)]).toEqual([404, message]);
  });
});

it('405 names the method', async () => {
  const response = await fetch(`${service.base}/v2/models/matte/infer`);
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST']);
});

describe('413', () => {
  it.each([
    ['announced', new Uint8Array(70_000), { 'Inference-Header-Content-Length': '100' }],
    ['found out', new Blob([new Uint8Array(80_000)]).stream(), {}],
  ])('%s', async (_, body, headers) => {
    const response = await fetch(`${service.base}/v2/models/matte/infer`, {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await errorOf(response)).toMatch(/^The body is larger than \d+ bytes$/);
  });

  it('leaves the place in the line to others', async () => {
    for (let round = 0; round < 30; round += 1) await post('/v2/models/matte/infer', new Uint8Array(100_000));
    expect((await service.infer(0)).status).toBe(200);
  });
});

it('500 in the runtime’s words, and the service goes on', async () => {
  const response = await service.infer(refuse);
  expect([response.status, await errorOf(response)]).toEqual([
    500,
    'The network luma could not be run: scripted refusal',
  ]);
  expect((await service.infer(0)).status).toBe(200);
});

it('a caller who hangs up in the middle of the body leaves the place in the line to others', async () => {
  for (let round = 0; round < 20; round += 1) {
    await new Promise<void>((resolve) => {
      const sent = request(`${service.base}/v2/models/matte/infer`, {
        method: 'POST',
        headers: { 'Content-Length': '300' },
      });
      sent.on('error', () => resolve());
      sent.write('{', () => sent.destroy(new Error('gone')));
    });
  }
  await service.logged('request', 20);
  expect((await service.infer(0)).status).toBe(200);
});
