/** What admits one call of a wallet: used by that call, unless it is refused or released. */
import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { AdmissionRequest } from '../../contract/account.ts';
import { admitted, fingerprint, LEDGERS, type Ledger, meddle, openLedger, request, rows } from './testing/ledger.ts';

const soon = () => ({ id: crypto.randomUUID(), rememberedUntilMs: Date.now() + 120_000 });
const outcomeOf = async (ledger: Ledger, change: Partial<AdmissionRequest>) =>
  (await ledger.admit({ ...request, ...change })).outcome;

test('admits one call, in work and once it is charged, also by an object that has read all anew', async () => {
  const ledger = await openLedger();
  const once = soon();
  const holdId = await admitted(ledger, { once });
  expect(holdId).toBe(once.id);
  expect(await outcomeOf(ledger, { once })).toBe('used');
  await abortAllDurableObjects();
  const later = LEDGERS.get(ledger.id);
  expect(await outcomeOf(later, { once })).toBe('used');
  expect(await later.settle(holdId, null)).toBe(true);
  expect(await outcomeOf(later, { once })).toBe('used');
  // A hold that is gone gives nothing back.
  expect(await later.release(holdId)).toBe(false);
  expect(await outcomeOf(later, { once, idempotencyKey: 'another name' })).toBe('used');
  expect(await later.keyState('key_1')).toMatchObject({ balance: 2, openHolds: 0 });
  expect(await outcomeOf(later, { once: soon() })).toBe('admitted');
});

test('of twenty calls at once with the same, one is admitted', async () => {
  const ledger = await openLedger({ credits: 100 });
  const once = soon();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(ledger, { once })));
  expect(outcomes.filter((outcome) => outcome === 'admitted')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(19);
});

test('is not used by a call that is refused or released, and writes nothing where it was used', async () => {
  const ledger = await openLedger({ credits: 1, operations: ['alpha-channel'] });
  const [once, other] = [soon(), soon()];
  const holding = await admitted(ledger, { once: other });
  for (let refusal = 0; refusal < 3; refusal++) expect(await outcomeOf(ledger, { once })).toBe('credits-held');
  expect(await outcomeOf(ledger, { once, operation: 'car-layers-base64' })).toBe('restricted');
  expect(await outcomeOf(ledger, { once, key: { hash: 'none' } })).toBe('unknown');
  await ledger.release(holding);
  for (let release = 0; release < 3; release++) await ledger.release(await admitted(ledger, { once }));
  await ledger.settle(await admitted(ledger, { once }), null);
  const [before] = await rows(ledger, 'revision');
  expect(await outcomeOf(ledger, { once })).toBe('used');
  expect(await rows(ledger, 'revision')).toEqual([before]);
});

test('a repeat by Idempotency-Key needs another one', async () => {
  const ledger = await openLedger({ credits: 1 });
  const [once, named] = [soon(), { idempotencyKey: 'order 7' }];
  await ledger.settle(await admitted(ledger, { once, ...named }), fingerprint);
  expect(await outcomeOf(ledger, { once, ...named })).toBe('used');
  expect(await ledger.admit({ ...request, ...named, once: soon() })).toMatchObject({ remembered: fingerprint });
  expect(await ledger.keyState('key_1')).toMatchObject({ balance: 0 });
});

test('is used also where the lease of its call has run out', async () => {
  const ledger = await openLedger();
  const once = soon();
  await admitted(ledger, { once });
  await meddle(ledger, 'UPDATE hold SET lease_ends_at_ms = 1');
  await runDurableObjectAlarm(ledger);
  expect(await ledger.keyState('key_1')).toMatchObject({ balance: 3, openHolds: 0 });
  expect(await outcomeOf(ledger, { once })).toBe('used');
});

test('is forgotten after its time, with the next one that is used', async () => {
  const ledger = await openLedger();
  const [ended, next] = [{ ...soon(), rememberedUntilMs: Date.now() }, soon()];
  await ledger.settle(await admitted(ledger, { once: ended }), null);
  await ledger.settle(await admitted(ledger, { once: next }), null);
  expect(await rows(ledger, 'used_admission')).toEqual([{ id: next.id, until_ms: next.rememberedUntilMs }]);
});

test('a call by a key brings none, and one of another wallet knows nothing of it', async () => {
  const [ledger, other] = [await openLedger(), await openLedger()];
  const once = soon();
  await ledger.settle(await admitted(ledger), null);
  await ledger.settle(await admitted(ledger, { once: null }), null);
  expect(await rows(ledger, 'used_admission')).toEqual([]);
  await admitted(ledger, { once });
  expect(await outcomeOf(other, { once })).toBe('admitted');
});

test('a ledger of the version before has no table of them, and gets it', async () => {
  const ledger = await openLedger();
  await runInDurableObject(ledger, (_object, { storage }) => storage.sql.exec('DROP TABLE used_admission').toArray());
  await abortAllDurableObjects();
  const later = LEDGERS.get(ledger.id);
  const once = soon();
  await later.settle(await admitted(later, { once }), null);
  expect(await outcomeOf(later, { once })).toBe('used');
});
