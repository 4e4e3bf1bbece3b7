/** Two addresses of inference behind the gateway, of which one or the other fails. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationNamed } from '../../src/contract/operations.ts';
import { photo } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { settled } from '../accounts.ts';
import { type Relay, startRelay } from '../relay.ts';
import { type CreatedKey, type Stack, startStack } from '../stack.ts';

let relays: readonly Relay[];
let stack: Stack;
let image: Buffer;
beforeAll(async () => {
  relays = [await startRelay(), await startRelay()];
  stack = await startStack({ gatewayVariables: { INFERENCE_URL: relays.map(({ url }) => url).join(', ') } });
  for (const relay of relays) relay.targetPort = stack.inference.port;
  image = await photo();
});
afterAll(async () => {
  await stack?.stop();
  await Promise.all((relays ?? []).map((relay) => relay.stop()));
});

const { path } = operationNamed('alpha-channel');

async function statusOf({ key }: CreatedKey): Promise<number> {
  return (await sendWithFetch(stack.base, multipartCall(path, key, [filePart(image)]))).status;
}

test('while one fails the other answers, and neither money nor a call is lost', async () => {
  const key = await stack.createKey({ credits: 1000, rate: 1000 });
  const statuses: number[] = [];
  const send = async (): Promise<number> => {
    const status = await statusOf(key);
    statuses.push(status);
    return status;
  };
  expect(await send()).toBe(200);
  for (const failing of relays) {
    for (const relay of relays) relay.behaviour = { kind: relay === failing ? 'break' : 'forward' };
    // The other may have to say first that it is back. Then one of many calls comes upon the address that fails: which one
    // is tried first is a matter of chance.
    await expect.poll(send).toBe(200);
    for (let call = 0; call < 20; call++) await send();
    await expect.poll(send).toBe(200);
    for (let call = 0; call < 5; call++) expect(await send()).toBe(200);
  }
  for (const relay of relays) relay.behaviour = { kind: 'break' };
  await expect.poll(send).toBe(503);
  for (const relay of relays) relay.behaviour = { kind: 'forward' };
  await expect.poll(send).toBe(200);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  await settled(stack, key);
  expect(await stack.credit(key.key)).toBe(1000 - statuses.filter((status) => status === 200).length);
});
