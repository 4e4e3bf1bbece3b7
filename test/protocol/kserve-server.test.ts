/** Our client against KServe's own Python server with the binary tensor data extension; `kserve_server.py` is its model. */
import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NetworkFault, Networks } from '../../src/pixels/pipeline/networks/networks.ts';
import { createNetworksClient } from '../../src/wire/protocol/client.ts';
import { freePort } from '../../testing/free-port.ts';
import { describeWith } from '../run/describe-with.ts';
import { missingPython, program, python } from './python.ts';

let server: ChildProcess;
let networks: Networks;
const sent: { readonly path: string; readonly headerBytes: string | null }[] = [];

describeWith(missingPython, 'KServe’s server', () => {
  beforeAll(async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    server = spawn(python, ['-B', program('kserve_server.py'), new URL(baseUrl).port], { stdio: 'ignore' });
    const ready = async () => (await fetch(`${baseUrl}/v2/health/ready`).catch(() => null))?.ok;
    while (!(await ready())) {
      if (server.exitCode !== null) throw new Error(`KServe's server ended with status ${server.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    networks = createNetworksClient({
      baseUrl,
      deadlineMs: Date.now() + 120_000,
      requestId: 'r1',
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        sent.push({ path: new URL(url).pathname, headerBytes: answer.headers.get('Inference-Header-Content-Length') });
        return answer;
      },
    });
  });
  afterAll(() => {
    server?.kill('SIGKILL');
  });

  const shape = [2, 8, 8, 3];
  const data = Uint8Array.from({ length: 2 * 8 * 8 * 3 }, (_, index) => (index * 7) % 251);
  const image = (first: number) => ({ name: 'image', datatype: 'UINT8' as const, shape, data: data.with(0, first) });

  it('describes its model', async () => {
    expect(await networks.describe('luma')).toMatchObject({
      inputs: [{ name: 'image', shape: [-1, 8, 8, 3] }],
      outputs: [
        { name: 'matte', shape: [-1, 8, 8] },
        { name: 'mean', shape: [-1] },
      ],
    });
  });

  it('runs it, with binary data both ways', async () => {
    const [matte, mean] = await networks.infer('luma', [image(0)]);
    const expected = Array.from({ length: 128 }, (_, at) =>
      Math.floor((data[3 * at] + data[3 * at + 1] + data[3 * at + 2]) / 3 + 0.5),
    );
    expect(matte).toMatchObject({ name: 'matte', datatype: 'UINT8', shape: [2, 8, 8] });
    expect([...matte.data]).toEqual(expected);
    expect(mean).toMatchObject({ name: 'mean', datatype: 'FP32', shape: [2] });
    expect(mean.data[0]).toBeCloseTo(data.subarray(0, 192).reduce((sum, value) => sum + value, 0) / 192, 3);
    expect(sent.at(-1)).toEqual({ path: '/v2/models/luma/infer', headerBytes: expect.stringMatching(/^\d+$/) });
  });

  it('refuses what it does not have, and our client says why', async () => {
    const fault = (await networks.infer('none', [image(0)]).catch((cause: unknown) => cause)) as NetworkFault;
    expect(fault).toMatchObject({ name: 'NetworkAbsent', kind: 'failed' });
    expect(fault.message).toMatch(/^The inference service answered 404 to \/v2\/models\/none\/infer: .*none/);
  });

  it('fails, and the client reports why', async () => {
    const fault = (await networks.infer('luma', [image(255)]).catch((cause: unknown) => cause)) as NetworkFault;
    expect(fault).toMatchObject({ name: 'NetworkFault', kind: 'failed' });
    expect(fault.message).toContain('a run that fails');
  });
});
