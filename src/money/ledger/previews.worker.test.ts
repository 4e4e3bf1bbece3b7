/** Free previews as they are stored. The Worker under test has two of them free in a month. */
import { abortAllDurableObjects } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { monthOf } from './previews.ts';
import { admitted, fingerprint, LEDGERS, meddle, openLedger, request, rows } from './testing/ledger.ts';

const removebgCall = { operation: 'removebg' } as const;
const question = { ...request, operation: null };

test('they are counted once each, also where the object is loaded anew, and then a credit is charged', async () => {
  const ledger = await openLedger({ credits: 1 });
  expect(await ledger.admit(question)).toMatchObject({ outcome: 'credit', freePreviews: 2 });
  await ledger.settle(await admitted(ledger, { ...removebgCall, idempotencyKey: 'one' }), fingerprint, true);
  const kept = await admitted(ledger, removebgCall);
  await abortAllDurableObjects();
  const later = LEDGERS.get(ledger.id);
  expect(await later.admit(question)).toMatchObject({ freePreviews: 0, available: { credit: 0 } });
  expect(await later.settle(kept, null, true)).toBe(true);
  expect(await later.settle(kept, null, true)).toBe(false);
  const repeat = await admitted(later, { ...removebgCall, idempotencyKey: 'one' });
  expect(await later.settle(repeat, fingerprint, true)).toBe(true);
  expect(await later.settle(await admitted(later, removebgCall), null, true)).toBe(true);
  expect(await later.admit({ ...request, ...removebgCall })).toMatchObject({ outcome: 'insufficient' });
  const entries = await later.entries(10, null);
  expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['charge', -1],
    ['repeat', 0],
    ['preview', 0],
    ['preview', 0],
    ['grant', 1],
  ]);
  expect(await rows(later, 'free_preview')).toEqual([{ id: 1, month: monthOf(Date.now()), used: 2 }]);
  expect(await later.audit(null)).toMatchObject({ fault: null });
});

test('those of a month gone by are of no account', async () => {
  const ledger = await openLedger({ credits: 0 });
  const before = monthOf(Date.now()) - 1;
  await meddle(ledger, 'INSERT INTO free_preview (id, month, used) VALUES (1, ?, 2)', before);
  expect(await ledger.admit(question)).toMatchObject({ freePreviews: 2 });
  await ledger.settle(await admitted(ledger, removebgCall), null, true);
  expect(await rows(ledger, 'free_preview')).toEqual([{ id: 1, month: before + 1, used: 1 }]);
});
