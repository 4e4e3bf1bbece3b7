/**
 * Bad neighbours, each alone and all at once, beside three honest callers. Counted are refusals, turns, bytes that stay held, and
 * charges; how long honest calls take beside them, as a multiple of alone, is printed at the deep level and decides nothing.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deep } from '../../testing/depth.ts';
import { photo } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { type Stack, startStack } from '../stack.ts';
import { deepPng, manyScans, mostScans, type Neighbour, neighbours, slowUploads } from './neighbours.ts';

const honestCallers = 3;
const callsEach = deep ? 30 : 2;
const creditsOfNeighbour = 100_000;

let stack: Stack;
let picture: Buffer;
beforeAll(async () => {
  stack = await startStack();
  picture = await photo('jpeg', 1200, 900);
});
afterAll(() => stack?.stop());

interface Memory {
  readonly total_bytes: number;
  readonly free_bytes: number;
}

async function heldBytes(): Promise<number> {
  const answer = await fetch(`${stack.base}/healthz`);
  const { memory } = (await answer.json()) as { memory: Memory };
  return memory.total_bytes - memory.free_bytes;
}

/** Milliseconds of each call of three callers, who all get what they ask for and pay for no more. */
async function honest(): Promise<number[]> {
  const callers = Array.from({ length: honestCallers }, async () => {
    const { key } = await stack.createKey({ credits: callsEach + 1, rate: 100_000 });
    const tookMs: number[] = [];
    const statuses: number[] = [];
    for (let call = 0; call < callsEach; call++) {
      const began = performance.now();
      const answer = await sendWithFetch(stack.base, multipartCall('/v1.0/alpha-channel', key, [filePart(picture)]));
      statuses.push(answer.status);
      tookMs.push(performance.now() - began);
    }
    expect(statuses).toEqual(Array(callsEach).fill(200));
    await expect.poll(() => stack.credit(key)).toBe(1);
    return tookMs;
  });
  return (await Promise.all(callers)).flat();
}

/** What a round has shown, beside that no honest caller was refused. */
interface Round {
  readonly tookMs: readonly number[];
  readonly statuses: ReadonlyMap<Neighbour, readonly number[]>;
  /** Held by neighbours alone, once honest callers had their answers. */
  readonly heldBytes: number;
  /** Most questions for a balance that were answered within one call of a neighbour. */
  readonly mostTurns: number;
}

/** Honest callers beside bad ones, who then stop. */
async function beside(bad: readonly Neighbour[]): Promise<Round> {
  const stop = new AbortController();
  let answered = 0;
  let mostTurns = 0;
  const onCall = () => {
    const before = answered;
    return () => {
      mostTurns = Math.max(mostTurns, answered - before);
    };
  };
  const asker = await stack.createKey({ rate: 100_000 });
  const asking = (async () => {
    while (!stop.signal.aborted) {
      await stack.credit(asker.key);
      answered++;
    }
  })();
  const keys = new Map<Neighbour, string>();
  for (const neighbour of bad) {
    keys.set(neighbour, (await stack.createKey({ credits: creditsOfNeighbour, rate: 100_000 })).key);
  }
  const running = bad.map((neighbour) => neighbour.run(stack.base, keys.get(neighbour) ?? '', stop.signal, onCall));
  const tookMs = await honest();
  const held = await heldBytes();
  stop.abort();
  const done = await Promise.all(running);
  await asking;
  const statuses = new Map<Neighbour, readonly number[]>();
  for (const [index, neighbour] of bad.entries()) {
    const { calls, statuses: its } = done[index];
    statuses.set(neighbour, its);
    // Each 200 that was read is charged; one that was not read may be, and nothing else is.
    const paid = its.filter((status) => status === 200).length;
    const key = keys.get(neighbour) ?? '';
    const spent = async () => creditsOfNeighbour - (await stack.credit(key));
    if (its.length === calls) await expect.poll(spent).toBe(paid);
    else await expect.poll(spent).toBeLessThanOrEqual(neighbour === slowUploads ? 0 : calls);
  }
  await expect.poll(heldBytes, { timeout: 60_000 }).toBe(0);
  return { tookMs, statuses, heldBytes: held, mostTurns };
}

function p95(tookMs: readonly number[]): number {
  return [...tookMs].sort((one, other) => one - other)[Math.floor(0.95 * (tookMs.length - 1))];
}

describe('honest callers are not refused, and nothing stays', () => {
  const ratios: string[] = [];
  let alone = Number.NaN;
  afterAll(() => console.log(`p95 as a multiple of alone:\n${ratios.join('\n')}`));
  const note = (name: string, { tookMs }: Round) => ratios.push(`${(p95(tookMs) / alone).toFixed(1)}  ${name}`);

  test('alone', async () => {
    // The first calls warm the service up.
    await honest();
    alone = p95(await honest());
    expect(await heldBytes()).toBe(0);
  });

  test.each(neighbours.map((neighbour) => [neighbour.name, neighbour] as const))(
    'beside %s',
    async (name, neighbour) => {
      const round = await beside([neighbour]);
      note(name, round);
      const statuses = [...new Set(round.statuses.get(neighbour))];
      switch (neighbour) {
        case slowUploads:
          // A buffer each, and what honest calls may just have had.
          expect(round.heldBytes).toBeLessThan(2 ** 20);
          break;
        case manyScans:
          expect(statuses).toEqual([422]);
          break;
        case mostScans:
        case deepPng:
          expect(round.mostTurns).toBeGreaterThanOrEqual(3);
      }
    },
  );

  test('beside all of them at once', async () => {
    note('all at once', await beside(neighbours));
  });
});
