/** What became of a key's credits, as its owner and as the operator see it. */
import { expect } from 'vitest';
import type { CreatedKey, Stack } from './stack.ts';

export interface Standing {
  readonly credit: number;
  readonly balance: number;
  readonly open_holds: number;
}

export interface Movement {
  readonly kind: string;
  readonly amount: number;
  readonly request_id: string | null;
  readonly balance_after: number;
}

export async function standingOf(stack: Stack, { id }: CreatedKey): Promise<Standing> {
  const { credit, balance, open_holds } = (await (await stack.admin('GET', `/keys/${id}`)).json()) as Standing;
  return { credit, balance, open_holds };
}

/** Movements after the one that opened the key, oldest first. */
export async function movementsOf(stack: Stack, { id }: CreatedKey): Promise<readonly Movement[]> {
  const page = await (await stack.admin('GET', `/keys/${id}/entries?limit=200`)).json();
  const { entries } = page as { entries: readonly Movement[] };
  return entries
    .map(({ kind, amount, request_id, balance_after }) => ({ kind, amount, request_id, balance_after }))
    .reverse()
    .slice(1);
}

/** No credit was taken, none is held and none was given: neither the balance nor the entries know of the call. */
export async function expectUntouched(stack: Stack, key: CreatedKey, credits: number): Promise<void> {
  expect(await standingOf(stack, key)).toEqual({ credit: credits, balance: credits, open_holds: 0 });
  expect(await movementsOf(stack, key)).toEqual([]);
}

/** A 200's settlement may run after its last byte, so holds are waited for. */
export async function settled(stack: Stack, key: CreatedKey, waitMs = 30_000): Promise<Standing> {
  const endsBy = Date.now() + waitMs;
  for (;;) {
    const standing = await standingOf(stack, key);
    if (standing.open_holds === 0) return standing;
    if (Date.now() > endsBy) throw new Error(`A hold was still open ${waitMs} ms after the answer`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Exactly these calls were charged, one credit each, in this order. */
export async function expectCharged(
  stack: Stack,
  key: CreatedKey,
  credits: number,
  requestIds: readonly (string | null)[],
): Promise<void> {
  const left = credits - requestIds.length;
  expect(await settled(stack, key)).toEqual({ credit: left, balance: left, open_holds: 0 });
  const charges = requestIds.map((request_id, at) => {
    return { kind: 'charge', amount: -1, request_id, balance_after: credits - at - 1 };
  });
  expect(await movementsOf(stack, key)).toEqual(charges);
}
