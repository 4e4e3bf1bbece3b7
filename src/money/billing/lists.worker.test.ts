/** What the tables of billing list: purchases of an account, and events that could not be read. */
import { env } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import {
  addPurchase,
  addStepBack,
  exportedPurchase,
  findPaid,
  findPurchase,
  markPurchase,
  markStepBack,
  moneyBackOf,
  noteMoneyBack,
  openStepsBack,
  type Purchase,
  purchasesOf,
} from './purchases.ts';
import { forgetUnread, keepUnread, listUnread } from './unread.ts';

const { DIRECTORY } = env;
const nowMs = Date.UTC(2027, 0, 31);

async function bought(accountId: string, atMs = nowMs, livemode = true): Promise<Purchase> {
  const sold = { credits: 100, amount: 900, currency: 'eur', livemode };
  const purchase = { sessionId: `cs_${crypto.randomUUID()}`, accountId, wallet: 'live_1', keyId: 'key_1', ...sold };
  await addPurchase(DIRECTORY, purchase, atMs);
  return purchase;
}

describe('purchases', () => {
  test('of an account are listed newest first, with their state and what went back', async () => {
    const [first, second] = [await bought('ada', nowMs), await bought('ada', nowMs + 1, false)];
    await bought('bob');
    await markPurchase(DIRECTORY, first.sessionId, 'paid', 'pi_1', nowMs);
    await addStepBack(DIRECTORY, first.sessionId, 30);
    await markStepBack(DIRECTORY, first.sessionId, 30, 20);
    await addStepBack(DIRECTORY, first.sessionId, 50);
    expect(await purchasesOf(DIRECTORY, 'ada')).toEqual([
      { ...second, state: 'open', createdAtMs: nowMs + 1, creditsBack: 0 },
      { ...first, state: 'paid', createdAtMs: nowMs, creditsBack: 20 },
    ]);
  });

  test('are a hundred at most', async () => {
    for (let at = 0; at < 101; at++) await bought('carol', nowMs + at);
    const listed = await purchasesOf(DIRECTORY, 'carol');
    expect([listed.length, listed[0].createdAtMs]).toEqual([100, nowMs + 100]);
  });

  test('can be exported', async () => {
    const { sessionId } = await bought('dave');
    const [listed] = await purchasesOf(DIRECTORY, 'dave');
    expect(exportedPurchase(listed)).toEqual({
      stripe_checkout: sessionId,
      at: '2027-01-31 00:00:00',
      state: 'open',
      credits: 100,
      credits_back: 0,
      amount: 900,
      currency: 'eur',
    });
  });

  test('are found by their payment once they are paid, and keep it', async () => {
    const purchase = await bought('erin');
    const payment = `pi_${purchase.sessionId}`;
    await markPurchase(DIRECTORY, purchase.sessionId, 'waiting', payment, nowMs);
    expect(await findPaid(DIRECTORY, payment)).toBeNull();
    await markPurchase(DIRECTORY, purchase.sessionId, 'paid', null, nowMs);
    expect(await findPaid(DIRECTORY, payment)).toEqual(purchase);
    expect(await findPurchase(DIRECTORY, 'cs_of_nobody')).toBeNull();
  });

  test.each([
    ['waiting', 'paid', 'paid'],
    ['failed', 'paid', 'paid'],
    ['refused', 'paid', 'paid'],
    ['paid', 'failed', 'paid'],
    ['paid', 'refused', 'paid'],
    ['failed', 'waiting', 'failed'],
    ['refused', 'failed', 'refused'],
    ['waiting', 'failed', 'failed'],
  ] as const)('that are %s and reported as %s are %s', async (first, second, state) => {
    const { accountId, sessionId } = await bought(crypto.randomUUID());
    for (const each of [first, second]) await markPurchase(DIRECTORY, sessionId, each, null, nowMs);
    expect(await purchasesOf(DIRECTORY, accountId)).toMatchObject([{ state }]);
  });
});

describe('money that went back', () => {
  test('counts once for each source, as the most that was reported of it', async () => {
    const payment = 'pi_back';
    expect(await moneyBackOf(DIRECTORY, payment)).toBe(0);
    for (const amount of [300, 200, 301]) await noteMoneyBack(DIRECTORY, { payment, source: 'refunds', amount }, nowMs);
    await noteMoneyBack(DIRECTORY, { payment, source: 'dp_1', amount: 100 }, nowMs);
    await noteMoneyBack(DIRECTORY, { payment: 'pi_other', source: 'dp_1', amount: 1 }, nowMs);
    expect(await moneyBackOf(DIRECTORY, payment)).toBe(401);
  });

  test('is taken in steps, each from the end of the one before, and none twice', async () => {
    const { sessionId } = await bought('frank');
    for (const upTo of [33, 33, 20, 50, 0]) await addStepBack(DIRECTORY, sessionId, upTo);
    expect(await openStepsBack(DIRECTORY, sessionId)).toEqual([
      { upTo: 33, credits: 33 },
      { upTo: 50, credits: 17 },
    ]);
    await markStepBack(DIRECTORY, sessionId, 33, 0);
    expect(await openStepsBack(DIRECTORY, sessionId)).toEqual([{ upTo: 50, credits: 17 }]);
  });
});

test('events that could not be read are listed newest first, as they came first, a hundred at most', async () => {
  const event = (at: number) => ({ id: `evt_${at}`, kind: 'charge.refunded', hash: `hash ${at}`, receivedAtMs: at });
  for (let at = 1; at <= 101; at++) await keepUnread(DIRECTORY, event(at));
  await keepUnread(DIRECTORY, { ...event(101), hash: 'another', receivedAtMs: 7 });
  const listed = await listUnread(DIRECTORY);
  expect([listed.length, listed[0], listed.at(-1)?.id]).toEqual([100, event(101), 'evt_2']);
  await forgetUnread(DIRECTORY, 'evt_101');
  expect((await listUnread(DIRECTORY))[0]).toEqual(event(100));
});
