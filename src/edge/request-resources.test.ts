import { describe, expect, test, vi } from 'vitest';
import { RequestResources } from './request-resources.ts';

describe('what a request holds', () => {
  const begin = () => {
    const client = new AbortController();
    const order: string[] = [];
    const resources = new RequestResources(client.signal, 'id');
    for (const name of ['hold', 'memory', 'picture']) resources.keep(name, (thing) => order.push(thing));
    return { client, order, resources };
  };

  test('is given back once, the last one taken first', async () => {
    const { order, resources } = begin();
    await Promise.all([resources.end(), resources.end()]);
    await resources.end();
    expect(order).toEqual(['picture', 'memory', 'hold']);
    expect(resources.signal.aborted).toBe(true);
    expect(resources.clientHasLeft).toBe(false);
  });

  test('is given back also where one of them fails', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { order, resources } = begin();
    resources.keep('stream', () => Promise.reject(new Error('It is broken')));
    await resources.end();
    expect(order).toEqual(['picture', 'memory', 'hold']);
    expect(said.mock.calls.join()).toContain('It is broken');
    said.mockRestore();
  });

  test('stops working when its client leaves, and is given back by the request itself', () => {
    const { client, order, resources } = begin();
    client.abort();
    expect(resources.signal.aborted).toBe(true);
    expect(resources.clientHasLeft).toBe(true);
    expect(order).toEqual([]);
  });
});
