import fc from 'fast-check';
import { expect, test } from 'vitest';
import { admit } from './admission.ts';
import { auditEntries } from './chain.ts';
import { lapse, release, renew, settle } from './holds.ts';
import { maxRepeats, memoryMs, type Remembered } from './names.ts';
import { type Decision, emptyState, evolve, faultOf, type Movement, spendable } from './state.ts';
import { open, topUp } from './wallet.ts';

const leaseMs = 55_000;
const day = 86_400_000;
const operation = 'image-without-background';

/** What a ledger is, without windows or events: credits granted and charged, calls that are open, names that were paid. */
interface Model {
  granted: number;
  charged: number;
  readonly open: Map<string, { endsAtMs: number; amount: number; name: string | null }>;
  readonly paid: Map<string, { fingerprint: string; repeats: number; endsAtMs: number }>;
}

/** The rules and the memory of names that the store would keep for them. */
class Ledger {
  readonly state = emptyState();
  readonly names = new Map<string, Remembered>();
  readonly entries: Movement[] = [];

  apply<Answer>({ answer, events }: Decision<Answer>): Answer {
    for (const event of events) {
      evolve(this.state, event);
      if (event.kind === 'moved') this.entries.push(event.entry);
      if (event.kind === 'name-remembered') this.names.set(event.name, event.remembered);
      if (event.kind === 'name-repeated') {
        const remembered = this.names.get(event.name);
        if (remembered) this.names.set(event.name, { ...remembered, repeats: remembered.repeats + 1 });
      }
    }
    expect(faultOf(this.state)).toBeNull();
    return answer;
  }
}

const hold = fc.nat(30);
const name = fc.option(fc.constantFrom('n1', 'n2', 'n3'));
const command = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('admit' as const), name }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('settle' as const), hold }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('release' as const), hold }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('renew' as const), hold }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(2 * leaseMs) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(2 * memoryMs) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lapse' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('top-up' as const), credits: fc.nat(5) }) },
);

/** What the model says of an admission under that name, and of the hold that it takes. */
function expected({ granted, charged, open, paid }: Model, name: string | null, nowMs: number) {
  const held = [...open.values()];
  if (name !== null && held.some((call) => call.name === name)) return { outcome: 'in-progress' };
  const memory = name === null ? undefined : paid.get(name);
  if (memory && nowMs < memory.endsAtMs) {
    if (memory.repeats >= maxRepeats) return { outcome: 'exhausted' };
    return { outcome: 'admitted', remembered: memory.fingerprint };
  }
  const spendable = granted - charged - held.reduce((sum, { amount }) => sum + amount, 0);
  return spendable >= 1 ? { outcome: 'admitted', remembered: null } : { outcome: 'insufficient' };
}

function settleInModel(model: Model, id: string, fingerprint: string, nowMs: number): boolean {
  const call = model.open.get(id);
  if (!call) return false;
  model.open.delete(id);
  model.charged += call.amount;
  if (call.name === null) return true;
  const memory = model.paid.get(call.name);
  if (call.amount === 1) model.paid.set(call.name, { fingerprint, repeats: 0, endsAtMs: nowMs + memoryMs });
  else if (memory) memory.repeats++;
  return true;
}

test('10,000 random sequences agree with a simple model', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  console.log(`ledger property seed ${seed}`);
  fc.assert(
    fc.property(fc.nat(6), fc.array(command, { maxLength: 40 }), (credits, commands) => {
      const ledger = new Ledger();
      const { state } = ledger;
      const terms = { credits, expiresAtMs: Number.MAX_SAFE_INTEGER, ratePerMinute: 10_000, operations: null };
      ledger.apply(open(state, { creationId: 'c', keyId: 'key_1', keyHash: 'hash', ...terms }, 0));
      const model: Model = { granted: credits, charged: 0, open: new Map(), paid: new Map() };
      let nowMs = 0;
      let calls = 0;
      for (const step of commands) {
        const id = 'hold' in step ? `h${step.hold}` : '';
        switch (step.kind) {
          case 'admit': {
            const { name } = step;
            const holdId = `h${calls}`;
            const remembered = name === null ? null : (ledger.names.get(name) ?? null);
            const request = { keyHash: 'hash', operation, requestId: holdId, idempotencyKey: name } as const;
            const due = expected(model, name, nowMs);
            const admission = ledger.apply(admit(state, { ...request, holdId, leaseMs, remembered }, nowMs));
            expect(admission).toMatchObject(due);
            if (admission.outcome === 'admitted') {
              const amount = admission.remembered === null ? 1 : 0;
              model.open.set(holdId, { endsAtMs: nowMs + leaseMs, amount, name });
              calls++;
            }
            break;
          }
          case 'settle': {
            const fingerprint = `fingerprint of ${id}`;
            const settled = ledger.apply(settle(state, id, fingerprint, nowMs));
            expect(settled).toBe(settleInModel(model, id, fingerprint, nowMs));
            break;
          }
          case 'release':
            expect(ledger.apply(release(state, id))).toBe(model.open.delete(id));
            break;
          case 'renew': {
            const call = model.open.get(id);
            expect(ledger.apply(renew(state, id, leaseMs, nowMs))).toBe(call !== undefined);
            if (call) call.endsAtMs = nowMs + leaseMs;
            break;
          }
          case 'wait':
            nowMs += step.ms;
            break;
          case 'lapse':
            ledger.apply(lapse(state, nowMs));
            for (const [open, { endsAtMs }] of model.open) if (endsAtMs <= nowMs) model.open.delete(open);
            break;
          case 'top-up':
            ledger.apply(topUp(state, step.credits, null, day, nowMs));
            model.granted += step.credits;
            break;
        }
        const held = [...model.open.values()].reduce((sum, { amount }) => sum + amount, 0);
        expect(state.wallet?.balance).toBe(model.granted - model.charged);
        expect([...state.holds.keys()]).toEqual([...model.open.keys()]);
        expect(spendable(state, nowMs)).toBe(model.granted - model.charged - held);
      }
      const newestFirst = ledger.entries.map((entry, index) => ({ ...entry, sequence: index + 1 })).reverse();
      const audit = auditEntries({ walk: () => newestFirst }, state.wallet?.balance ?? -1, null, 1000);
      expect(audit).toEqual({ fault: null, checked: newestFirst.length, next: null });
    }),
    { numRuns: 10_000, seed },
  );
});
