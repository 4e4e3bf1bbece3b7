/** What a call writes, for rows are billed: `lab/evaluation/bench/cost` multiplies them by list prices. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { KeyLedger } from './ledger.ts';
import { admitted, type Ledger, openLedger } from './testing/ledger.ts';

/** Rows that the statements of some work write, those of indexes among them, as they are billed. */
async function rowsWrittenBy(ledger: Ledger, work: (object: KeyLedger) => Promise<unknown>): Promise<number> {
  return runInDurableObject<KeyLedger, number>(ledger, async (object, { storage }) => {
    const { sql } = storage;
    const cursors: { readonly rowsWritten: number }[] = [];
    const exec = sql.exec.bind(sql);
    sql.exec = <Row extends Record<string, SqlStorageValue>>(query: string, ...bindings: unknown[]) => {
      const cursor = exec<Row>(query, ...bindings);
      cursors.push(cursor);
      return cursor;
    };
    await work(object);
    sql.exec = exec;
    return cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0);
  });
}

test('a call that is charged', async () => {
  const ledger = await openLedger();
  const first = await admitted(ledger);
  await ledger.settle(first, null);
  const written = await rowsWrittenBy(ledger, async (object) => {
    const admission = await object.admit({
      key: { hash: 'hash' },
      operation: 'alpha-channel',
      requestId: 'r2',
      idempotencyKey: null,
    });
    if (admission.outcome === 'admitted') await object.settle(admission.holdId, null);
  });
  expect(written).toBe(11);
});
