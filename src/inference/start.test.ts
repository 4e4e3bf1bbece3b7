import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createNetworksClient } from '../wire/protocol/client.ts';
import { jsonAnswer } from './protocol/answer.ts';
import { crash, hang, refuse, wait } from './testing/script.ts';
import { scriptedImage, startScripted, type TestService } from './testing/service.ts';

let service: TestService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const image = (action: number) => ({ ...scriptedImage(action), datatype: 'UINT8' as const });
const soon = () => Date.now() + 60_000;

describe('starting', () => {
  it('fails in one line where the networks cannot be loaded', async () => {
    await expect(startScripted({ script: { loadFailure: 'not an ONNX file' } })).rejects.toThrow(
      /^The network luma cannot be loaded from .*: not an ONNX file$/,
    );
  });

  it('fails in one line where the process that loads them ends', async () => {
    await expect(startScripted({ script: { loadCrash: true } })).rejects.toThrow('ended with status 9');
  });

  it('fails in one line where the port is in use', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    await expect(startScripted({ port })).rejects.toThrow(
      `Another program listens on port ${port} of 127.0.0.1. Stop it or set INFERENCE_PORT`,
    );
    other.close();
  });

  it('warns of the slow runtime and of a missing token', async () => {
    service = await startScripted({ runtime: 'wasm' });
    const warnings = service.lines.filter(({ level }) => level === 'warn').map(({ event }) => event);
    expect(warnings).toEqual(['no-token', 'slow-runtime']);
  });
});

describe('the token', () => {
  it('is asked for everywhere but at the health checks', async () => {
    service = await startScripted({ token: 'secret' });
    const { base, infer } = service;
    for (const path of ['/v2/health/live', '/v2/health/ready']) expect((await fetch(base + path)).status).toBe(200);
    for (const path of ['/v2', '/v2/models/matte', '/v2/models/matte/ready', '/v2/models/stats']) {
      expect((await fetch(base + path)).status).toBe(401);
      expect((await fetch(base + path, { headers: { Authorization: 'Bearer secret' } })).status).toBe(200);
    }
    const refused = await infer(0);
    expect([refused.status, await refused.json()]).toEqual([401, { error: 'The bearer token is missing or wrong' }]);
    expect((await infer(0, { headers: { Authorization: 'Bearer secret' } })).status).toBe(200);
  });

  it('is indispensable where others can reach the address', async () => {
    service = await startScripted({ host: '0.0.0.0' });
    expect((await service.infer(0)).status).toBe(503);
    expect((await fetch(`${service.base}/v2/health/ready`)).status).toBe(200);
    expect(service.lines.find(({ event }) => event === 'no-token')).toMatchObject({
      reason: 'INFERENCE_TOKEN is not set: every call is refused',
    });
  });

  it('never reaches the log', async () => {
    service = await startScripted({ token: 'very-secret' });
    await service.infer(0, { headers: { Authorization: 'Bearer very-secret' } });
    expect(JSON.stringify(service.lines)).not.toContain('very-secret');
  });
});

