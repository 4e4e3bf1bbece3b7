import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noisePhoto } from '../../testing/photos.ts';
import { type Stack, startStack } from '../stack.ts';

let stack: Stack;
let photo: Buffer;

/**
 * Leases are short here, so that a test sees the effect of a forgotten hold; and long enough for holds that are renewed on
 * a machine that stalls for many seconds.
 */
const leaseMs = 30_000;

beforeAll(async () => {
  photo = await noisePhoto(320, 240);
  stack = await startStack({
    edgeVariables: { LEASE_MS: String(leaseMs) },
    inferenceVariables: { INFERENCE_QUEUE: '256' },
  });
});
afterAll(() => stack.stop());

function cutout(key: string, file: Buffer = photo, init: RequestInit = {}): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'photo.jpg');
  return fetch(`${stack.base}/v1.0/image-without-background`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: form,
    ...init,
  });
}

/** Movements of a key, oldest first, and its balance. */
async function account(id: string) {
  const answer = await stack.admin('GET', `/keys/${id}`);
  return (await answer.json()) as { balance: number; open_holds: number; credit: number };
}

async function until(condition: () => Promise<boolean>, waitMs = 60_000): Promise<void> {
  const endsBy = Date.now() + waitMs;
  while (!(await condition())) {
    if (Date.now() > endsBy) throw new Error('The expected state did not come about in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const settled = (id: string) => until(async () => (await account(id)).open_holds === 0);

/** Status of a cutout that is made again as long as there is no room for it, or its credit is held by another call. */
async function statusOfCutout(key: string): Promise<number> {
  for (;;) {
    const answer = await cutout(key);
    await answer.arrayBuffer();
    if (answer.status !== 503) return answer.status;
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get('Retry-After')) * 1000));
  }
}

/** Sends 200 calls at once by keys in turn, which have 50 credits together: 50 × 200, and 150 × 402 once no hold is open. */
async function expectFiftySold(id: string, ...keys: readonly string[]): Promise<void> {
  const statuses = await Promise.all(
    Array.from({ length: 200 }, (_, call) => statusOfCutout(keys[call % keys.length])),
  );
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  expect(counts).toEqual({ 200: 50, 402: 150 });
  await settled(id);
  expect(await account(id)).toMatchObject({ balance: 0, credit: 0, open_holds: 0 });
}

test('200 calls at once on 50 credits end with 50 successes and 150 × 402', async () => {
  const { key, id } = await stack.createKey({ credits: 50, rate: 100_000 });
  await expectFiftySold(id, key);
});

test('200 calls at once by five keys of one wallet on 50 credits end with 50 successes and 150 × 402', async () => {
  const { key, id } = await stack.createKey({ credits: 50, rate: 100_000 });
  const more = async () => {
    const answer = await stack.admin('POST', `/wallets/${key.slice(0, 15)}/keys`, { rate_per_minute: 100_000 });
    return ((await answer.json()) as { key: string }).key;
  };
  await expectFiftySold(id, key, await more(), await more(), await more(), await more());
});

describe.concurrent('clients that leave', () => {
  test('halfway through the upload: nothing is charged', async () => {
    const { key, id } = await stack.createKey({ credits: 3 });
    const { port } = new URL(stack.base);
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
    socket.write(
      `POST /v1.0/image-without-background HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 500000\r\n\r\n${head}`,
    );
    socket.write(photo.subarray(0, 1000));
    await until(async () => (await account(id)).open_holds === 1);
    socket.destroy();
    await settled(id);
    expect(await account(id)).toMatchObject({ balance: 3, credit: 3 });
  });

  test('halfway through the download: the call is charged, once', async () => {
    const { key, id } = await stack.createKey({ credits: 3 });
    const large = await noisePhoto(2000, 1500);
    const leaving = new AbortController();
    const answer = await cutout(key, large, { signal: leaving.signal });
    expect(answer.status).toBe(200);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    // Bytes of the first piece alone do not say that the runtime has taken all of it: before that, leaving is free.
    for (let received = 0; received < 2 * 1024 * 1024; ) {
      const { value } = await reader.read();
      if (!value) throw new Error('The answer is too small to be left halfway');
      received += value.length;
    }
    leaving.abort();
    await settled(id);
    expect(await account(id)).toMatchObject({ balance: 2, credit: 2 });
  });

  test('slowly, over several leases: the hold is renewed and charged at the end', {
    timeout: 10 * leaseMs,
  }, async () => {
    const { key, id } = await stack.createKey({ credits: 3 });
    const large = await noisePhoto(2400, 1600);
    const { port } = new URL(stack.base);
    const body = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'),
      large,
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /v1.0/image-without-background HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
    const startedAt = Date.now();
    let received = 0;
    socket.on('data', (data) => {
      received += data.length;
      // Slow for as long as it takes, and no longer.
      if (received < 200_000 || Date.now() - startedAt > 2.25 * leaseMs) return;
      received = 0;
      socket.pause();
      setTimeout(() => socket.resume(), 2000);
    });
    await new Promise<void>((resolve) => socket.once('end', () => resolve()));
    expect(Date.now() - startedAt).toBeGreaterThan(2 * leaseMs);
    await settled(id);
    expect(await account(id)).toMatchObject({ balance: 2, credit: 2 });
    const { entries } = (await (await stack.admin('GET', `/keys/${id}/entries`)).json()) as {
      entries: { kind: string }[];
    };
    expect(entries.map(({ kind }) => kind)).toEqual(['charge', 'grant']);
  });
});

test('inference killed in the middle of 20 calls loses and invents no credit', async () => {
  const { key, id } = await stack.createKey({ credits: 30 });
  const large = await noisePhoto(800, 600);
  const calls = Array.from({ length: 10 }, () => cutout(key, large));
  await Promise.race(calls);
  // From here on it answers nobody: what is sent now is unanswered when it ends, however long this test takes to end it.
  stack.inference.child.kill('SIGSTOP');
  calls.push(...Array.from({ length: 10 }, () => cutout(key, large)));
  await until(async () => (await account(id)).open_holds > 0);
  stack.inference.child.kill('SIGKILL');
  const answers = await Promise.all(calls);
  const bodies = await Promise.all(answers.map((answer) => answer.arrayBuffer().catch(() => null)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  await settled(id);
  // One that began and was broken off is free.
  const successes = statuses.filter((status, call) => status === 200 && bodies[call] !== null).length;
  expect(await account(id)).toMatchObject({ balance: 30 - successes, credit: 30 - successes });

  await stack.restartInference();
  await until(async () => {
    const answer = await cutout(key);
    await answer.arrayBuffer();
    return answer.status === 200;
  });
  await settled(id);
  expect((await account(id)).balance).toBe(30 - successes - 1);
});

test('an evicted ledger goes on where it was', async () => {
  const { key, id } = await stack.createKey({ credits: 2 });
  await (await cutout(key)).arrayBuffer();
  await settled(id);
  const before = await account(id);
  await stack.restartWorkers();
  expect(await account(id)).toEqual(before);
  expect((await cutout(key)).status).toBe(200);
});
