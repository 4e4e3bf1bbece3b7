import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createLane } from './front.ts';
import { readLaneSettings } from './settings.ts';
import { laneMessage } from './testing/lane.ts';

/** What a service without children answers to a picture. */
async function answered(backgroundBytes: number) {
  const { path: url, headers } = laneMessage(new Uint8Array(9), { backgroundBytes });
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const incoming = Object.assign(new IncomingMessage(new Socket()), { url, headers: Object.fromEntries(lowered) });
  const route = createLane(readLaneSettings({})).routes.find(({ method }) => method === 'POST');
  const rest = {
    parameters: {},
    query: new URLSearchParams(),
    requestId: undefined,
    call: undefined,
    traceparent: undefined,
    caller: '',
    mayKeep: false,
  };
  const { signal } = new AbortController();
  const answer = await route?.handle({ incoming, ...rest, deadlineMs: Date.now() + 1000, signal });
  return [answer?.status, answer?.headers];
}

it('without children, a picture may come later and one on a background never', async () => {
  expect(await answered(0)).toEqual([503, expect.objectContaining({ 'Retry-After': '30' })]);
  expect(await answered(4)).toEqual([422, expect.objectContaining({ 'X-Fault-Of': 'background' })]);
});
