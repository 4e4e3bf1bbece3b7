/** Two Workers processes that have the same state open, as an orphan and its successor would. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WorkersProcess } from '../../src/local/workers-process.ts';
import { noisePhoto } from '../../testing/photos.ts';
import { type Stack, stackAt, startStack } from '../stack.ts';

let stack: Stack;
let other: WorkersProcess;
let photo: Buffer;

beforeAll(async () => {
  photo = await noisePhoto(64, 48);
  stack = await startStack({ inferenceVariables: { INFERENCE_QUEUE: '256' } });
  other = await stack.startWorkersBeside();
});
afterAll(async () => {
  await other?.stop();
  await stack?.stop();
});

async function cutout(base: string, key: string): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  const answer = await fetch(`${base}/v1.0/alpha-channel`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: form,
  });
  await answer.arrayBuffer();
  return answer.status;
}

function bases(): string[] {
  return [stack.base, other.base];
}

/** What each process says of a wallet, in their order. */
function walletBalances(id: string) {
  return Promise.all(
    bases().map(async (base) => {
      const answer = await stackAt({ ...stack, base }).admin('GET', `/keys/${id}`);
      const { balance, open_holds: openHolds } = (await answer.json()) as { balance: number; open_holds: number };
      return { balance, openHolds };
    }),
  );
}

test('10 credits buy 10 answers, one call after the other', () => buyAnswers(1));
test('10 credits buy 10 answers, eight calls at once', () => buyAnswers(8));

async function buyAnswers(atOnce: number): Promise<void> {
  const { key, id } = await stack.createKey({ credits: 10, rate: 1000 });
  // Each process reads the ledger before the other writes it.
  for (const base of bases()) {
    expect((await fetch(`${base}/available-credit`, { headers: { 'X-API-Key': key } })).status).toBe(200);
  }
  const counts = new Map<number, number>();
  for (let round = 0; round * atOnce < 60; round++) {
    const statuses = await Promise.all(
      Array.from({ length: atOnce }, (_, call) => cutout(bases()[(round + call) % 2], key)),
    );
    for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  console.log(`answers by status: ${JSON.stringify([...counts])}`);
  // One process may find the state locked by the other, so a question may fail for the moment.
  // What wrote last knows how it ended. The other remembers what it saw before, and reads anew once it writes.
  const spent = { balance: 0, openHolds: 0 };
  await expect.poll(() => walletBalances(id)).toContainEqual(spent);
  for (const base of bases()) await expect.poll(() => cutout(base, key)).toBe(402);
  expect(await walletBalances(id)).toEqual([spent, spent]);
  expect(counts.get(200)).toBe(10);
  expect([...counts.keys()].every((status) => [200, 402, 503].includes(status))).toBe(true);
}
