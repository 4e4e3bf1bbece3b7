import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxRepeats } from '../../contract/idempotency.ts';
import { admit } from './admission.ts';
import { auditEntries } from './chain.ts';
import { grant, type KnownOfGrant, refund } from './credits.ts';
import { lapse, release, renew, settle } from './holds.ts';
import { memoryMs, type Remembered } from './names.ts';
import { type Decision, emptyState, evolve, faultOf, keyState, type Movement, type Noted } from './state.ts';
import { addKey, amendKey, amendWallet, endKey, open } from './wallet.ts';

const leaseMs = 55_000;
const day = 86_400_000;
/** Free previews of the wallet in a month. */
const freePreviews = 2;

interface ModelKey {
  limit: number | null;
  endsAtMs: number;
  charged: number;
  readonly paid: Map<string, { fingerprint: string; repeats: number; endsAtMs: number }>;
}

interface ModelCall {
  readonly key: string;
  endsAtMs: number;
  readonly amount: number;
  readonly name: string | null;
  /** The month whose free preview it keeps; null where it keeps none. */
  readonly month: string | null;
}

/** What a ledger is, without windows or events: credits granted and charged, keys, calls that are open. */
interface Model {
  granted: number;
  refunded: number;
  /** Orders that were granted, and refunds by reference: what was taken, or null while they wait. */
  readonly orders: Set<string>;
  readonly refunds: Map<string, { readonly order: string; readonly credits: number; taken: number | null }>;
  charged: number;
  /** Free previews that were used, by month. */
  readonly previews: Map<string, number>;
  suspended: boolean;
  readonly keys: Map<string, ModelKey>;
  readonly open: Map<string, ModelCall>;
}

/** The rules and the memory of names that the store would keep for them. */
class Ledger {
  readonly state = emptyState();
  readonly names = new Map<string, Remembered>();
  readonly entries: Movement[] = [];
  readonly references: Noted[] = [];

  knownOfGrant(reference: string): KnownOfGrant {
    const refunds = this.references.flatMap((noted) => (noted.kind === 'refund' ? [noted] : []));
    const waiting = refunds.filter(({ of, waits }) => waits && of === reference);
    return { isGranted: this.#noted('grant', reference) !== undefined, waiting };
  }

  knownRefund(reference: string) {
    const noted = this.#noted('refund', reference);
    return noted?.kind === 'refund' ? noted : null;
  }

  #noted(kind: Noted['kind'], reference: string): Noted | undefined {
    return this.references.find((noted) => noted.kind === kind && noted.reference === reference);
  }

  apply<Answer>({ answer, events }: Decision<Answer>): Answer {
    for (const event of events) {
      evolve(this.state, event);
      if (event.kind === 'moved') this.entries.push(event.entry);
      if (event.kind === 'name-remembered') this.names.set(`${event.keyId} ${event.name}`, event.remembered);
      if (event.kind === 'reference-noted') {
        const { kind, reference } = event.noted;
        const before = this.#noted(kind, reference);
        if (before) this.references.splice(this.references.indexOf(before), 1);
        this.references.push(event.noted);
      }
      if (event.kind === 'name-repeated') {
        const place = `${event.keyId} ${event.name}`;
        const remembered = this.names.get(place);
        if (remembered) this.names.set(place, { ...remembered, repeats: remembered.repeats + 1 });
      }
    }
    expect(faultOf(this.state)).toBeNull();
    return answer;
  }
}

const hold = fc.nat(30);
const key = fc.constantFrom('k0', 'k1', 'k2');
/** The last of them is hidden. */
const isHidden = (keyId: string) => keyId === 'k2';
const hashOf = (keyId: string) => `hash of ${keyId}`;
/** Whether a call names its key by id, which is right for a hidden one alone. Mostly it does what is right. */
const byId = fc.option(fc.boolean(), { freq: 2 });
const name = fc.option(fc.constantFrom('n1', 'n2'));
const limit = fc.option(fc.nat(4));
const operation = fc.constantFrom('image-without-background', 'removebg');
const order = fc.constantFrom('o1', 'o2', 'o3');
const command = fc.oneof(
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('admit' as const), key, byId, name, operation }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('settle' as const), hold, isPreview: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('release' as const), hold }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('renew' as const), hold }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(2 * leaseMs) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(2 * memoryMs) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lapse' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('grant' as const), credits: fc.nat(5), order }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), credits: fc.nat(5), order, part: fc.nat(1) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add-key' as const), key, limit }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('limit' as const), key, limit }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), key, inMs: fc.nat(leaseMs) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('suspend' as const), suspended: fc.boolean() }) },
);

