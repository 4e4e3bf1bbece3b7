/** Attacks on calls of the playground, with ledgers and allowances as they are stored: none is admitted twice, or as another. */
import { createExecutionContext, env } from 'cloudflare:test';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AskedAdmission } from '../../contract/playground.ts';
import { Refused } from '../../contract/refusals.ts';
import { createKeyId, drawWallet } from '../../money/keys/format.ts';
import type { Environment } from '../environment.ts';
import { FakeLedger, type MadeUpCall, makeCall } from '../testing/call.ts';
import type { Hold } from './hold.ts';
import { admissionPolicyOf } from './playground.ts';
import { Playground } from './playground-entrypoint.ts';

const bindings = env as unknown as Environment;
const keyHashSecret = bindings.KEY_HASH_SECRET ?? '';
const header = 'X-Address';
const operation = 'alpha-channel';
const credits = 3;
const trial = { perDay: 2, perDayTotal: 100 };
const page = { Origin: 'https://edge' };

/** An open wallet with its hidden key. */
async function openWallet() {
  const [wallet, hiddenKeyId] = [drawWallet('test'), createKeyId()];
  const terms = { ratePerMinute: 100, operations: null, limit: null };
  const opening = { creationId: 'c', credits, expiresAtMs: Date.now() + 86_400_000, ...terms };
  await bindings.LEDGERS.getByName(wallet).open({ ...opening, keyId: hiddenKeyId, keyHash: null });
  return { wallet, hiddenKeyId };
}
const balanceOf = async ({ wallet }: { readonly wallet: string }) =>
  (await bindings.LEDGERS.getByName(wallet).walletBalance())?.balance;

const entrypoint = new Playground(createExecutionContext(), bindings);
/** An address of its own for each test: each has its own day of the trial. */
let address = '192.0.2.0';
let tests = 0;
beforeEach(() => {
  tests += 1;
  address = `192.0.2.${tests}`;
});

const ask = (asked: Partial<AskedAdmission> = {}) =>
  entrypoint.admission({ operation, payer: null, address, ...asked });

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly operation?: AskedAdmission['operation'];
  readonly terms?: MadeUpCall;
}

/** Admits a call with what the page has. @returns its hold, or the code of the refusal */
async function call(admission: string, sent: Sent = {}): Promise<Hold | string> {
  const headers = { ...page, [header]: address, 'X-Admission': admission, ...sent.headers };
  const { ALLOWANCES, LEDGERS } = bindings;
  const settings = { trustedAddressHeader: header, trial, keyHashSecret, ...sent.terms?.settings };
  const { exchange } = await makeCall({ headers, settings, env: { ALLOWANCES, LEDGERS, ...sent.terms?.env } });
  try {
    const policy = await admissionPolicyOf(exchange, sent.operation ?? operation);
    return await policy.admit(exchange, sent.operation ?? operation);
  } catch (failure) {
    if (failure instanceof Refused) return failure.refusal.code;
    throw failure;
  }
}

async function admitted(admission: string, sent: Sent = {}): Promise<Hold> {
  const hold = await call(admission, sent);
  if (typeof hold === 'string') throw new Error(`Expected admission but received ${hold}`);
  return hold;
}

/** Who may pay. */
const payers = [
  ['a wallet', openWallet],
  ['the trial', async () => null],
] as const;

