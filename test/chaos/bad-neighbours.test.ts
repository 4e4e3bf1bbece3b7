/**
 * Bad neighbours beside three honest callers: all at once, and each alone; at a push only those alone of whom something is counted
 * that others would hide. Counted are refusals, turns, bytes that stay held, and charges; how long honest calls take beside them, as
 * a multiple of alone, is printed and decides nothing.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deep } from '../../testing/depth.ts';
import { missingNamespaces, runInNamespace } from '../namespace.ts';
import { patience } from '../shared-service.ts';
import { startStack } from '../stack.ts';
import { deepPng, eachThenAll, manyScans, mostScans, neighbours, slowOrigins, slowUploads } from './neighbours.ts';
import { type Honest, playRounds, type Round, type Rounds } from './rounds.ts';

/** The deep level has slow origins too, which need a network in which the fetcher finds them. */
const inNamespace = deep && missingNamespaces === null;
const callsEach = deep ? 20 : 1;
const played = inNamespace ? [...neighbours, slowOrigins] : neighbours;
const groups = deep ? eachThenAll(played) : [[slowUploads], [mostScans], [deepPng], played];
const rows = groups.map((group) => (group.length === 1 ? group[0].name : 'all of them at once'));

let rounds: Rounds;

/** At a push other files take the processor: a call waits longer there before it counts as one too many. */
async function playHere(): Promise<Rounds> {
  const stack = await startStack({ edgeVariables: deep ? {} : { CAPACITY_WAIT_MS: patience.CAPACITY_WAIT_MS } });
  try {
    return await playRounds(stack, groups, callsEach);
  } finally {
    await stack.stop();
  }
}

beforeAll(async () => {
  const playThere = () => runInNamespace('test/chaos/inside.ts', [String(callsEach)]) as Promise<Rounds>;
  rounds = await (inNamespace ? playThere() : playHere());
}, 1_800_000);

function p95({ tookMs }: Honest): number {
  return [...tookMs].sort((one, other) => one - other)[Math.floor(0.95 * (tookMs.length - 1))];
}

/** Nobody was refused, and paid for more than for what was asked. */
function expectServed({ statuses, left }: Honest): void {
  expect(statuses).toEqual(Array(3 * callsEach).fill(200));
  expect(left).toEqual([1, 1, 1]);
}

/** Who was refused paid nothing. Whether one is hangs on what else the machine does: the deep level, which has it alone, wants none. */
function expectPaidForAnswers({ statuses, left }: Honest): void {
  const refused = statuses.filter((status) => status === 503).length;
  expect(statuses.filter((status) => status === 200).length).toBe(3 * callsEach - refused);
  expect(left.reduce((sum, credits) => sum + credits)).toBe(3 + refused);
}

describe('honest callers are not refused, and nothing stays', () => {
  afterAll(() => {
    const ratioOf = ({ honest }: Round) => (p95(honest) / p95(rounds.alone)).toFixed(1);
    const table = rows.map((name, row) => `${ratioOf(rounds.beside[row])}  ${name}`);
    for (const refusal of rounds.beside.flatMap(({ honest }) => honest.refusals)) console.log(refusal);
    console.log(`p95 as a multiple of alone (${p95(rounds.alone).toFixed(0)} ms):\n${table.join('\n')}`);
  });

  test('alone', () => {
    expectServed(rounds.alone);
    expect(rounds.heldBytes).toBe(0);
  });

  test.each(rows.map((name, row) => [name, row] as const))('beside %s', (name, row) => {
    const { honest, neighbours, heldBytes, heldAfter, mostTurns } = rounds.beside[row];
    if (deep || groups[row].length === 1) expectServed(honest);
    else expectPaidForAnswers(honest);
    expect(heldAfter).toBe(0);
    for (const { name, statuses, calls, spent } of neighbours) {
      if (name === manyScans.name) expect([...new Set(statuses)]).toEqual([422]);
      const paid = statuses.filter((status) => status === 200).length;
      const leavesAnswers = played.find((each) => each.name === name)?.leavesAnswers ?? false;
      expect(spent, name).toBeGreaterThanOrEqual(paid);
      expect(spent, name).toBeLessThanOrEqual(leavesAnswers ? calls : paid);
    }
    switch (name) {
      case slowUploads.name:
      case slowOrigins.name:
        // A buffer each, and what honest calls may just have had.
        expect(heldBytes).toBeLessThan(2 ** 20);
        break;
      case mostScans.name:
      case deepPng.name:
        expect(mostTurns).toBeGreaterThanOrEqual(3);
    }
  });
});
