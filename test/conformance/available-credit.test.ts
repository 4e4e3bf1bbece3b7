/** Operation 8: GET /available-credit. */
import { describe, expect, test } from 'vitest';
import { type Answer, jsonOf } from '../../testing/http-message.ts';
import { creditCall } from '../../testing/requests.ts';
import { expectCharged, expectUntouched, settled } from '../accounts.ts';
import { expectCommonHeaders, expectRefusal, rateOf, refusals, retryAfterOf } from '../contract.ts';
import { newKey } from '../keys.ts';
import { declareService } from '../service.ts';

const service = declareService();
const past = '2020-01-31';

async function ask(key: string): Promise<Answer> {
  return service.send(creditCall(key));
}

/** The 200 for that key. */
async function available(key: string): Promise<unknown> {
  const answer = await ask(key);
  expect(answer.status).toBe(200);
  return jsonOf(answer);
}

describe('200', () => {
  test('has just the credits and when they expire, UTC', async () => {
    const { key } = await service.createKey({ credits: 42, expires: '2091-05-06 07:08:09' });
    const answer = await ask(key);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json(;|$)/);
    expect(jsonOf(answer)).toEqual({ credit: 42, expiration_date: '2091-05-06 07:08:09' });
  });

  test('reads a date without a time as the last second of that day', async () => {
    const { key } = await service.createKey({ expires: '2091-01-31' });
    expect(await available(key)).toMatchObject({ expiration_date: '2091-01-31 23:59:59' });
  });

  test('gives credits a life of 365 days unless a date was given', async () => {
    const { key } = await service.createKey();
    const { expiration_date: text } = (await available(key)) as { expiration_date: string };
    expect(text).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    const days = (Date.parse(`${text.replace(' ', 'T')}Z`) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(364.99);
    expect(days).toBeLessThan(365.01);
  });

  test('states 0 at zero credits', async () => {
    const { key } = await service.createKey({ credits: 0 });
    expect(await available(key)).toMatchObject({ credit: 0 });
  });

  test('states 0 and the date that has passed once the credits have expired', async () => {
    const { key } = await service.createKey({ credits: 7, expires: past });
    expect(await available(key)).toEqual({ credit: 0, expiration_date: '2020-01-31 23:59:59' });
  });

  test('is given to a key that is restricted to something else', async () => {
    const { key } = await service.createKey({ credits: 3, endpoints: ['alpha-channel'] });
    expect(await available(key)).toMatchObject({ credit: 3 });
  });

  test('is given to live keys as to test keys', async () => {
    const { key } = await service.createKey({ credits: 3, type: 'live' });
    expect(await available(key)).toMatchObject({ credit: 3 });
  });

  test('costs nothing, however often it is asked', async () => {
    const key = await service.createKey({ credits: 3 });
    for (let questions = 0; questions < 10; questions++) expect(await available(key.key)).toMatchObject({ credit: 3 });
    await expectUntouched(service.stack, key, 3);
  });

  test('shows a processing call once it is paid, and not a failed one', async () => {
    const key = await service.createKey({ credits: 3 });
    await service.send(service.goodCall('alpha-channel', key.key, Buffer.from('no image')));
    expect(await available(key.key)).toMatchObject({ credit: 3 });
    const paid = await service.send(service.goodCall('alpha-channel', key.key));
    await settled(service.stack, key);
    expect(await available(key.key)).toMatchObject({ credit: 2 });
    await expectCharged(service.stack, key, 3, [paid.headers.get('X-Request-Id')]);
  });

  test('needs no Accept header and ignores a query', async () => {
    const { key } = await service.createKey({ credits: 3 });
    const answer = await service.send({ method: 'GET', path: '/available-credit?x=1', headers: { 'X-API-Key': key } });
    expect(jsonOf(answer)).toMatchObject({ credit: 3 });
  });

  test('carries the common headers, the times of its steps and no error code', async () => {
    const { key } = await service.createKey();
    const answer = await ask(key);
    expectCommonHeaders(answer);
    expect(answer.headers.get('Server-Timing')).toMatch(/^[\w-]+;dur=\d+(\.\d+)?(, [\w-]+;dur=\d+(\.\d+)?)*$/);
    expect(answer.headers.get('X-Error-Code')).toBeNull();
  });

  test('echoes a request id that is well formed and replaces another', async () => {
    const { key } = await service.createKey();
    const withId = async (id: string) => {
      const call = creditCall(key);
      const answer = await service.send({ ...call, headers: { ...call.headers, 'X-Request-Id': id } });
      return answer.headers.get('X-Request-Id');
    };
    expect(await withId('balance-1')).toBe('balance-1');
    expect(await withId('balance 1')).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  });

  test('counts in the window that all operations share', async () => {
    const { key } = await service.createKey({ rate: 6, credits: 10 });
    const remaining: number[] = [rateOf(await ask(key)).remaining];
    for (const name of ['image-without-background', 'alpha-channel-base64', 'car-layers-base64'] as const) {
      remaining.push(rateOf(await service.send(service.goodCall(name, key))).remaining);
    }
    remaining.push(rateOf(await ask(key)).remaining);
    expect(remaining).toEqual([5, 4, 3, 2, 1]);
  });

  test('states 30 requests a minute for a key that was made without a rate', async () => {
    const made = await service.stack.admin('POST', '/keys', { type: 'test', credits: 1 });
    const { key } = (await made.json()) as { key: string };
    expect(rateOf(await ask(key))).toMatchObject({ limit: 30, remaining: 29 });
  });

  test('is given at once after a top-up', async () => {
    const key = await service.createKey({ credits: 0 });
    await service.stack.admin('POST', `/keys/${key.id}/top-up`, { credits: 4 });
    expect(await available(key.key)).toMatchObject({ credit: 4 });
  });
});

