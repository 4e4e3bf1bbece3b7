import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Admission } from '../../contract/account.ts';
import { Refused } from '../../contract/refusals.ts';
import { createKey } from '../../money/keys/format.ts';
import { hashKey } from '../../money/keys/hash.ts';
import { admitted, type Call, FakeLedger, type MadeUpCall, makeCall, rate } from '../testing/call.ts';
import { admit, admitBalanceRequest, admitHidden } from './admission.ts';
import { holdsInWork } from './hold.ts';

const keyHashSecret = 'secret of the admission test';
const credit = {
  outcome: 'credit',
  keyId: 'key_1',
  available: { credit: 1, expiresAtMs: 5 },
  freePreviews: 3,
  rate,
} as const;

let key: string;
beforeEach(async () => {
  key = await createKey('test', keyHashSecret);
});

/** A call under the key, whose ledger says what the test wants. */
async function call(admission: Admission | Error, terms: MadeUpCall = {}) {
  const ledger = new FakeLedger();
  ledger.admission = admission;
  const getByName = vi.fn((_name: string) => ledger);
  const env = { LEDGERS: { getByName }, ...terms.env };
  const made = await makeCall({ key, settings: { keyHashSecret }, ...terms, env });
  return { ...made, ledger, getByName };
}

async function refusalOf({ exchange }: Pick<Call, 'exchange'>) {
  const failure = await admit(exchange, 'alpha-channel').catch((cause: unknown) => cause);
  if (!(failure instanceof Refused)) throw new Error(`Expected a refusal but received ${failure}`);
  return failure.refusal;
}

describe('the ledger that is asked', () => {
  test('is named by type and handle, and gets the hash of the key', async () => {
    const { exchange, ledger, getByName } = await call(credit, { key: `\u00a0${key}\u00a0` });
    const admitCall = vi.spyOn(ledger, 'admit');
    expect(await admitBalanceRequest(exchange)).toEqual({ credit: 1, expiresAtMs: 5, freePreviews: 3 });
    expect(getByName.mock.calls).toEqual([[key.slice(0, 15)]]);
    const hash = await hashKey(key as Parameters<typeof hashKey>[0], keyHashSecret);
    expect(admitCall.mock.calls).toEqual([[{ key: { hash }, operation: null, requestId: 'r', idempotencyKey: null }]]);
    expect(exchange.rate).toEqual(rate);
    expect(exchange.caller).toBe(key.slice(0, 15));
    expect(exchange.key).toEqual({ wallet: key.slice(0, 15), keyId: 'key_1' });
    expect(exchange.timings.header()).toMatch(/^ledger;dur=/);
  });

  test('gets the idempotency key of a call, not that of a balance request', async () => {
    const headers = { 'Idempotency-Key': 'order 7' };
    const question = await call(credit, { headers });
    await admitBalanceRequest(question.exchange);
    const paid = await call(admitted, { headers });
    await (await admit(paid.exchange, 'alpha-channel')).release();
    const malformed = await call(admitted, { headers: { 'Idempotency-Key': 'n'.repeat(256) } });
    await (await admit(malformed.exchange, 'alpha-channel')).release();
    expect([question, paid, malformed].map(({ ledger }) => ledger.asked[0])).toEqual([
      'admit null null',
      'admit alpha-channel order 7',
      'admit alpha-channel null',
    ]);
  });

  test('is not asked about a forged key', async () => {
    const made = await createKey('live', keyHashSecret);
    const forged = [
      '',
      await createKey('live', 'another secret'),
      `${made.slice(0, -1)}${made.endsWith('0') ? '1' : '0'}`,
      `live_${'A'.repeat(38)}`,
    ];
    for (const text of forged) {
      const { exchange, getByName } = await call(credit, { key: text });
      await expect(admitBalanceRequest(exchange)).rejects.toThrow('401 INVALID_API_KEY');
      expect(getByName).not.toHaveBeenCalled();
      expect(exchange.caller).toBeNull();
    }
  });

  test('that fails makes a 503, with its name for the log', async () => {
    const { exchange } = await call(new Error('unsound'));
    const failure = await admitBalanceRequest(exchange).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(Refused);
    expect(failure).toMatchObject({
      refusal: { status: 503, retryAfterSeconds: 2 },
      cause: { message: `Ledger ${key.slice(0, 15)}`, cause: { message: 'unsound' } },
    });
    expect(exchange.rate).toBeNull();
  });

  test('that fails for a full disk says so in the log', async () => {
    const { exchange } = await call(new Error('wrote nothing: database or disk is full: SQLITE_FULL'));
    const failure = await admit(exchange, 'alpha-channel').catch((cause: unknown) => cause);
    expect(failure).toMatchObject({ cause: { message: `Ledger ${key.slice(0, 15)}: disk full` } });
  });
});

