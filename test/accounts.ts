/** A key's credits, as its owner and as the operator see them. */
import { expect } from 'vitest';
import type { CreatedKey, SharedStack } from './stack.ts';

export interface WalletBalance {
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

interface Account {
  readonly wallet: WalletBalance;
  /** After the one that opened the key, oldest first. */
  readonly movements: readonly Movement[];
}

interface ShownKey extends WalletBalance {
  readonly entries: readonly (Movement & { readonly sequence: number })[];
}

/** Both in one call. @throws Error where the key has more movements than one answer shows */
async function accountOf(stack: SharedStack, { id }: CreatedKey): Promise<Account> {
  const shown = (await (await stack.admin('GET', `/keys/${id}`)).json()) as ShownKey;
  const { credit, balance, open_holds } = shown;
  if (shown.entries.at(-1)?.sequence !== 1) throw new Error(`${id} has more than ${shown.entries.length} entries`);
  const movements = shown.entries
    .map(({ kind, amount, request_id, balance_after }) => ({ kind, amount, request_id, balance_after }))
    .reverse()
    .slice(1);
  return { wallet: { credit, balance, open_holds }, movements };
}

export async function walletBalanceOf(stack: SharedStack, { id }: CreatedKey): Promise<WalletBalance> {
  const { credit, balance, open_holds } = (await (await stack.admin('GET', `/keys/${id}`)).json()) as WalletBalance;
  return { credit, balance, open_holds };
}

/** Movements after the one that opened the key, oldest first. */
export async function movementsOf(stack: SharedStack, key: CreatedKey): Promise<readonly Movement[]> {
  return (await accountOf(stack, key)).movements;
}

/** Kind and amount of each, also where they are more than a key shows by itself: up to 100. */
export async function allMovementsOf(stack: SharedStack, { id }: CreatedKey): Promise<readonly [string, number][]> {
  const page = await stack.admin('GET', `/keys/${id}/entries?limit=100`);
  const { entries } = (await page.json()) as { readonly entries: readonly Movement[] };
  const moved = entries.map(({ kind, amount }): [string, number] => [kind, amount]);
  return moved.reverse().slice(1);
}

/** No credit was charged, none is held and none was given: neither balance nor entries show the call. */
export async function expectUntouched(stack: SharedStack, key: CreatedKey, credits: number): Promise<void> {
  const wallet = { credit: credits, balance: credits, open_holds: 0 };
  expect(await accountOf(stack, key)).toEqual({ wallet, movements: [] });
}

/** A 200's settlement may run after its last byte, so holds are waited for. */
export async function settled(stack: SharedStack, key: CreatedKey, waitMs = 30_000): Promise<WalletBalance> {
  return untilSettled(
    () => walletBalanceOf(stack, key),
    (wallet) => wallet,
    waitMs,
  );
}

/** Exactly these calls were charged, one credit each, in this order. */
export async function expectCharged(
  stack: SharedStack,
  key: CreatedKey,
  credits: number,
  requestIds: readonly (string | null)[],
): Promise<void> {
  const left = credits - requestIds.length;
  const account = await untilSettled(
    () => accountOf(stack, key),
    ({ wallet }) => wallet,
  );
  const charges = requestIds.map((request_id, at) => {
    return { kind: 'charge', amount: -1, request_id, balance_after: credits - at - 1 };
  });
  expect(account).toEqual({ wallet: { credit: left, balance: left, open_holds: 0 }, movements: charges });
}

async function untilSettled<Seen>(
  read: () => Promise<Seen>,
  walletIn: (seen: Seen) => WalletBalance,
  waitMs = 30_000,
): Promise<Seen> {
  const endsBy = Date.now() + waitMs;
  for (;;) {
    const seen = await read();
    if (walletIn(seen).open_holds === 0) return seen;
    if (Date.now() > endsBy) throw new Error(`A hold was still open ${waitMs} ms after the answer`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
