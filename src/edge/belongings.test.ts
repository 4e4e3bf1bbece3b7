import { describe, expect, test, vi } from 'vitest';
import { Belongings } from './belongings.ts';

describe('what a request holds', () => {
  const begin = () => {
    const client = new AbortController();
    const order: string[] = [];
    const belongings = new Belongings(client.signal, 'id');
    for (const name of ['hold', 'memory', 'picture']) belongings.keep(name, (thing) => order.push(thing));
    return { client, order, belongings };
  };

  test('is given back once, the last one taken first', async () => {
    const { order, belongings } = begin();
    await Promise.all([belongings.end(), belongings.end()]);
    await belongings.end();
    expect(order).toEqual(['picture', 'memory', 'hold']);
    expect(belongings.signal.aborted).toBe(true);
    expect(belongings.clientHasLeft).toBe(false);
  });

  test('is given back also where one of them fails', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { order, belongings } = begin();
    belongings.keep('stream', () => Promise.reject(new Error('It is broken')));
    await belongings.end();
    expect(order).toEqual(['picture', 'memory', 'hold']);
    expect(said.mock.calls.join()).toContain('It is broken');
    said.mockRestore();
  });

  test('stops working when its client leaves, and is given back by the request itself', () => {
    const { client, order, belongings } = begin();
    client.abort();
    expect(belongings.signal.aborted).toBe(true);
    expect(belongings.clientHasLeft).toBe(true);
    expect(order).toEqual([]);
  });
});