describe.each(payers)('an admission by %s', (_name, payerOf) => {
  test('admits one call: no other while it is in work, and none after it', async () => {
    const admission = await ask({ payer: await payerOf() });
    const hold = await admitted(admission);
    expect(await call(admission)).toBe('INVALID_ADMISSION');
    await hold.settle(null);
    for (let replay = 0; replay < 3; replay++) expect(await call(admission)).toBe('INVALID_ADMISSION');
    await (await admitted(await ask({ payer: await payerOf() }))).release();
  });

  test('admits one of many calls that come at once', async () => {
    const admission = await ask({ payer: await payerOf() });
    const answers = await Promise.all(Array.from({ length: 12 }, () => call(admission)));
    const holds = answers.filter((answer): answer is Hold => typeof answer !== 'string');
    expect(holds).toHaveLength(1);
    expect(new Set(answers.filter((answer) => typeof answer === 'string'))).toEqual(new Set(['INVALID_ADMISSION']));
    await holds[0].release();
  });

  test('is not used by a call that is refused, however often', async () => {
    const admission = await ask({ payer: await payerOf() });
    for (let refusal = 0; refusal < 4; refusal++) await (await admitted(admission)).release();
    await (await admitted(admission)).settle(null);
    expect(await call(admission)).toBe('INVALID_ADMISSION');
  });

  test('is of one operation and one address, and of pages of this service', async () => {
    const admission = await ask({ payer: await payerOf() });
    const attacks: readonly (readonly [Sent, string])[] = [
      [{ operation: 'car-layers-base64' }, 'INVALID_ADMISSION'],
      [{ headers: { [header]: '203.0.113.9' } }, 'INVALID_ADMISSION'],
      [{ headers: { [header]: 'no address' } }, 'INVALID_ADMISSION'],
      [{ headers: { [header]: `${address}, 203.0.113.9` } }, 'INVALID_ADMISSION'],
      [{ terms: { settings: { keyHashSecret: 'another secret' } } }, 'INVALID_ADMISSION'],
      [{ headers: { Origin: 'https://evil.example' } }, 'STRANGE_ORIGIN'],
      [{ headers: { Origin: 'null' } }, 'STRANGE_ORIGIN'],
      [{ headers: { 'Sec-Fetch-Site': 'cross-site' } }, 'STRANGE_ORIGIN'],
      [{ headers: { 'Sec-Fetch-Site': 'same-site' } }, 'STRANGE_ORIGIN'],
    ];
    for (const [attack, code] of attacks) expect(await call(admission, attack), JSON.stringify(attack)).toBe(code);
    // None of that has used it up.
    await (await admitted(admission)).release();
  });

  test('ends after a minute, and one that ends later than it may is none', async () => {
    const admission = await ask({ payer: await payerOf() });
    const nowMs = Date.now();
    const clock = vi.spyOn(Date, 'now');
    try {
      for (const afterMs of [60_000, 3_600_000, -10_000]) {
        clock.mockReturnValue(nowMs + afterMs);
        expect(await call(admission)).toBe('INVALID_ADMISSION');
      }
    } finally {
      clock.mockRestore();
    }
    await (await admitted(admission)).release();
  });
});

test.each(payers)(
  'an admission by %s admits one call also where the secret changes meanwhile',
  async (_name, payerOf) => {
    const admission = await ask({ payer: await payerOf() });
    await (await admitted(admission)).settle(null);
    const settings = { keyHashSecret: 'secret of today', formerKeyHashSecrets: [keyHashSecret] };
    expect(await call(admission, { terms: { settings } })).toBe('INVALID_ADMISSION');
    const other = await ask({ payer: await payerOf() });
    await (await admitted(other, { terms: { settings } })).settle(null);
    expect(await call(other)).toBe('INVALID_ADMISSION');
  },
);

