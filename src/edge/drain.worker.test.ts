import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { LedgerCalls } from '../contract/account.ts';
import { Drain } from './drain.ts';
import { Hold, holdsInWork } from './hold.ts';

it('answers at once and ends its answer when the last hold has been told to the ledger', async () => {
  let tell = (_known: boolean): void => {};
  const told = new Promise<boolean>((resolve) => {
    tell = resolve;
  });
  const ledger = { settle: () => told, renew: async () => {} } as unknown as LedgerCalls;
  const hold = new Hold(ledger, { id: 'one', remembered: null, requestId: 'request', leaseMs: 60_000 });
  expect(holdsInWork()).toBe(1);

  const context = createExecutionContext();
  const answer = await new Drain(context, env).fetch();
  let over = false;
  const text = answer.text().then((body) => {
    over = true;
    return body;
  });
  const settling = hold.settle(null);
  await scheduler.wait(600);
  expect(over).toBe(false);
  tell(true);
  await settling;
  expect(await text).toBe('draining\nquiet\n');
  expect(holdsInWork()).toBe(0);
  await waitOnExecutionContext(context);
});

it('waits for a call that was accepted just before, until it is admitted and has ended', async () => {
  const context = createExecutionContext();
  const answer = await new Drain(context, env).fetch();
  let over = false;
  const text = answer.text().then((body) => {
    over = true;
    return body;
  });
  await scheduler.wait(100);
  const ledger = { release: async () => true } as unknown as LedgerCalls;
  const hold = new Hold(ledger, { id: 'two', remembered: null, requestId: 'request', leaseMs: 60_000 });
  await scheduler.wait(600);
  expect(over).toBe(false);
  await hold.release();
  expect(await text).toBe('draining\nquiet\n');
  await waitOnExecutionContext(context);
});
