/** What the request log keeps of a call: its names, and nothing of its picture, of values, of names of files, of addresses. */
import { env } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKey, walletOf } from '../../money/keys/format.ts';
import type { UsageBatch } from '../../money/usage/event.ts';
import { gatherMs } from '../../money/usage/record.ts';
import { consumeUsage } from '../../pages/notices/consume.ts';
import { app } from '../app.ts';
import { bmp, FakeLedger } from '../testing/call.ts';
import { ownContext } from '../testing/context.ts';

const { DIRECTORY } = env;
const marker = 'marker-4711';
const secret = 'secret of the tests';

let key: string;
let wallet: string;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const made = await createKey('test', secret);
  [key, wallet] = [made, walletOf(made)];
  await DIRECTORY.prepare(
    `INSERT INTO account_wallet (wallet, account_id, type, hidden_key_id, created_at) VALUES (?1, ?1, 'test', 'key_0', 1)`,
  )
    .bind(wallet)
    .run();
});
afterEach(() => void vi.restoreAllMocks());

/** Makes a call, and delivers what it put in the queue. */
async function call(path: string, body: FormData | string, type?: string): Promise<Response> {
  const sent: UsageBatch[] = [];
  const headers = {
    'X-API-Key': key,
    'X-Request-Id': 'r-1',
    'X-Forwarded-For': marker,
    'CF-Connecting-IP': marker,
    'User-Agent': marker,
    Referer: `https://${marker}.example`,
    'Idempotency-Key': marker,
    ...(type && { 'Content-Type': type }),
  };
  const request = new Request(`https://edge${path}?${marker}=${marker}`, { method: 'POST', headers, body });
  const { context, behind } = ownContext();
  const bindings = {
    ...env,
    ...{ KEY_HASH_SECRET: secret, SUPPORT_EMAIL: 'help@example.com', REMOVEBG_COMPAT: 'on', IMAGE_URL: 'on' },
    LEDGERS: { getByName: () => new FakeLedger() },
    USAGE: { send: async (batch: UsageBatch) => void sent.push(batch) },
  };
  const answer = await app.fetch(request, bindings, context);
  await answer.body?.cancel();
  await new Promise((resolve) => setTimeout(resolve, gatherMs));
  await Promise.all(behind);
  await consumeUsage({ messages: sent.map((body) => ({ body })) }, env);
  return answer;
}

function form(fields: Readonly<Record<string, string>>, fileName = 'file'): FormData {
  const parts = new FormData();
  for (const [name, value] of Object.entries(fields)) parts.append(name, value);
  const file = new Blob([bmp(30, 20), new TextEncoder().encode(marker)], { type: `image/${marker}` });
  parts.append(fileName, file, `${marker}.png`);
  return parts;
}

const address = `https://${marker}.example/${marker}.jpg`;
const image = btoa(`${String.fromCharCode(...bmp(30, 20))}${marker}`);

test.each<
  [
    name: string,
    path: string,
    body: FormData | string,
    terms: readonly [type: string | undefined, options: string, pixels: number | null],
  ]
>([
  [
    'a form',
    '/v1.0/image-without-background',
    form({ [marker]: marker, crop: 'subject', background_color: '#123456' }),
    [undefined, 'crop,background_color', 600],
  ],
  [
    'an option that is wrong',
    '/v1.0/image-without-background',
    form({ crop: marker, output_format: marker }),
    [undefined, 'crop,output_format', null],
  ],
  [
    'addresses',
    '/v1.0/image-without-background-base64',
    JSON.stringify({ image_url: address, background_url: address, roi: null, [marker]: marker }),
    ['application/json', 'image_url,background_url', null],
  ],
  [
    'Base64',
    '/v1.0/alpha-channel-base64',
    JSON.stringify({ image_base64: image, image_filename: marker }),
    ['application/json', '', 600],
  ],
  [
    'the words of remove.bg',
    '/v1.0/removebg',
    form({ bg_color: marker, size: 'auto' }, 'image_file'),
    [undefined, 'bg_color,size', null],
  ],
])('of %s', async (_, path, body, [type, options, pixels]) => {
  const { status } = await call(path, body, type);
  expect(status).toBeGreaterThanOrEqual(400);
  const { results } = await DIRECTORY.prepare('SELECT * FROM request_log WHERE wallet = ?').bind(wallet).all();
  expect(results).toMatchObject([
    { request_id: 'r-1', key_id: 'key_1', operation: path.split('/').at(-1), options, pixels, status, credits: 0 },
  ]);
  const tables = await DIRECTORY.batch(
    ['request_log', 'usage', 'usage_batch', 'key_use'].map((table) => DIRECTORY.prepare(`SELECT * FROM ${table}`)),
  );
  expect(JSON.stringify(tables.map(({ results: rows }) => rows))).not.toContain(marker);
});
