/** `Idempotency-Key` in a ledger: what a name buys, how often, and how long it is remembered. */
import { abortAllDurableObjects } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import type { NamedCall } from '../../contract/idempotency.ts';
import { maxNames, memoryMs } from './names.ts';
import { admitted, fingerprint, LEDGERS, meddle, namedCall, openLedger, request, rows } from './testing/ledger.ts';

describe('an Idempotency-Key', () => {
  const named = { idempotencyKey: 'order 7' };

  test('buys one charge and edits, which are stored with it', async () => {
    const ledger = await openLedger({ credits: 1 });
    await ledger.settle(await admitted(ledger, named), fingerprint, false, namedCall);
    const [{ ends_at_ms }] = await rows(ledger, 'remembered_name');
    const { variant: first } = namedCall;
    const [small, clicked] = [
      { points: 'none', size: 'small' },
      { points: 'clicked', size: 'small' },
    ];
    const settle = async (call: NamedCall) => {
      expect(await ledger.settle(await admitted(ledger, named), fingerprint, false, call)).toBe(true);
    };
    await settle({ fingerprint, variant: small, edit: 'second-size' });
    await settle({ fingerprint, variant: clicked, edit: 'edit' });
    await settle({ fingerprint, variant: clicked, edit: null });
    await ledger.release(await admitted(ledger, named));
    const edited = { first, latest: clicked, hasSecondSize: false, edits: 1, repeats: 1 };
    await abortAllDurableObjects();
    const later = LEDGERS.get(ledger.id);
    expect(await later.admit({ ...request, ...named })).toMatchObject({ remembered: fingerprint, editable: edited });
    const entries = await later.entries(10, null);
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['repeat', 0],
      ['edit', 0],
      ['edit', 0],
      ['charge', -1],
      ['grant', 1],
    ]);
    expect(await later.audit(null)).toMatchObject({ fault: null });
    expect(await rows(later, 'remembered_name')).toMatchObject([{ ends_at_ms }]);
  });

  test('whose call cannot be edited buys one charge and three repeats, then no more, for 24 hours', async () => {
    const ledger = await openLedger({ credits: 1 });
    const first = await admitted(ledger, named);
    expect(await ledger.admit({ ...request, ...named })).toMatchObject({ outcome: 'in-progress' });
    await ledger.settle(first, fingerprint);
    for (let repeat = 0; repeat < 3; repeat++) {
      const admission = await ledger.admit({ ...request, ...named });
      expect(admission).toMatchObject({ outcome: 'admitted', remembered: fingerprint });
      if (admission.outcome !== 'admitted') throw new Error('Not admitted');
      expect(await ledger.admit({ ...request, ...named })).toMatchObject({ outcome: 'in-progress' });
      await ledger.settle(admission.holdId, fingerprint);
    }
    expect(await ledger.admit({ ...request, ...named })).toMatchObject({ outcome: 'exhausted' });
    expect(await ledger.keyState('key_1')).toMatchObject({ balance: 0, openHolds: 0 });
    const entries = await ledger.entries(10, null);
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ...Array(3).fill(['repeat', 0]),
      ['charge', -1],
      ['grant', 1],
    ]);
    expect(await ledger.audit(null)).toMatchObject({ fault: null });
    await meddle(ledger, 'UPDATE remembered_name SET ends_at_ms = 1');
    expect(await ledger.admit({ ...request, ...named })).toMatchObject({ outcome: 'insufficient' });
  });

  test('is free again after a first call that failed; a repeat that failed is not counted', async () => {
    const ledger = await openLedger({ credits: 2 });
    await ledger.release(await admitted(ledger, named));
    await ledger.settle(await admitted(ledger, named), fingerprint);
    for (let failure = 0; failure < 5; failure++) await ledger.release(await admitted(ledger, named));
    expect(await rows(ledger, 'remembered_name')).toMatchObject([{ repeats: 0 }]);
    expect(await ledger.keyState('key_1')).toMatchObject({ balance: 1, openHolds: 0 });
  });

  test('is kept for the newest 50,000 and for those in work', async () => {
    const ledger = await openLedger({ credits: 5 });
    await meddle(
      ledger,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO remembered_name (key_id, number, name, fingerprint, repeats, ends_at_ms)
       SELECT 'key_1', i, 'name ' || i, 'f', 0, ? FROM n`,
      maxNames,
      Date.now() + memoryMs,
    );
    const inWork = await admitted(ledger, { idempotencyKey: 'name 1' });
    for (const idempotencyKey of ['new 1', 'new 2', 'new 3']) {
      await ledger.settle(await admitted(ledger, { idempotencyKey }), fingerprint);
    }
    const [{ count, oldest }] = await rows(
      ledger,
      `(SELECT COUNT(*) AS count, MIN(sequence) AS oldest FROM remembered_name WHERE name <> 'name 1')`,
    );
    expect([count, oldest]).toEqual([maxNames, 4]);
    expect(await ledger.settle(inWork, 'f')).toBe(true);
    expect(await rows(ledger, `remembered_name WHERE name = 'name 1'`)).toMatchObject([{ repeats: 1 }]);
    expect(await ledger.keyState('key_1')).toMatchObject({ balance: 2 });
  });

  test('of one key means nothing to another of the same wallet', async () => {
    const ledger = await openLedger();
    const second = { keyId: 'key_2', keyHash: 'other', ratePerMinute: 100, operations: null, limit: null };
    await ledger.addKey(second);
    await ledger.settle(await admitted(ledger, named), fingerprint);
    const other = { ...named, key: { hash: 'other' } };
    expect(await ledger.admit({ ...request, ...other })).toMatchObject({ outcome: 'admitted', remembered: null });
    expect(await ledger.admit({ ...request, ...other })).toMatchObject({ outcome: 'in-progress' });
    expect(await ledger.admit({ ...request, ...named })).toMatchObject({ remembered: fingerprint });
  });

  test('of one wallet means nothing to another', async () => {
    const [one, other] = [await openLedger(), await openLedger()];
    await one.settle(await admitted(one, named), fingerprint);
    expect(await other.admit({ ...request, ...named })).toMatchObject({ outcome: 'admitted', remembered: null });
  });
});
