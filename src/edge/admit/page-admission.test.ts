/** What admits a call of the playground: whatever is changed of it, or of the call, it admits nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operationNames } from '../../contract/operations.ts';
import type { AskedAdmission } from '../../contract/playground.ts';
import { hexadecimal, hmac } from '../../money/keys/hmac.ts';
import { sharedAddress } from '../../pixels/bounds/address.ts';
import { readAdmission, signAdmission } from './page-admission.ts';

const secret = 'secret of the admissions';
const payer = { wallet: 'test_0123456789', hiddenKeyId: 'key_hidden' };
const call = { operation: 'alpha-channel', address: '192.0.2.7' } as const;
const signedAtMs = Date.UTC(2050, 0, 2);

const sign = (changes: Partial<AskedAdmission> = {}, under = secret) =>
  signAdmission({ ...call, payer, ...changes }, under, signedAtMs);
const read = (text: string, changes: Partial<AskedAdmission> = {}, secrets = [secret], nowMs = signedAtMs) =>
  readAdmission(text, { ...call, ...changes }, secrets, nowMs);

test('is of the wallet that pays, or of the trial, under an id of its own', async () => {
  const [one, other, trial] = await Promise.all([sign(), sign(), sign({ payer: null })]);
  const read1 = await read(one);
  expect(read1).toEqual({
    payer,
    once: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), rememberedUntilMs: signedAtMs + 120_000 },
  });
  expect((await read(other))?.once.id).not.toBe(read1?.once.id);
  expect(await read(trial)).toMatchObject({ payer: null });
  // It goes into a header.
  expect(one).toMatch(/^[\w-]+\.[0-9a-f]{64}$/);
});

test('of one operation admits no other', async () => {
  for (const operation of operationNames) {
    const text = await sign({ operation });
    for (const other of operationNames) {
      expect((await read(text, { operation: other })) !== null, `${operation} for ${other}`).toBe(operation === other);
    }
  }
});

test.each([
  ['192.0.2.7', '192.0.2.8'],
  ['192.0.2.7', '2001:db8::7'],
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['192.0.2.7', 'nowhere'],
  ['nowhere', '192.0.2.7'],
  // Where a deployment begins to believe a header, or no longer does.
  [sharedAddress, '192.0.2.7'],
  ['192.0.2.7', sharedAddress],
  [sharedAddress, 'nowhere'],
])('asked from %s admits nothing from %s', async (address, other) => {
  const text = await sign({ address });
  expect(await read(text, { address })).not.toBeNull();
  expect(await read(text, { address: other })).toBeNull();
});

test('asked from one address of an IPv6 /64 admits from another one of it: a browser changes them', async () => {
  expect(await read(await sign({ address: '2001:db8:1:2::1' }), { address: '2001:db8:1:2:ffff::9' })).not.toBeNull();
});

test.each([
  ['at once', 0, true],
  ['in its last millisecond', 59_999, true],
  ['at its end', 60_000, false],
  ['a year later', 31_536_000_000, false],
  ['by a clock that is 5 seconds late', -5000, true],
  ['from the future', -5001, false],
  ['from a distant future', -31_536_000_000, false],
])('%s: %i ms', async (_when, afterMs, isTaken) => {
  const admitted = await read(await sign(), {}, [secret], signedAtMs + afterMs);
  expect(admitted !== null).toBe(isTaken);
});

test('is remembered longer than it can be taken by any clock', async () => {
  const once = (await read(await sign()))?.once;
  expect(once?.rememberedUntilMs).toBeGreaterThanOrEqual(signedAtMs + 60_000 + 60_000);
});

describe('a forged one', () => {
  const content = (signed: object) => Buffer.from(JSON.stringify(signed)).toString('base64url');

  test('of another wallet, a later end or another id, under the signature of a true one, admits nothing', async () => {
    const [before, signature] = (await sign()).split('.');
    const signed = JSON.parse(Buffer.from(before, 'base64url').toString());
    const changes = [
      { payer: { ...payer, wallet: 'live_0123456789' } },
      { payer: { ...payer, hiddenKeyId: 'key_other' } },
      { payer: null },
      { endsAtMs: signed.endsAtMs + 1 },
      { id: crypto.randomUUID() },
    ];
    for (const change of changes) expect(await read(`${content({ ...signed, ...change })}.${signature}`)).toBeNull();
    expect(await read(`${before}.${signature}`)).not.toBeNull();
  });

  test('under another secret, none, or a text that was signed for another purpose admits nothing', async () => {
    expect(await read(await sign({}, 'another secret'))).toBeNull();
    const made = content({ id: crypto.randomUUID(), endsAtMs: signedAtMs + 60_000, payer });
    const texts = ['', made, `["alpha-channel","192.0.2.7/32","${made}"]`];
    for (const purpose of ['', 'key:', 'checksum:', 'trial:', 'csrf:', 'caller:', 'host:', 'log:', 'mark:']) {
      for (const text of texts) {
        expect(await read(`${made}.${hexadecimal(await hmac(purpose + text, secret))}`)).toBeNull();
      }
    }
    for (const text of [made, `${made}.`, `.${made}`, `${made}.${'0'.repeat(64)}`, '.', '']) {
      expect(await read(text)).toBeNull();
    }
  });

  test('of any text, or with anything added to a true one, admits nothing', async () => {
    await fc.assert(fc.asyncProperty(fc.string(), async (text) => (await read(text)) === null));
    const [before, signature] = (await sign()).split('.');
    for (const text of [
      `${before}.${signature}.`,
      `${before}.${signature}0`,
      `${before}=.${signature}`,
      ` ${before}.${signature}`,
    ])
      expect(await read(text)).toBeNull();
    expect(await read(`${before}.${signature.toUpperCase()}`)).toBeNull();
  });
});

test('signed under a former value of the secret is taken until it ends, and not where that value is gone', async () => {
  const text = await sign({}, 'former');
  expect(await read(text, {}, [secret, 'former'])).toMatchObject({ payer });
  expect(await read(text, {}, ['former', secret])).toMatchObject({ payer });
  expect(await read(text, {}, [secret, 'former'], signedAtMs + 60_000)).toBeNull();
  expect(await read(text, {}, [secret])).toBeNull();
});