describe('an admission', () => {
  test('holds a credit, and knows of what it is a repeat', async () => {
    const remembered = 'f'.repeat(64);
    const variant = { points: 'p', size: 's' };
    const editable = { first: variant, latest: variant, hasSecondSize: true, edits: 7, repeats: 2 };
    const { exchange, ledger } = await call({
      outcome: 'admitted',
      keyId: 'key_1',
      holdId: 'h',
      remembered,
      editable,
      freePreview: null,
      rate,
    });
    const hold = await admit(exchange, 'alpha-channel');
    expect(hold.remembered).toBe(remembered);
    expect(holdsInWork()).toBe(1);
    expect(hold.editable).toEqual(editable);
    await hold.settle({ fingerprint: remembered, variant, edit: null });
    expect(ledger.asked).toEqual(['admit alpha-channel null', `settle h ${remembered}`]);
    expect(exchange.rate).toEqual(rate);
  });

  test('calls the ledger over a new stub each time, for one whose object was replaced fails for good', async () => {
    const { exchange, getByName } = await call(admitted);
    const hold = await admit(exchange, 'alpha-channel');
    await hold.settle(null);
    expect(getByName.mock.calls).toEqual([[key.slice(0, 15)], [key.slice(0, 15)]]);
  });

  test('is renewed as the deployment says', async () => {
    vi.useFakeTimers();
    const { exchange, ledger } = await call(admitted, { limits: { leaseMs: 300 } });
    const hold = await admit(exchange, 'alpha-channel');
    await vi.advanceTimersByTimeAsync(100);
    await hold.release();
    vi.useRealTimers();
    expect(ledger.asked).toEqual(['admit alpha-channel null', 'renew h', 'release h']);
  });
});

describe('a refusal', () => {
  const outcomes: readonly [Admission, number, string, number | undefined][] = [
    [{ outcome: 'unknown' }, 401, 'INVALID_API_KEY', undefined],
    [{ outcome: 'rate-limited', keyId: 'key_1', retryAfterSeconds: 7, rate }, 429, 'RATE_LIMITED', 7],
    [{ outcome: 'restricted', keyId: 'key_1', rate }, 403, 'ENDPOINT_NOT_ALLOWED', undefined],
    [{ outcome: 'in-progress', keyId: 'key_1', rate }, 409, 'IDEMPOTENCY_IN_PROGRESS', 2],
    [{ outcome: 'exhausted', keyId: 'key_1', rate }, 409, 'IDEMPOTENCY_EXHAUSTED', undefined],
    [{ outcome: 'expired', keyId: 'key_1', rate }, 403, 'CREDITS_EXPIRED', undefined],
    [{ outcome: 'insufficient', keyId: 'key_1', rate }, 402, 'INSUFFICIENT_CREDITS', undefined],
  ];

  test.each([
    [0, 1],
    [0.5, 3],
    [1 - Number.EPSILON, 5],
  ])('for held credits asks for a wait of 1 to 5 s, drawn as %d: %i', async (drawn, retryAfterSeconds) => {
    vi.spyOn(Math, 'random').mockReturnValue(drawn);
    const made = await call({ outcome: 'credits-held', keyId: 'key_1', rate });
    expect(await refusalOf(made)).toMatchObject({ status: 503, code: 'CREDITS_HELD', retryAfterSeconds });
    expect(made.exchange.rate).toEqual(rate);
    expect(made.ledger.asked.join()).not.toMatch(/settle|release|renew/);
    vi.restoreAllMocks();
  });

  test.each(outcomes)('of the ledger, %j, holds nothing', async (admission, status, code, retryAfterSeconds) => {
    const made = await call(admission);
    expect(await refusalOf(made)).toMatchObject({ status, code });
    expect((await refusalOf(made)).retryAfterSeconds).toBe(retryAfterSeconds);
    expect(made.exchange.rate).toEqual(admission.outcome === 'unknown' ? null : rate);
    expect(made.ledger.asked.join()).not.toMatch(/settle|release|renew/);
    expect(holdsInWork()).toBe(0);
  });

  test('is none where the ledger answers another question: that is a fault of the service', async () => {
    const asked = await call(credit);
    await expect(admit(asked.exchange, 'alpha-channel')).rejects.toThrow('answered credit to another question');
    const question = await call(admitted);
    await expect(admitBalanceRequest(question.exchange)).rejects.toThrow('answered admitted to another question');
  });
});

