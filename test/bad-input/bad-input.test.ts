/**
 * Requests that no client should send. Each gets its exact answer within a second of the byte that decides it (the
 * drain of an upload that stalls comes on top), costs nothing, and leaves the service as it was.
 */
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey as newKey } from '../../src/keys/format.ts';
import { expectCharged } from '../accounts.ts';
import { expectRefusal, invalid, refusals } from '../contract.ts';
import type { Answer } from '../http-message.ts';
import { canMeasure, findWorkerd, growthDuring } from '../memory.ts';
import { noise, photo } from '../photos.ts';
import { blankData, blankPng, pngWith } from '../png.ts';
import { type Call, filePart, multipartCall } from '../requests.ts';
import { declareService } from '../service.ts';
import { Connection, headOf, writeCall } from '../sockets.ts';
import type { CreatedKey } from '../stack.ts';
import { cutoutPath, mattePath } from './case.ts';
import { forms } from './forms.ts';
import { images } from './images.ts';
import { jsonBodies } from './json.ts';

const decisionMs = 1000;
/** DRAIN_MS and DRAIN_BYTES, at their defaults. */
const drainMs = 5000;
const drainBytes = 32 * 1024 * 1024;
const uploadTotalMs = 6000;
const megabyte = 1024 * 1024;

const service = declareService({ UPLOAD_TOTAL_MS: String(uploadTotalMs) });
const formats = new Map<string, boolean>();

beforeAll(async () => {
  const health = await fetch(`${service.stack.base}/healthz`);
  const { image_lane } = (await health.json()) as { image_lane: string };
  formats.set('image lane', image_lane === 'ready');
});

/** Runs a step on a connection of its own. */
async function connected<Result>(step: (connection: Connection, base: string) => Promise<Result>): Promise<Result> {
  const { base } = service.stack;
  const connection = await Connection.open(base);
  try {
    return await step(connection, base);
  } finally {
    connection.close();
  }
}

/** Sends a whole request and says how long the answer took after its last byte. */
function judge(call: Call): Promise<{ answer: Answer; waitedMs: number }> {
  return connected(async (connection, base) => {
    await writeCall(connection, base, call);
    const sentAt = performance.now();
    const answer = await connection.answer();
    return { answer, waitedMs: performance.now() - sentAt };
  });
}

/** The key was charged for nothing so far, and a good request is still served, for one credit. */
async function expectWell(key: CreatedKey): Promise<void> {
  await service.expectNoCreditMoved(key);
  const answer = await service.send(service.goodCall('alpha-channel', key.key));
  expect(answer.status).toBe(200);
  await expectCharged(service.stack, key, 5, [answer.headers.get('X-Request-Id')]);
}

describe.each([
  ['forms', forms],
  ['JSON bodies', jsonBodies],
  ['images', images],
] as const)('%s', (_, cases) => {
  test.each(cases.map((one) => [`${one.name}: ${one.expected.status}`, one] as const))('%s', async (__, one) => {
    const key = await service.createKey();
    const { answer, waitedMs } = await judge(await one.call(key.key, service.image));
    expectRefusal(answer, one.expected);
    expect(waitedMs).toBeLessThan(decisionMs);
    await expectWell(key);
  });
});
