import { describe, expect, test, vi } from 'vitest';
import type { Admission, AdmissionRequest } from '../contract/account.ts';
import { Refused } from '../contract/refusals.ts';
import { createKey } from '../keys/format.ts';
import { hashKey } from '../keys/hash.ts';
import { admitCreditQuestion } from './admission.ts';
import { unconfigured } from './environment.ts';
import type { Exchange } from './exchange.ts';
import { Timings } from './timings.ts';

const keyHashSecret = 'secret of the admission test';
const rate = { limit: 2, remaining: 1, resetUnixSeconds: 5 };
const credit: Admission = { outcome: 'credit', standing: { credit: 1, expiresAtMs: 5 }, rate };

function exchangeWith(headers: Record<string, string>, admit: (request: AdmissionRequest) => Promise<Admission>) {
  const getByName = vi.fn((_name: string) => ({ admit }));
  const exchange = {
    request: new Request('http://edge/available-credit', { headers }),
    requestId: 'r-1',
    env: { LEDGERS: { getByName } },
    settings: { ...unconfigured, keyHashSecret },
    timings: new Timings(),
    waitUntil: () => {},
    rate: null,
  } as unknown as Exchange;
  return { exchange, getByName };
}

describe('admission', () => {
  test('asks the ledger named by type and handle, and carries the hash of the key', async () => {
    const admit = vi.fn(async (_request: AdmissionRequest) => credit);
    const key = await createKey('test', keyHashSecret);
    const { exchange, getByName } = exchangeWith({ 'X-API-Key': `\u00a0${key}\u00a0` }, admit);
    expect(await admitCreditQuestion(exchange)).toEqual(credit.standing);
    expect(getByName.mock.calls).toEqual([[key.slice(0, 15)]]);
    const keyHash = await hashKey(key, keyHashSecret);
    expect(admit.mock.calls).toEqual([[{ keyHash, operation: null, requestId: 'r-1', idempotencyKey: null }]]);
    expect(exchange.rate).toEqual(rate);
  });

  test('asks no ledger about a forged key', async () => {
    const made = await createKey('live', keyHashSecret);
    const forged = [
      await createKey('live', 'another secret'),
      `${made.slice(0, -1)}${made.endsWith('0') ? '1' : '0'}`,
      `live_${'A'.repeat(38)}`,
    ];
    for (const key of forged) {
      const { exchange, getByName } = exchangeWith({ 'X-API-Key': key }, async () => credit);
      await expect(admitCreditQuestion(exchange)).rejects.toThrow('401 INVALID_API_KEY');
      expect(getByName).not.toHaveBeenCalled();
    }
  });

  test('answers 503 when the ledger fails, with its name for the log', async () => {
    const key = await createKey('test', keyHashSecret);
    const { exchange } = exchangeWith({ 'X-API-Key': key }, () => Promise.reject(new Error('unsound')));
    const failure = await admitCreditQuestion(exchange).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(Refused);
    expect(failure).toMatchObject({
      refusal: { status: 503 },
      cause: { message: `Ledger ${key.slice(0, 15)}`, cause: { message: 'unsound' } },
    });
  });
});