describe('outputs may be kept', () => {
  const hidden = { wallet: 'wallet_1', hiddenKeyId: 'key_h' };
  // The ledger's hold has the same id.
  const once = { id: 'h', rememberedUntilMs: 5 };

  test.each([
    ['of a key with an idempotency key', 'order 7', true],
    ['of a key without one', undefined, false],
    ['of a key with a malformed one', 'n'.repeat(256), false],
  ])('for a call %s: %j, %s', async (_whose, name, expected) => {
    const { exchange } = await call(admitted, { headers: name === undefined ? {} : { 'Idempotency-Key': name } });
    expect(exchange.mayKeep).toBe(false);
    await (await admit(exchange, 'alpha-channel')).release();
    expect(exchange.mayKeep).toBe(expected);
  });

  test('for a signed-in person, and for nobody who was refused', async () => {
    const person = await call(admitted);
    await (await admitHidden(person.exchange, 'alpha-channel', hidden, once)).release();
    expect(person.exchange.mayKeep).toBe(true);
    const headers = { 'Idempotency-Key': 'order 7' };
    const refused = await call({ outcome: 'in-progress', keyId: 'key_1', rate }, { headers });
    await expect(admit(refused.exchange, 'alpha-channel')).rejects.toThrow('IDEMPOTENCY_IN_PROGRESS');
    await expect(admitHidden(refused.exchange, 'alpha-channel', hidden, once)).rejects.toThrow(
      'IDEMPOTENCY_IN_PROGRESS',
    );
    expect(refused.exchange.mayKeep).toBe(false);
  });
});

describe('the wall of addresses', () => {
  const wall = (success: boolean) => ({ limit: vi.fn(async (_by: { key: string }) => ({ success })) });

  test('lets a caller through by the address that a trusted header names', async () => {
    const [headers, ADDRESS_WALL] = [{ 'X-Address': '203.0.113.7' }, wall(true)];
    const settings = { keyHashSecret, trustedAddressHeader: 'X-Address' };
    const { exchange } = await call(credit, { headers, settings, env: { ADDRESS_WALL } });
    expect(await admitBalanceRequest(exchange)).toEqual({ credit: 1, expiresAtMs: 5, freePreviews: 3 });
    expect(ADDRESS_WALL.limit.mock.calls).toEqual([[{ key: '203.0.113.7' }]]);
  });

  test('lets calls through where it fails itself, and says so', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const ADDRESS_WALL = { limit: vi.fn(async () => Promise.reject(new Error('no answer'))) };
    const { exchange } = await call(credit, { env: { ADDRESS_WALL } });
    expect(await admitBalanceRequest(exchange)).toMatchObject({ credit: 1 });
    expect(said.mock.calls).toEqual([[expect.stringContaining('"event":"address-limit-failed"')]]);
    said.mockRestore();
  });

  test('stops a well-formed key before any ledger, and is not asked about others', async () => {
    const ADDRESS_WALL = wall(false);
    const stopped = await call(credit, { env: { ADDRESS_WALL } });
    expect(await refusalOf(stopped)).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 });
    expect(stopped.getByName).not.toHaveBeenCalled();
    const forged = await call(credit, { key: 'none', env: { ADDRESS_WALL } });
    expect(await refusalOf(forged)).toMatchObject({ code: 'INVALID_API_KEY' });
    expect(ADDRESS_WALL.limit).toHaveBeenCalledOnce();
  });
});
