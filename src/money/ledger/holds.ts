/** The life of a hold: renewed, then settled, released or lapsed. Each ends once. */
import type { EntryKind } from '../../contract/account.ts';
import type { NamedCall } from '../../contract/idempotency.ts';
import { firstOf } from './names.ts';
import {
  type Decision,
  type HeldCredit,
  type LedgerEvent,
  type LedgerState,
  type Movement,
  unchanged,
} from './state.ts';

/** Extends a lease. False when the hold has ended. */
export function renew({ holds }: LedgerState, holdId: string, leaseMs: number, nowMs: number): Decision<boolean> {
  const hold = holds.get(holdId);
  if (!hold) return unchanged(false);
  return { answer: true, events: [{ kind: 'hold-renewed', hold: { ...hold, leaseEndsAtMs: nowMs + leaseMs } }] };
}

/**
 * Turns a hold into a charge of one credit, or into an entry that costs nothing: that of a repeat, an edit or a free preview.
 * What has ended is not charged a second time.
 * @param fingerprint remembered under the name of a first call; null remembers nothing
 * @param how `isPreview`: whether it was the free preview that the hold keeps
 *   `call`: what it is under its name; null where it has none, or cannot be edited
 */
export function settle(
  state: LedgerState,
  holdId: string,
  fingerprint: string | null,
  nowMs: number,
  { isPreview = false, call = null }: { readonly isPreview?: boolean; readonly call?: NamedCall | null } = {},
): Decision<boolean> {
  const hold = state.holds.get(holdId);
  if (!hold || !state.wallet) return unchanged(false);
  const { keyId, name, previewMonth } = hold;
  const closed: LedgerEvent = { kind: 'hold-closed', hold };
  const remembering: LedgerEvent[] = [];
  if (name !== null && fingerprint !== null) {
    const remembered = firstOf(fingerprint, call?.variant ?? null, nowMs);
    remembering.push({ kind: 'name-remembered', keyId, name, remembered });
  }
  if (isPreview && previewMonth !== null) {
    const used: LedgerEvent = { kind: 'preview-used', month: previewMonth };
    return { answer: true, events: [closed, used, moved(state, 'preview', hold, nowMs), ...remembering] };
  }
  // It could pay for a preview only, and the call was none.
  if (hold.amount === 0 && previewMonth !== null) return { answer: false, events: [closed] };
  if (hold.amount === 0) {
    const edit = call?.edit ?? null;
    const events: LedgerEvent[] = [closed, moved(state, edit ? 'edit' : 'repeat', hold, nowMs)];
    if (name !== null && call && edit) events.push({ kind: 'name-edited', keyId, name, variant: call.variant, edit });
    else if (name !== null) events.push({ kind: 'name-repeated', keyId, name });
    return { answer: true, events };
  }
  const wallet = { ...state.wallet, balance: state.wallet.balance - 1 };
  const charge = moved({ ...state, wallet }, 'charge', hold, nowMs);
  return { answer: true, events: [closed, { kind: 'wallet-changed', wallet }, charge, ...remembering] };
}

/**
 * Gives a hold back. The name of a first call is free again; that of a repeat stays remembered as it was. What admitted the call
 * once may admit another.
 */
export function release({ holds }: LedgerState, holdId: string): Decision<boolean> {
  const hold = holds.get(holdId);
  return hold ? { answer: true, events: [{ kind: 'hold-closed', hold, isReleased: true }] } : unchanged(false);
}

/** Gives back every hold whose lease has run out by `nowMs`, with an entry each. */
export function lapse(state: LedgerState, nowMs: number): Decision<void> {
  return lapseSome(state, ({ leaseEndsAtMs }) => leaseEndsAtMs <= nowMs, nowMs);
}

/** Gives back every hold, however long its lease has still to run. */
export function lapseAll(state: LedgerState, nowMs: number): Decision<void> {
  return lapseSome(state, () => true, nowMs);
}

/** When the next lease runs out; null when no hold is open. */
export function nextLapseMs({ holds }: LedgerState): number | null {
  let next: number | null = null;
  for (const { leaseEndsAtMs } of holds.values()) next = Math.min(next ?? leaseEndsAtMs, leaseEndsAtMs);
  return next;
}

function lapseSome(state: LedgerState, isOver: (hold: HeldCredit) => boolean, nowMs: number): Decision<void> {
  const events = [...state.holds.values()]
    .filter(isOver)
    .flatMap((hold): LedgerEvent[] => [{ kind: 'hold-closed', hold }, moved(state, 'lapse', hold, nowMs)]);
  return { answer: undefined, events };
}

function moved(
  { wallet }: Pick<LedgerState, 'wallet'>,
  kind: EntryKind,
  { keyId, amount, requestId }: HeldCredit,
  atMs: number,
): LedgerEvent {
  const entry: Movement = {
    atMs,
    kind,
    amount: kind === 'charge' ? -amount : 0,
    keyId,
    requestId,
    reference: null,
    missing: 0,
    balanceAfter: wallet?.balance ?? 0,
  };
  return { kind: 'moved', entry };
}
