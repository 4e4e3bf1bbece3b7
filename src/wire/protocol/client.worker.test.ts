/** The client inside workerd: the same calls, the runtime's own fetch types, streams and timers. */
import { describe, expect, it } from 'vitest';
import { createNetworksClient } from './client.ts';
import { headerLengthName, messageHeaders } from './frame.ts';
import { decodeInferRequest, encodeInferResponse } from './message.ts';

const image = { name: 'image', datatype: 'UINT8' as const, shape: [1, 2, 2, 3], data: new Uint8Array(12).fill(4) };

/** A service that answers the first channel. */
async function firstChannel(_: string, init: RequestInit): Promise<Response> {
  const request = new Request('http://inference/', init);
  const body = new Uint8Array(await request.arrayBuffer());
  const { inputs } = decodeInferRequest(body, request.headers.get(headerLengthName));
  const data = inputs[0].data.filter((_value, index) => index % 3 === 0);
  const outputs = [{ name: 'matte', datatype: 'UINT8' as const, shape: inputs[0].shape.slice(0, 3), data }];
  const message = encodeInferResponse({ modelName: 'luma', outputs }, () => true);
  return new Response(message.body, { headers: messageHeaders(message) });
}

describe('the client in a Worker', () => {
  it('infers', async () => {
    const client = createNetworksClient({
      fetch: firstChannel,
      baseUrl: 'http://inference',
      deadlineMs: Date.now() + 60_000,
    });
    const [matte] = await client.infer('matte', [image]);
    expect([matte.shape, [...matte.data]]).toEqual([
      [1, 2, 2],
      [4, 4, 4, 4],
    ]);
  });

  it('ends at the deadline', async () => {
    const silence = () => new Promise<Response>(() => {});
    const client = createNetworksClient({ fetch: silence, baseUrl: 'http://inference', deadlineMs: Date.now() + 20 });
    await expect(client.infer('matte', [image])).rejects.toMatchObject({ name: 'NetworkFault', kind: 'unavailable' });
  });

  it('tries a refused connection once more', async () => {
    let calls = 0;
    const second = async (url: string, init: RequestInit) => {
      calls += 1;
      if (calls === 1) throw new Error('Network connection lost.');
      return firstChannel(url, init);
    };
    const client = createNetworksClient({
      fetch: second,
      baseUrl: 'http://inference',
      deadlineMs: Date.now() + 60_000,
    });
    expect(await client.infer('matte', [image])).toHaveLength(1);
  });
});
