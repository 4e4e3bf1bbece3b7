/** INFERENCE_TOKEN gets another value while calls come, step by step as docs/secrets.md says: no call fails. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Relay, startRelay } from '../../../test/relay.ts';
import { scriptedImage, startScripted, type TestService } from '../../inference/testing/service.ts';
import { messageHeaders } from '../protocol/frame.ts';
import { encodeInferRequest } from '../protocol/message.ts';
import gateway from './gateway.ts';

/** As the streams of the Workers runtime. */
class Identity extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    super({ transform: (piece, controller) => controller.enqueue(piece.slice()) });
  }
}

let relays: Relay[];
let services: TestService[];

beforeEach(async () => {
  vi.stubGlobal('FixedLengthStream', Identity);
  vi.stubGlobal('IdentityTransformStream', Identity);
  for (const stream of ['log', 'warn', 'error'] as const) vi.spyOn(console, stream).mockImplementation(() => {});
  relays = [await startRelay(), await startRelay()];
  services = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await Promise.all([...relays, ...services].map((each) => each.stop()));
});

/**
 * Puts a service with other tokens behind each address, one address after the other. Those of before run on to the end: how a
 * service ends under load is another test's.
 */
async function replaceEach(token: string, tokensOld: readonly string[]): Promise<void> {
  const service = await startScripted({ token, tokensOld });
  services.push(service);
  for (const relay of relays) {
    relay.targetPort = service.running.port;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const behind: Promise<unknown>[] = [];
const context = { waitUntil: (work: Promise<unknown>) => void behind.push(work) };

/** A run of a network, through a gateway that shows this token. */
async function statusOf(token: string, call: number): Promise<number> {
  const message = encodeInferRequest({ inputs: [scriptedImage(0)], binaryOutput: true });
  const request = new Request('http://inference/v2/models/luma/infer', {
    method: 'POST',
    headers: { ...messageHeaders(message), 'X-Request-Id': `call-${call}`, 'X-Picture': call.toString(16) },
    body: message.body,
  });
  const env = {
    INFERENCE_TOKEN: token,
    INFERENCE_URL: relays.map(({ url }) => url).join(),
    INFERENCE_VPC: {
      fetch: (url: string, init: RequestInit) => fetch(url, { ...init, duplex: 'half' } as RequestInit),
    },
  };
  const answer = await gateway.fetch(request, env as never, context);
  await answer.arrayBuffer();
  return answer.status;
}

test('services accept both, then the gateway shows the new one, then the former goes', async () => {
  await replaceEach('former', []);
  let shown = ['former'];
  let isOver = false;
  const statuses: number[] = [];
  const load = Array.from({ length: 3 }, async (_, caller) => {
    for (let call = caller; !isOver; call += 3) statuses.push(await statusOf(shown[call % shown.length], call));
  });
  const answered = async () => {
    const count = statuses.length;
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(count + 10), { timeout: 20_000 });
  };
  await answered();
  await replaceEach('former', ['new']);
  await answered();
  // Isolates of the gateway change one after the other.
  shown = ['former', 'new'];
  await answered();
  shown = ['new'];
  await replaceEach('new', ['former']);
  await answered();
  await replaceEach('new', []);
  await answered();
  isOver = true;
  await Promise.all(load);
  await Promise.all(behind);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await statusOf('former', 0)).toBe(502);
}, 120_000);
