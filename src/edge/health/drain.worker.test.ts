import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { LedgerCalls } from '../../contract/account.ts';
import { Hold, holdsInWork } from '../admit/hold.ts';
import { Drain } from './drain.ts';

/** A drain that has begun: whether its answer is over, and its end. */
async function draining() {
  const context = createExecutionContext();
  const answer = await new Drain(context, env).fetch();
  const drain = { isOver: false, end: async () => text };
  const text = answer.text().then(async (body) => {
    drain.isOver = true;
    await waitOnExecutionContext(context);
    return body;
  });
  return drain;
}

/** A hold of a ledger that answers so. */
function holdOf(ledger: Partial<LedgerCalls>): Hold {
  const terms = { id: 'one', remembered: null, requestId: 'request', leaseMs: 60_000 };
  return new Hold(ledger as LedgerCalls, terms);
}

it('answers at once and ends its answer when the last hold has ended at the ledger', async () => {
  let settle = (_known: boolean): void => {};
  const settled = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const hold = holdOf({ settle: () => settled });
  expect(holdsInWork()).toBe(1);

  const drain = await draining();
  const settling = hold.settle(null);
  await scheduler.wait(600);
  expect(drain.isOver).toBe(false);
  settle(true);
  await settling;
  expect(await drain.end()).toBe('draining\nquiet\n');
  expect(holdsInWork()).toBe(0);
});

it('waits for a call that was accepted just before, until it is admitted and has ended', async () => {
  const drain = await draining();
  await scheduler.wait(100);
  const hold = holdOf({ release: async () => true });
  await scheduler.wait(600);
  expect(drain.isOver).toBe(false);
  await hold.release();
  expect(await drain.end()).toBe('draining\nquiet\n');
});
