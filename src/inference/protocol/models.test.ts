/** Server and model metadata, health and statistics. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startScripted, type TestService } from '../testing/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startScripted({ options: { runs: { version: '0.2.0', commit: 'b20604dc1234' } } });
});
afterAll(() => service.stop());

const get = (path: string) => fetch(`${service.base}${path}`);

describe('the server', () => {
  it('says what it is and which extensions it knows', async () => {
    expect(await (await get('/v2')).json()).toEqual({
      name: 'edgematte-inference',
      version: '0.2.0',
      extensions: ['binary_tensor_data', 'statistics', 'model_repository'],
      parameters: { runtime: 'native', precisions: { luma: 'fp32' } },
    });
  });

  it.each(['/v2/health/live', '/v2/health/ready', '/v2/models/matte/ready', '/v2/models/luma/versions/1/ready'])(
    'is well: %s',
    async (path) => {
      expect((await get(path)).status).toBe(200);
    },
  );

  it.each(['/', '/v2/x', '/v3', '/v2/models', '/v2/health'])('has no %s', async (path) => {
    const response = await get(path);
    expect([response.status, await response.json()]).toEqual([404, { error: 'There is no such path' }]);
  });
});

describe('a model', () => {
  const metadata = {
    name: 'luma',
    versions: ['1'],
    platform: 'onnxruntime_onnx',
    inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 8, 8, 3] }],
    outputs: [{ name: 'matte', datatype: 'UINT8', shape: [-1, 8, 8] }],
    parameters: { precision: 'fp32', weights_sha256: '0'.repeat(64) },
  };

  it.each(['/v2/models/luma', '/v2/models/matte', '/v2/models/matte/versions/1'])(
    'describes itself: %s',
    async (path) => {
      expect(await (await get(path)).json()).toEqual(metadata);
    },
  );

  it.each(['/v2/models/none', '/v2/models/none/ready', '/v2/models/none/stats', '/v2/models/luma/versions/2'])(
    'is unknown: %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it('counts its work', async () => {
    await service.infer(2);
    await service.infer(0);
    const answers = await Promise.all(
      ['/v2/models/stats', '/v2/models/matte/stats', '/v2/models/luma/versions/1/stats'].map(async (path) =>
        (await get(path)).json(),
      ),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const timed = (count: number) => ({ count, ns: expect.any(Number) });
    expect(answers[0]).toEqual({
      model_stats: [
        {
          name: 'luma',
          version: '1',
          last_inference: expect.any(Number),
          inference_count: 2,
          execution_count: 2,
          inference_stats: {
            success: timed(2),
            fail: timed(0),
            queue: timed(2),
            compute_input: timed(0),
            compute_infer: timed(2),
            compute_output: timed(0),
            cache_hit: timed(0),
            cache_miss: timed(0),
          },
          batch_stats: [{ batch_size: 1, compute_input: timed(0), compute_infer: timed(2), compute_output: timed(0) }],
        },
      ],
    });
  });
});
