/** A ledger that is replaced by the next version while calls are in work: every 200 is charged once, and no hold stays. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Entry } from '../../src/contract/account.ts';
import { Hold } from '../../src/edge/admit/hold.ts';
import { generator } from '../../testing/random.ts';
import { Deployment, type Point } from './replaced/deployment.ts';

/** Of holds that outlive a replacement with their renewals lost, however long it takes; those that are forgotten are waited for. */
const leaseMs = 30_000;
/** Of holds whose end is all that a test waits for. */
const shortLeaseMs = 1000;
const credits = 100;

let deployment: Deployment;
afterEach(() => deployment.end());

/** Deploys a ledger with one key. */
async function deploy(lifeMs = leaseMs): Promise<void> {
  deployment = await Deployment.begin(lifeMs);
  const terms = { creationId: 'c', credits, expiresAtMs: Date.now() + 86_400_000, limit: null };
  const key = { keyId: 'key_1', keyHash: 'hash', ratePerMinute: 1000, operations: null };
  expect(await deployment.ledger.open({ ...key, ...terms })).toMatchObject({ balance: credits });
}

/** Admits a call, as the edge does. */
async function admit(requestId: string): Promise<string> {
  const request = { key: { hash: 'hash' }, operation: 'alpha-channel', requestId, idempotencyKey: null } as const;
  const admission = await deployment.ledger.admit(request);
  if (admission.outcome !== 'admitted') throw new Error(`Expected admitted but received ${admission.outcome}`);
  return admission.holdId;
}

/** A call in work: its hold is renewed until it ends. */
async function begin(requestId: string): Promise<Hold> {
  return new Hold(deployment.ledger, { id: await admit(requestId), remembered: null, requestId, leaseMs });
}

/** Waits until no hold is open. @returns what was written after the opening, oldest first */
async function movements(): Promise<readonly Pick<Entry, 'kind' | 'requestId'>[]> {
  const openHolds = async () => (await deployment.ledger.keyState('key_1'))?.openHolds;
  await expect.poll(openHolds, { timeout: leaseMs + 60_000 }).toBe(0);
  const entries = await deployment.ledger.entries(1000, null);
  return entries
    .map(({ kind, requestId }) => ({ kind, requestId }))
    .reverse()
    .slice(1);
}

/** The next version answers, the entries add up, and the balance is what they say. */
async function expectSound(charges: number): Promise<void> {
  expect(await deployment.ledger.audit(null)).toMatchObject({ fault: null, next: null });
  expect(await deployment.ledger.keyState('key_1')).toMatchObject({
    balance: credits - charges,
    credit: credits - charges,
    openHolds: 0,
  });
  expect(deployment.answeredBy).toBe(deployment.version);
}

describe('a ledger that is replaced', () => {
  test('between admission and settlement charges the call', async () => {
    await deploy();
    const hold = await begin('r');
    await deployment.replace();
    await hold.settle(null);
    expect(await movements()).toEqual([{ kind: 'charge', requestId: 'r' }]);
    await expectSound(1);
  });

  test.each<[string, Point]>([
    ['before a settlement is written', 'settle begins'],
    ['after it was written and before it was answered', 'settle ends'],
  ])('%s charges the call once', async (_when, point) => {
    await deploy();
    const hold = await begin('r');
    const reached = deployment.reach(point);
    const settled = hold.settle(null);
    await reached;
    await deployment.replace();
    await settled;
    expect(await movements()).toEqual([{ kind: 'charge', requestId: 'r' }]);
    await expectSound(1);
  });

  test.each<[string, Point, readonly string[]]>([
    ['before an admission is written: there is no hold', 'admit begins', []],
    ['after it was written and before it was answered: the hold lapses', 'admit ends', ['lapse']],
  ])('%s', async (_when, point, kinds) => {
    await deploy(shortLeaseMs);
    const reached = deployment.reach(point);
    const refused = expect(admit('r')).rejects.toThrow();
    await reached;
    await deployment.replace();
    await refused;
    expect((await movements()).map(({ kind }) => kind)).toEqual(kinds);
    await expectSound(0);
  });

  test.each<[string, Point]>([
    ['before an alarm has written', 'alarm begins'],
    ['after an alarm has written and before it has ended', 'alarm ends'],
  ])('%s gives a forgotten hold back once', async (_when, point) => {
    await deploy(shortLeaseMs);
    const reached = deployment.reach(point);
    await admit('forgotten');
    await reached;
    await deployment.replace();
    expect(await movements()).toEqual([{ kind: 'lapse', requestId: 'forgotten' }]);
    await expectSound(0);
  });
});

test('60 calls while the ledger is replaced three times: each 200 is charged once, and whatever is forgotten lapses', async () => {
  await deploy();
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  console.log(`seed ${seed}`);
  const random = generator(seed);
  const answered: string[] = [];
  const drawn = Array.from({ length: 60 }, (_, at) => {
    return { requestId: `r${at}`, beginsMs: random() * 5000, worksMs: random() * 3000, ending: random() };
  });
  const calls = drawn.map(async ({ requestId, beginsMs, worksMs, ending }) => {
    await pause(beginsMs);
    if (ending < 0.1) return admit(requestId).catch(() => {}); // The isolate of this call is gone.
    const hold = await begin(requestId).catch(() => null); // What is not admitted is answered 503.
    if (!hold) return;
    await pause(worksMs);
    if (ending < 0.3) return hold.release();
    answered.push(requestId);
    await hold.settle(null);
  });
  const replacements = (async () => {
    for (let times = 0; times < 3; times++) {
      await pause(500 + random() * 1000);
      await deployment.replace();
    }
  })();
  await Promise.all([...calls, replacements]);
  const charged = (await movements()).filter(({ kind }) => kind === 'charge').map(({ requestId }) => requestId);
  expect(answered.length).toBeGreaterThan(0);
  expect(charged.sort()).toEqual(answered.sort());
  await expectSound(answered.length);
});

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
