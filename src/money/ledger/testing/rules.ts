/** A small ledger for tests of the rules: opened, asked, and checked after each step. */
import { expect } from 'vitest';
import type { ScopeName } from '../../../contract/operations.ts';
import { type AdmitCommand, admit as admitCommand } from '../admission.ts';
import { grant } from '../credits.ts';
import { type Decision, emptyState, evolve, faultOf, keyState, type LedgerState } from '../state.ts';
import { open } from '../wallet.ts';

export const leaseMs = 55_000;
export const day = 86_400_000;
export const opening = { creationId: 'c', keyId: 'key_1', keyHash: 'hash', limit: null };

/** Applies the events of a decision, and checks that the ledger is sound. @returns the decision's answer */
export function apply<Answer>(state: LedgerState, { answer, events }: Decision<Answer>): Answer {
  for (const event of events) evolve(state, event);
  expect(faultOf(state)).toBeNull();
  return answer;
}

/** A ledger with one key, opened at the beginning of time. */
export function opened(credits: number, ratePerMinute = 1000, expiresAtMs = 100 * day): LedgerState {
  const state = emptyState();
  apply(state, open(state, { ...opening, credits, expiresAtMs, ratePerMinute, operations: null }, 0));
  return state;
}

/** A call of the first key, to be admitted. */
export function command(holdId: string, change: Partial<AdmitCommand> = {}): AdmitCommand {
  return {
    key: { hash: 'hash' },
    operation: 'image-without-background',
    requestId: `r-${holdId}`,
    idempotencyKey: null,
    holdId,
    leaseMs,
    remembered: null,
    freePreviews: 0,
    isUsed: false,
    ...change,
  };
}

/** A top-up without a reference. */
export function topUp(
  state: LedgerState,
  credits: number,
  expiresAtMs: number | null,
  lifetimeMs: number,
  nowMs: number,
) {
  const nothing = { isGranted: false, waiting: [] };
  return grant(state, { credits, expiresAtMs, reference: null }, nothing, lifetimeMs, nowMs);
}

/** What the first key can spend. */
export function spendableOf(state: LedgerState, nowMs: number): number | undefined {
  return keyState(state, 'key_1', nowMs)?.credit;
}

/** Admits a call of the first key. @param operation the cutout unless given */
export function admit(state: LedgerState, holdId: string, nowMs: number, operation?: ScopeName) {
  return apply(state, admitCommand(state, command(holdId, operation ? { operation } : {}), nowMs));
}

/** The entries that a decision makes. */
export function entriesOf({ events }: Decision<unknown>) {
  return events.flatMap((event) => (event.kind === 'moved' ? [event.entry] : []));
}