describe('a wallet', () => {
  test('pays for its own admissions alone, whatever else is sent', async () => {
    const [mine, theirs] = [await openWallet(), await openWallet()];
    const admission = await ask({ payer: mine });
    const headers = { 'X-Wallet': 'live', 'X-CSRF-Token': '0'.repeat(64), 'X-API-Key': theirs.wallet, Cookie: 'a=b' };
    await (await admitted(admission, { headers })).settle(null);
    expect(await Promise.all([mine, theirs].map(balanceOf))).toEqual([credits - 1, credits]);
  });

  test('is asked once for a call, and nobody else is', async () => {
    const payer = await openWallet();
    const asked: string[] = [];
    const getByName = (name: string) => {
      asked.push(name);
      return bindings.LEDGERS.getByName(name);
    };
    const nobody = () => {
      throw new Error('Asked');
    };
    const nothing = { DIRECTORY: { prepare: nobody }, ALLOWANCES: { getByName: nobody } };
    const hold = await admitted(await ask({ payer }), { terms: { env: { LEDGERS: { getByName }, ...nothing } } });
    expect(asked).toEqual([payer.wallet]);
    await hold.release();
  });

  test('that is unknown, or a key of it that is not hidden, pays nothing', async () => {
    const payer = { wallet: drawWallet('test'), hiddenKeyId: createKeyId() };
    expect(await call(await ask({ payer }))).toBe('INVALID_API_KEY');
    const { wallet } = await openWallet();
    const shown = { keyId: createKeyId(), keyHash: 'hash', ratePerMinute: 9, operations: null, limit: null };
    await bindings.LEDGERS.getByName(wallet).addKey(shown);
    expect(await call(await ask({ payer: { wallet, hiddenKeyId: shown.keyId } }))).toBe('INVALID_API_KEY');
  });

  test('whose ledger is of the version before admits no call, for it would do so again', async () => {
    const ledger = new FakeLedger();
    const admission = await ask({ payer: await openWallet() });
    expect(await call(admission, { terms: { env: { LEDGERS: { getByName: () => ledger } } } })).toBe(
      'SERVICE_UNAVAILABLE',
    );
    expect(ledger.asked).toEqual([`admit ${operation} null`, 'release h']);
  });
});

describe('the trial', () => {
  test('has its limits whatever was admitted before them: each address its own, and all together theirs', async () => {
    // Asked for in advance, as many as anybody likes.
    const admissions = await Promise.all(Array.from({ length: 6 }, () => ask()));
    for (const admission of admissions.slice(0, trial.perDay)) await (await admitted(admission)).settle(null);
    expect(await entrypoint.state(address)).toMatchObject({ trial: { maxPixels: 250_000 } });
    for (const admission of admissions.slice(trial.perDay)) expect(await call(admission)).toBe('TRIAL_USED_UP');
    // Not used up: it is the trial that is.
    expect(await call(admissions[trial.perDay])).toBe('TRIAL_USED_UP');
    expect(await call(admissions[0])).toBe('INVALID_ADMISSION');
  });

  test('is closed to everybody by the limit of all together, for those too who were admitted before', async () => {
    const admissions = await Promise.all([ask(), ask({ address: '198.51.100.1' })]);
    await (await admitted(admissions[0])).settle(null);
    const settings = { trial: { perDay: 2, perDayTotal: 1 } };
    const other = { headers: { [header]: '198.51.100.1' }, terms: { settings } };
    expect(await call(admissions[1], other)).toBe('TRIAL_USED_UP');
  });

  test('pays for no call that a wallet should, and no wallet for one of the trial', async () => {
    const payer = await openWallet();
    await (await admitted(await ask(), { headers: { 'X-Wallet': 'test' } })).release();
    expect(await balanceOf(payer)).toBe(credits);
    await (await admitted(await ask({ payer }))).settle(null);
    expect(await balanceOf(payer)).toBe(credits - 1);
  });
});

describe('without an admission', () => {
  test.each([
    [{}, 'INVALID_ADMISSION'],
    [{ 'X-Admission': '' }, 'INVALID_ADMISSION'],
    [{ 'X-Admission': 'a.b, c.d' }, 'INVALID_ADMISSION'],
  ])('%j is refused', async (headers, code) => {
    expect(await call('none', { headers })).toBe(code);
  });

  test('a page of the version before has to be opened again', async () => {
    const { exchange } = await makeCall({ headers: { ...page, 'X-CSRF-Token': '0'.repeat(64) } });
    await expect(admissionPolicyOf(exchange, operation)).rejects.toThrow('403 STRANGE_ORIGIN');
  });
});

test('the entrypoint says what a page may offer, and names no secret', async () => {
  expect(structuredClone(await entrypoint.state(address))).toEqual({
    trial: { left: expect.any(Number), perDay: expect.any(Number), maxPixels: 250_000 },
    fetchesAddresses: true,
    takesPoints: expect.any(Boolean),
  });
  const admission = await ask({ payer: await openWallet() });
  const [content] = admission.split('.');
  expect(Buffer.from(content, 'base64url').toString()).not.toContain(address);
  expect(Buffer.from(content, 'base64url').toString()).not.toContain(keyHashSecret);
});