describe('the client', () => {
  it('and the service understand each other', async () => {
    service = await startScripted({ token: 'secret' });
    const client = createNetworksClient({
      fetch,
      baseUrl: service.base,
      token: 'secret',
      requestId: 'r-9',
      deadlineMs: soon(),
    });
    const shape = (name: string, ...dimensions: number[]) =>
      expect.objectContaining({ name, shape: [-1, ...dimensions] });
    expect(await client.describe('matte')).toEqual({
      name: 'luma',
      weights: '0'.repeat(64),
      passes: {},
      inputs: [shape('image', 8, 8, 3)],
      outputs: [shape('matte', 8, 8)],
    });
    const [matte] = await client.infer('matte', [image(1)]);
    expect([matte.shape, [...matte.data.subarray(0, 3)]]).toEqual([
      [1, 8, 8],
      [1, 3, 3],
    ]);
    expect(await service.logged('request', 2)).toMatchObject({ requestId: 'r-9', status: 200 });
  });

  it('learns what may be tried again and what may not', async () => {
    service = await startScripted();
    const client = createNetworksClient({ fetch, baseUrl: service.base, deadlineMs: soon() });
    await expect(client.infer('matte', [image(crash)])).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(client.infer('matte', [image(refuse)])).rejects.toMatchObject({ kind: 'failed' });
    await expect(client.infer('none', [image(0)])).rejects.toMatchObject({ kind: 'failed' });
    const port = service.running.port;
    await service.stop();
    service = undefined;
    const late = createNetworksClient({ fetch, baseUrl: `http://127.0.0.1:${port}`, deadlineMs: soon() });
    await expect(late.infer('matte', [image(0)])).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('an added route', () => {
  it('is answered behind the same token', async () => {
    service = await startScripted({
      token: 'secret',
      options: {
        routes: [
          {
            method: 'POST',
            pattern: '/lane/v1/:operation',
            handle: ({ parameters }) => jsonAnswer(200, { operation: parameters.operation }),
          },
        ],
      },
    });
    const url = `${service.base}/lane/v1/cutout`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
    const response = await fetch(url, { method: 'POST', headers: { Authorization: 'Bearer secret' } });
    expect([response.status, await response.json()]).toEqual([200, { operation: 'cutout' }]);
  });

  it('may stream, and is broken off where its source fails', async () => {
    async function* rows(fails: boolean): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(100_000).fill(1);
      if (fails) throw new Error('the decoder stopped');
      yield new Uint8Array(50_000).fill(2);
    }
    service = await startScripted({
      options: {
        routes: [
          {
            method: 'GET',
            pattern: '/lane/v1/:outcome',
            handle: ({ parameters }) => ({
              status: 200,
              headers: { 'Content-Type': 'image/png' },
              body: rows(parameters.outcome === 'broken'),
            }),
          },
        ],
      },
    });
    const whole = await fetch(`${service.base}/lane/v1/whole`);
    expect((await whole.arrayBuffer()).byteLength).toBe(150_000);
    const broken = await fetch(`${service.base}/lane/v1/broken`);
    await expect(broken.arrayBuffer()).rejects.toThrow('terminated');
    expect((await service.logged('request', 2)).outcome).toContain('the decoder stopped');
  });

  it('that fails in a way of its own says nothing about it', async () => {
    const handle = () => {
      throw new Error('inner detail');
    };
    service = await startScripted({
      options: { routes: [{ method: 'GET', pattern: '/lane/v1/ready', handle }] },
    });
    const response = await fetch(`${service.base}/lane/v1/ready`);
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'The inference service failed; its log says why' },
    ]);
    expect((await service.logged('refused')).stack).toContain('inner detail');
  });
});

describe('closing', () => {
  it('finishes accepted work, waiting work included, and refuses new connections', async () => {
    service = await startScripted();
    const { infer, running, base, begun, arrived, letGo } = service;
    const accepted = [infer(wait), infer(5)];
    await Promise.all([begun(), arrived(2)]);
    const closed = running.close();
    await expect(fetch(`${base}/v2/health/live`)).rejects.toThrow();
    await letGo();
    expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200]);
    await closed;
  });

  it('keeps the inner port open for those who still answer', async () => {
    let innerUrl = '';
    let goOn = (): void => {};
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const handle = async () => {
      await mayGoOn;
      const response = await fetch(innerUrl);
      return jsonAnswer(200, { inner: response.status });
    };
    service = await startScripted({
      options: { innerListener: true, routes: [{ method: 'GET', pattern: '/lane/v1/slow', handle }] },
    });
    const { base, running, arrived } = service;
    innerUrl = `http://127.0.0.1:${running.innerPort}/v2`;
    const slow = fetch(`${base}/lane/v1/slow`);
    await arrived(1);
    const closed = running.close();
    await expect(fetch(`${base}/v2`)).rejects.toThrow();
    goOn();
    expect(await (await slow).json()).toEqual({ inner: 200 });
    await closed;
    await expect(fetch(innerUrl)).rejects.toThrow();
  });

  it('may be asked for again, with less patience', async () => {
    service = await startScripted();
    service.infer(hang).catch(() => {});
    await service.begun();
    const patient = service.running.close(60_000);
    await service.running.close(0);
    await patient;
  });

  it('waits for a hanging run no longer than it is set to', async () => {
    service = await startScripted();
    const hanging = service.infer(hang).catch(() => 'cut off');
    await service.begun();
    const pid = (await service.logged('child-started')).pid as number;
    await service.running.close(200);
    expect(await hanging).toBe('cut off');
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
