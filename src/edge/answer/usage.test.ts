import { expect, test, vi } from 'vitest';
import { gatherMs } from '../../money/usage/record.ts';
import type { Exchange } from '../exchange.ts';
import { makeCall } from '../testing/call.ts';
import { countAnswer } from './usage.ts';

const key = { wallet: 'test_ABCDEFGHIJ', keyId: 'key_1' };
const refused = () => new Response('{}', { status: 402, headers: { 'X-Error-Code': 'INSUFFICIENT_CREDITS' } });

async function counted(
  change: { known?: boolean; price?: 0 | 1; path?: string; asked?: Partial<Exchange> },
  answer: Response,
): Promise<unknown[]> {
  vi.useFakeTimers();
  try {
    const sent: unknown[] = [];
    const USAGE = { send: async ({ events }: { events: readonly unknown[] }) => void sent.push(...events) };
    const { exchange, over } = await makeCall({ path: change.path ?? '/v1.0/alpha-channel?x=1', env: { USAGE } });
    if (change.known ?? true) exchange.key = key;
    exchange.price = change.price;
    Object.assign(exchange, change.asked);
    await vi.advanceTimersByTimeAsync(40);
    countAnswer(exchange, answer);
    await vi.advanceTimersByTimeAsync(gatherMs);
    await over();
    return sent;
  } finally {
    vi.useRealTimers();
  }
}

test('an answer to a known key is counted, with its operation, time and price', async () => {
  const request = { id: expect.any(String), options: [], pixels: null };
  const common = { ...key, atMs: expect.any(Number), operation: 'alpha-channel', milliseconds: 40, request };
  expect(await counted({ price: 1 }, new Response('png'))).toEqual([
    { ...common, status: 200, errorCode: null, credits: 1, needsReview: false },
  ]);
  expect(await counted({ price: 1 }, refused())).toEqual([
    { ...common, status: 402, errorCode: 'INSUFFICIENT_CREDITS', credits: 0, needsReview: false },
  ]);
});

test('an answer that needs a review is counted as such', async () => {
  const uncertain = new Response('png', { headers: { 'X-Needs-Review': 'true' } });
  expect(await counted({ price: 1 }, uncertain)).toMatchObject([{ status: 200, needsReview: true }]);
});

test('an answer has the id of its request, names of options and the size of the picture, for the request log', async () => {
  const asked = { options: ['format', 'crop'], pixels: 12, requestId: 'r-1' };
  expect(await counted({ asked }, new Response('png'))).toMatchObject([
    { request: { id: 'r-1', options: ['format', 'crop'], pixels: 12 } },
  ]);
});

test('a repeat and the question for the balance are counted and cost nothing', async () => {
  expect(await counted({ price: 0 }, new Response('png'))).toMatchObject([{ credits: 0 }]);
  expect(await counted({ path: '/available-credit' }, new Response('{}'))).toMatchObject([
    { operation: 'available-credit', credits: 0 },
  ]);
});

test('an answer to a caller without a known key is not counted', async () => {
  expect(await counted({ known: false }, refused())).toEqual([]);
});

test('without bindings, and with a queue that fails, an answer is what it is', async () => {
  const { exchange, over } = await makeCall();
  exchange.key = key;
  countAnswer(exchange, refused());
  await over();
  vi.useFakeTimers();
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const failing = await makeCall({ env: { USAGE: { send: () => Promise.reject(new Error('full')) } } });
  failing.exchange.key = key;
  countAnswer(failing.exchange, refused());
  await vi.advanceTimersByTimeAsync(gatherMs);
  await failing.over();
  vi.useRealTimers();
  expect(said.mock.calls.join()).toContain('usage-lost');
  said.mockRestore();
});