/** What a key can spend, by the model. */
function credit({ granted, refunded, charged, open, keys }: Model, id: string): number {
  const calls = [...open.values()];
  const held = (among: readonly ModelCall[]) => among.reduce((sum, { amount }) => sum + amount, 0);
  const free = granted - refunded - charged - held(calls);
  const key = keys.get(id);
  if (!key || key.limit === null) return free;
  return Math.max(0, Math.min(free, key.limit - key.charged - held(calls.filter((call) => call.key === id))));
}

/** What a key has not been charged for, by the model: its credit if no call were open. */
function unspent(model: Model, id: string): number {
  return credit({ ...model, open: new Map() }, id);
}

const monthOf = (nowMs: number) => new Date(nowMs).toISOString().slice(0, 7);

/** Free previews that are left, by the model. */
function previewsLeft({ previews, open }: Model, nowMs: number): number {
  const month = monthOf(nowMs);
  return freePreviews - (previews.get(month) ?? 0) - [...open.values()].filter((call) => call.month === month).length;
}

/** What the model says of an admission by that key under that name, and of the hold that it takes. */
function expected(model: Model, id: string, name: string | null, mayBePreview: boolean, nowMs: number) {
  const key = model.keys.get(id);
  if (!key || model.suspended || nowMs >= key.endsAtMs) return { outcome: 'unknown' };
  const isInWork = [...model.open.values()].some((call) => call.key === id && call.name === name);
  if (name !== null && isInWork) return { outcome: 'in-progress' };
  const memory = name === null ? undefined : key.paid.get(name);
  if (memory && nowMs < memory.endsAtMs) {
    if (memory.repeats >= maxRepeats) return { outcome: 'exhausted' };
    return { outcome: 'admitted', remembered: memory.fingerprint, freePreview: null };
  }
  const unpaid = unspent(model, id) < 1 ? 'insufficient' : credit(model, id) < 1 ? 'credits-held' : null;
  const isFree = mayBePreview && previewsLeft(model, nowMs) > 0;
  if (unpaid && !isFree) return { outcome: unpaid };
  return { outcome: 'admitted', remembered: null, freePreview: isFree ? { otherwise: unpaid } : null };
}

function settleInModel(model: Model, id: string, fingerprint: string, isPreview: boolean, nowMs: number): boolean {
  const call = model.open.get(id);
  const key = call && model.keys.get(call.key);
  if (!call || !key) return false;
  model.open.delete(id);
  const { month, amount } = call;
  const isFree = isPreview && month !== null;
  if (isFree) model.previews.set(month, (model.previews.get(month) ?? 0) + 1);
  else if (month !== null && amount === 0) return false;
  model.charged += isFree ? 0 : amount;
  key.charged += isFree ? 0 : amount;
  if (call.name === null) return true;
  const memory = key.paid.get(call.name);
  if (isFree || amount === 1) key.paid.set(call.name, { fingerprint, repeats: 0, endsAtMs: nowMs + memoryMs });
  else if (memory) memory.repeats++;
  return true;
}

/** Takes a refund back, as far as there is something that is neither spent nor held. */
function refundInModel(model: Model, refund: { readonly credits: number; taken: number | null }): void {
  refund.taken = Math.min(refund.credits, credit({ ...model, keys: new Map() }, ''));
  model.refunded += refund.taken;
}

const modelKey = (limit: number | null): ModelKey => ({
  limit,
  endsAtMs: Number.POSITIVE_INFINITY,
  charged: 0,
  paid: new Map(),
});
const opening = (keyId: string, limit: number | null) => {
  return { keyId, keyHash: isHidden(keyId) ? null : hashOf(keyId), ratePerMinute: 10_000, operations: null, limit };
};

