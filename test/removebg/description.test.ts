/** Answers of the remove.bg compatibility API are as `/openapi.json` describes them: status, headers, type and body. */
import { expect, test } from 'vitest';
import { type Call, filePart, multipartCall } from '../../testing/requests.ts';
import { newKey as unknownKey } from '../keys.ts';
import { declareService } from '../service.ts';

const service = declareService();

const upload = (key: string, fields: Readonly<Record<string, string>> = {}): Call =>
  multipartCall('/v1.0/removebg', key, [
    ...Object.entries(fields).map(([name, content]) => ({ name, content })),
    { ...filePart(service.image), name: 'image_file' },
  ]);
const balance = (key: string): Call => ({ method: 'GET', path: '/v1.0/account', headers: { 'X-API-Key': key } });

test.each<[string, number, (key: string) => Call]>([
  ['a PNG', 200, (key) => upload(key)],
  ['a JPEG', 200, (key) => upload(key, { bg_color: 'fff', size: 'auto' })],
  ['a ZIP', 200, (key) => upload(key, { format: 'zip' })],
  ['what is left', 200, balance],
  ['an image that is given', 200, (key) => ({ ...upload(key, { tag: 'x' }), path: '/v1.0/improve' })],
  ['an image that is none', 400, (key) => multipartCall('/v1.0/improve', key, [{ name: 'tag', content: 'x' }])],
  ['a wrong field', 400, (key) => upload(key, { size: 'huge' })],
  ['no image', 400, (key) => multipartCall('/v1.0/removebg', key, [{ name: 'size', content: 'auto' }])],
  ['no such key', 403, () => upload(unknownKey('live'))],
  ['no such key at the balance', 403, () => balance(unknownKey('live'))],
])('%s', async (_what, status, call) => {
  const { key } = await service.createKey();
  // The service under test holds every answer against its description.
  expect((await service.send(call(key))).status).toBe(status);
});

test('no credits', async () => {
  const { key } = await service.createKey({ credits: 0 });
  expect((await service.send(upload(key))).status).toBe(402);
});
