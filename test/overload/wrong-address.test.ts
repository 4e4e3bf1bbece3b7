/** Three inference services behind the gateway, of which one has another token: no call fails for it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationNamed } from '../../src/contract/operations.ts';
import { type InferenceProcess, startInferenceProcess } from '../../src/local/inference-process.ts';
import { photo } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { settled } from '../accounts.ts';
import { type CreatedKey, type Stack, startStack } from '../stack.ts';

const metricsToken = 'end-to-end-metrics-token';
let services: readonly InferenceProcess[];
let stack: Stack;
let image: Buffer;

const addressOf = ({ port }: InferenceProcess) => `http://127.0.0.1:${port}`;
/** The one with another token is the last, which is what an operator forgets. */
const wrong = () => addressOf(services[2]);

beforeAll(async () => {
  stack = await startStack({
    startInference: async (variables) => {
      const others = [variables, variables, { ...variables, INFERENCE_TOKEN: 'another-token' }];
      services = await Promise.all(others.map((each) => startInferenceProcess(each)));
      return services[0];
    },
    // Read once the services have their ports.
    gatewayVariables: {
      get INFERENCE_URL() {
        return services.map(addressOf).join();
      },
    },
    edgeVariables: { METRICS_TOKEN: metricsToken },
  });
  image = await photo();
});
afterAll(async () => {
  await stack?.stop();
  await Promise.all((services ?? []).slice(1).map((service) => service.stop()));
});

const { path } = operationNamed('alpha-channel');

async function statusOf({ key }: CreatedKey): Promise<number> {
  return (await sendWithFetch(stack.base, multipartCall(path, key, [filePart(image)]))).status;
}

async function metrics(): Promise<string> {
  const headers = { Authorization: `Bearer ${metricsToken}` };
  return (await fetch(`${stack.base}/metrics`, { headers })).text();
}

test('all calls are answered by the two others, each is charged once, and the metrics name the third', async () => {
  const key = await stack.createKey({ credits: 1000, rate: 1000 });
  const statuses: number[] = [];
  for (let call = 0; call < 8; call++) statuses.push(await statusOf(key));
  statuses.push(...(await Promise.all(Array.from({ length: 8 }, () => statusOf(key)))));
  expect(statuses).toEqual(Array(16).fill(200));
  await settled(stack, key);
  expect(await stack.credit(key.key)).toBe(1000 - 16);
  expect(await (await fetch(`${stack.base}/healthz`)).json()).toMatchObject({ status: 'ready', inference: 'ready' });

  const text = await metrics();
  const isIn = (address: string) =>
    text.match(`edgematte_gateway_address_in\\{service="networks",address="${address}"\\} ([01])`)?.[1];
  expect(services.map((service) => isIn(addressOf(service)))).toEqual(['1', '1', '0']);
  expect(text).toContain(
    `edgematte_gateway_address_outs_total{service="networks",address="${wrong()}",reason="token"} 1\n`,
  );
  // Health asks of the image lane too, for which the addresses are judged by themselves.
  const told = stack.output.filter((line) => /"reason":"token".*"service":"networks"/.test(line));
  expect(told.map((line) => JSON.parse(line.slice(line.indexOf('{'))))).toMatchObject([
    { level: 'error', event: 'origin-out', base: wrong(), cause: 'It refuses INFERENCE_TOKEN' },
  ]);
});