test('10,000 random sequences agree with a simple model', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  console.log(`ledger property seed ${seed}`);
  fc.assert(
    fc.property(fc.nat(6), fc.array(command, { maxLength: 40 }), (credits, commands) => {
      const ledger = new Ledger();
      const { state } = ledger;
      const terms = { creationId: 'c', credits, expiresAtMs: Number.MAX_SAFE_INTEGER };
      ledger.apply(open(state, { ...opening('k0', null), ...terms }, 0));
      const keys = new Map([['k0', modelKey(null)]]);
      const model: Model = {
        granted: credits,
        refunded: 0,
        orders: new Set(),
        refunds: new Map(),
        charged: 0,
        previews: new Map(),
        suspended: false,
        keys,
        open: new Map(),
      };
      // A month ends soon.
      let nowMs = 30 * day;
      let calls = 0;
      for (const step of commands) {
        const id = 'hold' in step ? `h${step.hold}` : '';
        switch (step.kind) {
          case 'admit': {
            const { key, name, operation } = step;
            const byId = step.byId ?? isHidden(key);
            const holdId = `h${calls}`;
            const remembered = name === null ? null : (ledger.names.get(`${key} ${name}`) ?? null);
            const request = { operation, requestId: holdId, idempotencyKey: name } as const;
            const asking = byId ? { hiddenId: key } : { hash: hashOf(key) };
            const by = { key: asking, holdId, leaseMs, remembered, freePreviews, isUsed: false };
            const due =
              byId === isHidden(key)
                ? expected(model, key, name, operation === 'removebg', nowMs)
                : { outcome: 'unknown' };
            const admission = ledger.apply(admit(state, { ...request, ...by }, nowMs));
            expect(admission).toMatchObject(due);
            if (admission.outcome === 'admitted') {
              const { remembered, freePreview } = admission;
              const amount = remembered === null && !freePreview?.otherwise ? 1 : 0;
              const month = freePreview ? monthOf(nowMs) : null;
              model.open.set(holdId, { key, endsAtMs: nowMs + leaseMs, amount, name, month });
              calls++;
            }
            break;
          }
          case 'settle': {
            const fingerprint = `fingerprint of ${id}`;
            const settled = ledger.apply(settle(state, id, fingerprint, nowMs, { isPreview: step.isPreview }));
            expect(settled).toBe(settleInModel(model, id, fingerprint, step.isPreview, nowMs));
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
          case 'grant': {
            const { credits, order } = step;
            const granted = { credits, expiresAtMs: null, reference: order };
            ledger.apply(grant(state, granted, ledger.knownOfGrant(order), day, nowMs));
            if (model.orders.has(order)) break;
            model.orders.add(order);
            model.granted += credits;
            for (const waiting of model.refunds.values()) {
              if (waiting.order === order && waiting.taken === null) refundInModel(model, waiting);
            }
            break;
          }
          case 'refund': {
            const { credits, order, part } = step;
            const reference = `${order} ${part}`;
            const known = { before: ledger.knownRefund(reference), isGranted: ledger.knownOfGrant(order).isGranted };
            const answer = ledger.apply(refund(state, { credits, reference, of: order }, known, nowMs));
            const noted = model.refunds.get(reference) ?? { order, credits, taken: null };
            if (!model.refunds.has(reference) && model.orders.has(order)) refundInModel(model, noted);
            model.refunds.set(reference, noted);
            const { taken } = noted;
            expect(answer).toEqual({
              taken: taken ?? 0,
              missing: taken === null ? 0 : noted.credits - taken,
              waits: taken === null,
            });
            break;
          }
          case 'add-key':
            expect(ledger.apply(addKey(state, opening(step.key, step.limit), nowMs))).toBe('added');
            if (!keys.has(step.key)) keys.set(step.key, modelKey(step.limit));
            break;
          case 'limit': {
            const key = keys.get(step.key);
            expect(ledger.apply(amendKey(state, step.key, { limit: step.limit }))).toBe(key !== undefined);
            if (key) key.limit = step.limit;
            break;
          }
          case 'end': {
            const key = keys.get(step.key);
            expect(ledger.apply(endKey(state, step.key, nowMs + step.inMs, nowMs))).toBe(key !== undefined);
            if (key && nowMs < key.endsAtMs) key.endsAtMs = nowMs + step.inMs;
            break;
          }
          case 'suspend':
            ledger.apply(amendWallet(state, { suspended: step.suspended }));
            model.suspended = step.suspended;
            break;
        }
        expect(state.wallet?.balance).toBe(model.granted - model.refunded - model.charged);
        expect([...state.holds.keys()]).toEqual([...model.open.keys()]);
        for (const used of model.previews.values()) expect(used).toBeLessThanOrEqual(freePreviews);
        for (const [id, { charged }] of keys) {
          expect(keyState(state, id, nowMs)).toMatchObject({ credit: credit(model, id), charged });
        }
      }
      const newestFirst = ledger.entries.map((entry, index) => ({ ...entry, sequence: index + 1 })).reverse();
      const audit = auditEntries({ walk: () => newestFirst }, state.wallet?.balance ?? -1, null, 1000);
      expect(audit).toEqual({ fault: null, checked: newestFirst.length, next: null });
    }),
    { numRuns: 10_000, seed },
  );
});
