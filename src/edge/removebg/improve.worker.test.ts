/** `POST /v1.0/improve` with a bucket, without one, and with one that fails; what is kept, and for how long. */
import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addPurchase, markPurchase } from '../../money/billing/purchases.ts';
import { createKey } from '../../money/keys/format.ts';
import { app } from '../app.ts';
import { bmp, FakeLedger, png, rate } from '../testing/call.ts';
import { ownContext } from '../testing/context.ts';
import { tidyImprovements } from './improvements.ts';

const { IMPROVEMENTS: bucket } = env;
const secrets = { KEY_HASH_SECRET: 'secret of the tests', ADMIN_TOKEN: 'token' };
const image = png(3, 2);
const dayMs = 86_400_000;
let key: string;
let ledger: FakeLedger;

beforeEach(async () => {
  key = await createKey('test', secrets.KEY_HASH_SECRET);
  ledger = new FakeLedger();
  hasCredits(1);
  const { objects } = await bucket.list();
  await bucket.delete(objects.map(({ key }) => key));
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** What the key can spend. */
function hasCredits(credit: number): void {
  const available = { credit, expiresAtMs: 0 };
  ledger.admission = { outcome: 'credit', keyId: 'key_1', available, freePreviews: 0, rate };
}

function form(fields: Readonly<Record<string, string>> = {}, file: Uint8Array = image): FormData {
  const upload = new FormData();
  upload.append('image_file', new Blob([file.slice()]), 'sent.png');
  for (const [name, value] of Object.entries(fields)) upload.append(name, value);
  return upload;
}

interface Sent {
  readonly body?: FormData | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bindings?: object;
}

async function give({ body = form(), headers = {}, bindings = {} }: Sent = {}) {
  const { context, behind } = ownContext();
  const init = { method: 'POST', body, headers: { 'X-Api-Key': key, ...headers } };
  const ledgers = { getByName: () => ledger };
  const { DIRECTORY } = env;
  const everything = { ...secrets, LEDGERS: ledgers, DIRECTORY, IMPROVEMENTS: bucket, ...bindings };
  const answer = await app.request('http://edge/v1.0/improve', init, everything, context);
  const members = await answer.json<{ id?: string; errors?: { code: string; title: string }[] }>();
  await Promise.all(behind);
  return { answer, members };
}

const kept = async () => (await bucket.list({ include: ['customMetadata'] } as R2ListOptions)).objects;

describe('an image that is given', () => {
  test('is kept as it came, with what was said of it', async () => {
    const { answer, members } = await give({ body: form({ image_filename: 'Stühle.png', tag: 'chairs' }) });
    expect([answer.status, answer.headers.get('X-Kept')]).toEqual([200, '30 days']);
    const [object] = await kept();
    expect(object.key).toBe(`${new Date().toISOString().slice(0, 10)}/${members.id}`);
    const said = { wallet: key.slice(0, 15), format: 'png', name: encodeURIComponent('Stühle.png'), tag: 'chairs' };
    expect(object.customMetadata).toEqual(said);
    const stored = await bucket.get(object.key);
    expect(new Uint8Array((await stored?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(image);
  });

  test('may come as Base64', async () => {
    const image_file_b64 = btoa(String.fromCharCode(...image));
    const headers = { 'Content-Type': 'application/json' };
    expect((await give({ body: JSON.stringify({ image_file_b64 }), headers })).answer.status).toBe(200);
    const body = new URLSearchParams({ image_file_b64, tag: 'x' }).toString();
    const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await give({ body, headers: urlencoded })).answer.status).toBe(200);
    expect(await kept()).toHaveLength(2);
  });

  test('costs nothing, holds nothing, and counts in the window', async () => {
    const { answer } = await give();
    expect(ledger.asked).toEqual(['admit null null']);
    expect(answer.headers.get('X-RateLimit-Remaining')).toBe(String(rate.remaining));
    ledger.admission = { outcome: 'rate-limited', keyId: 'key_1', retryAfterSeconds: 3, rate };
    const tooMany = await give();
    expect([tooMany.answer.status, tooMany.members.errors?.[0].code]).toEqual([429, 'rate_limit_exceeded']);
    expect(await kept()).toHaveLength(1);
  });

  test('is forgotten where there is no bucket, which the answer says', async () => {
    const { answer, members } = await give({ bindings: { IMPROVEMENTS: undefined } });
    expect([answer.status, answer.headers.get('X-Kept')]).toEqual([200, 'none']);
    expect(members.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await kept()).toEqual([]);
  });

  test.each<[string, FormData, object, string]>([
    ['of no format', form({}, new TextEncoder().encode('no picture')), {}, 'invalid_file_type'],
    ['of too many pixels', form({}, bmp(20_000, 20_000)), {}, 'resolution_too_high'],
    ['of too many bytes', form({}, new Uint8Array(3000)), { REMOVEBG_MAX_IMAGE_BYTES: '2000' }, 'file_too_large'],
    ['that is none', new FormData(), {}, 'missing_source'],
    ['with a tag without end', form({ tag: 'a'.repeat(256) }), {}, 'invalid_parameters'],
  ])('%s is refused', async (_what, body, bindings, code) => {
    const { answer, members } = await give({ body, bindings });
    expect([answer.status, members.errors?.[0].code]).toEqual([400, code]);
    expect(await kept()).toEqual([]);
  });

  describe('by a key without credits', () => {
    const purchase = { accountId: 'a', keyId: 'key_1', credits: 100, amount: 500, currency: 'eur', livemode: false };

    test('is refused where nothing was ever bought for its wallet', async () => {
      hasCredits(0);
      for (const wallet of [null, { balance: 0, expiresAtMs: Date.now() + dayMs }, { balance: 3, expiresAtMs: 1 }]) {
        ledger.balance = wallet && { ...wallet, lastGrant: null };
        const { answer, members } = await give();
        expect([answer.status, members.errors?.[0].code]).toEqual([402, 'insufficient_credits']);
      }
      const session = { ...purchase, sessionId: 'begun', wallet: key.slice(0, 15) };
      await addPurchase(env.DIRECTORY, session, Date.now());
      expect((await give()).answer.status).toBe(402);
      expect(await kept()).toEqual([]);
    });

    test('is taken where something was bought, and while calls hold the rest', async () => {
      hasCredits(0);
      ledger.balance = { balance: 1, expiresAtMs: Date.now() + dayMs, lastGrant: null };
      expect((await give()).answer.status).toBe(200);
      ledger.balance = null;
      await addPurchase(env.DIRECTORY, { ...purchase, sessionId: 'paid', wallet: key.slice(0, 15) }, Date.now());
      await markPurchase(env.DIRECTORY, 'paid', 'paid', null, Date.now());
      expect((await give()).answer.status).toBe(200);
    });

    test('is 503 where that is not known', async () => {
      hasCredits(0);
      const { answer, members } = await give({ bindings: { DIRECTORY: undefined } });
      expect([answer.status, members.errors?.[0].code]).toEqual([503, 'service_unavailable']);
    });
  });

  test('that cannot be kept is 503', async () => {
    const broken = { put: () => Promise.reject(new Error('down')) };
    const { answer, members } = await give({ bindings: { IMPROVEMENTS: broken } });
    expect([answer.status, members.errors?.[0].code]).toEqual([503, 'service_unavailable']);
  });

  test('is 404 where the compatibility API is off', async () => {
    expect((await give({ bindings: { REMOVEBG_COMPAT: 'off' } })).answer.status).toBe(404);
  });
});

test('images go after thirty days, and not before', async () => {
  await give();
  await tidyImprovements({ IMPROVEMENTS: bucket }, Date.now() + 29 * dayMs);
  expect(await kept()).toHaveLength(1);
  await tidyImprovements({ IMPROVEMENTS: bucket }, Date.now() + 30 * dayMs + 1000);
  expect(await kept()).toEqual([]);
  await tidyImprovements({}, Date.now());
});

test('a bucket of many pages is gone through to its end', async () => {
  let left = 2500;
  const list = async () => ({
    objects: Array.from({ length: Math.min(1000, left) }, (_, at) => ({ key: `${at}`, uploaded: new Date(0) })),
  });
  const remove = async (keys: readonly string[]) => {
    left -= keys.length;
  };
  // Answers of a bucket have members by the dozen, of which two are read.
  const many = { list, delete: remove } as unknown as R2Bucket;
  await tidyImprovements({ IMPROVEMENTS: many }, 31 * dayMs);
  expect(left).toBe(0);
});