test.each(['\t', ' ', '\u00a0'])('%j around a key is no part of it', async (space) => {
  const { key } = await service.createKey({ credits: 4 });
  const answer = await ask(`${space}${key}${space}`);
  expect(answer.status).toBe(200);
});

describe('401', () => {
  const refused = async (headers: Record<string, string>, query = '') => {
    const answer = await service.send({ method: 'GET', path: `/available-credit${query}`, headers });
    expectRefusal(answer, refusals.invalidKey, false);
  };

  test('without a key', () => refused({}));
  test('for text that is no key', () => refused({ 'X-API-Key': 'secret' }));
  test('for a well-formed key that nobody made', () => refused({ 'X-API-Key': newKey('live') }));

  test('for a revoked key', async () => {
    const { key, id } = await service.createKey();
    await service.stack.admin('POST', `/keys/${id}/revoke`);
    await refused({ 'X-API-Key': key });
  });

  test('for a good key in the query string or in Authorization', async () => {
    const { key } = await service.createKey();
    await refused({}, `?X-API-Key=${key}&api_key=${key}`);
    await refused({ Authorization: `Bearer ${key}` });
  });

  test('for the admin token', async () => {
    const { headers } = creditCall(newKey('test'));
    await refused({ ...headers, Authorization: 'Bearer end-to-end-admin-token' });
  });
});

describe('404', () => {
  test.each(['/available-credit/', '/v1.0/available-credit', '/credit', '/v1.0', '/v1.0/'])('for %s', async (path) => {
    const { key } = await service.createKey();
    expectRefusal(await service.send({ ...creditCall(key), path }), refusals.notFound, false);
  });
});

describe('405', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('for %s, with and without a key', async (method) => {
    const { key } = await service.createKey();
    const withAndWithout: Record<string, string>[] = [{}, { 'X-API-Key': key }];
    for (const headers of withAndWithout) {
      const answer = await service.send({ method, path: '/available-credit', headers });
      expectRefusal(answer, refusals.methodNotAllowed, false);
      expect(answer.headers.get('Allow')?.split(', ')).toContain('GET');
    }
  });
});

describe('429', () => {
  test('once the window is full, whatever filled it', async () => {
    const { key } = await service.createKey({ rate: 2 });
    expect((await service.send(service.goodCall('alpha-channel', key))).status).toBe(200);
    expect((await ask(key)).status).toBe(200);
    const answer = await ask(key);
    expectRefusal(answer, refusals.rateLimited);
    expect(retryAfterOf(answer)).toBeLessThanOrEqual(60);
    expect(rateOf(answer)).toMatchObject({ limit: 2, remaining: 0 });
  });

  test('asks to wait until the second that X-RateLimit-Reset names', async () => {
    const { key } = await service.createKey({ rate: 1 });
    await ask(key);
    const from = Date.now() / 1000;
    const answer = await ask(key);
    const to = Date.now() / 1000;
    // Both are rounded up to whole seconds, at a moment between the two.
    const askedAt = rateOf(answer).reset - retryAfterOf(answer);
    expect(askedAt).toBeGreaterThan(from - 1);
    expect(askedAt).toBeLessThan(to + 1);
  });

  test('is not counted: a slot more lets the next question in, however many were refused', async () => {
    const { key, id } = await service.createKey({ rate: 1 });
    await ask(key);
    for (let refusal = 0; refusal < 5; refusal++) expect((await ask(key)).status).toBe(429);
    await service.stack.admin('PUT', `/keys/${id}/rate`, { rate_per_minute: 2 });
    expect((await ask(key)).status).toBe(200);
    expect((await ask(key)).status).toBe(429);
  });

  test('is 30 requests long at the rate of the contract, and 7 at the other one that it names', async () => {
    for (const rate of [30, 7]) {
      const { key } = await service.createKey({ rate });
      const statuses = await Promise.all(Array.from({ length: rate + 5 }, async () => (await ask(key)).status));
      expect(statuses.filter((status) => status === 200).length).toBe(rate);
      expect(statuses.filter((status) => status === 429).length).toBe(5);
    }
  });
});
