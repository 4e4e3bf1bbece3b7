/** Answers of every processing operation before it reads a body: 401, 402, 403, 404, 405, 429. */
import { expect } from 'vitest';
import { type OperationName, operationNamed, operationNames } from '../../src/contract/operations.ts';
import { noise } from '../../testing/photos.ts';
import type { Call } from '../../testing/requests.ts';
import { expectRefusal, rateOf, refusals, retryAfterOf } from '../contract.ts';
import { forgedKey, newKey } from '../keys.ts';
import type { Service } from '../service.ts';
import { type Cases, casesOf } from './cases.ts';

const past = '2020-01-31';

export function describeAdmission(service: Service, name: OperationName, cases: Cases = casesOf(name)): void {
  const { path } = operationNamed(name);
  const good = (key: string) => service.goodCall(name, key);
  /** A body that no operation would take: a refusal that comes before the body does not see it. */
  const nonsense = (key: string): Call => ({
    method: 'POST',
    path,
    headers: { 'X-API-Key': key, 'Content-Type': 'text/plain' },
    body: noise(1000),
  });

  cases.block('401', ({ test, raw }) => {
    const refused = async (headers: Record<string, string>, query = '') => {
      const { 'X-API-Key': _, ...others } = good('').headers;
      const call = { ...good(''), path: path + query, headers: { ...others, ...headers } };
      expectRefusal(await service.send(call), refusals.invalidKey, false);
    };

    test('without a key', () => refused({}));
    test('for an empty key', () => refused({ 'X-API-Key': '' }));

    test.each([
      ['text that is no key', 'secret'],
      ['a key without its type', newKey('test').slice('test_'.length)],
      ['a key of an unknown type', newKey('test').replace('test_', 'demo_')],
      ['a key in capitals', newKey('live').toUpperCase()],
      ['a key that is cut short', newKey('live').slice(0, -1)],
      ['a key with more behind it', `${newKey('live')}0`],
      ['two keys', `${newKey('live')}, ${newKey('live')}`],
      ['a key with a wrong checksum', newKey('live').replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
      ['a forged key', forgedKey('live')],
      ['a well-formed live key that nobody made', newKey('live')],
      ['a well-formed test key that nobody made', newKey('test')],
      ['a text of 8 KB', 'test_'.padEnd(8000, 'a')],
    ])('for %s', (_, key) => refused({ 'X-API-Key': key }));

    raw('for a revoked key, whatever its credits', async () => {
      const key = await service.createKey();
      expect((await service.send(nonsense(key.key))).status).not.toBe(401);
      expect((await service.stack.admin('POST', `/keys/${key.id}/revoke`)).status).toBe(200);
      await refused({ 'X-API-Key': key.key });
    });

    raw('for a good key in the query string', async () => {
      const { key } = await service.createKey();
      await refused({}, `?X-API-Key=${key}&api_key=${key}&key=${key}`);
    });

    raw('for a good key in Authorization', async () => {
      const { key } = await service.createKey();
      await refused({ Authorization: `Bearer ${key}` });
      await refused({ Authorization: key });
    });

    raw('for a bad key beside a good one in the query string and in Authorization', async () => {
      const { key } = await service.createKey();
      await refused({ 'X-API-Key': newKey('test'), Authorization: `Bearer ${key}` }, `?X-API-Key=${key}`);
    });

    raw('whatever the body is', async () => {
      expectRefusal(await service.send(nonsense(newKey('live'))), refusals.invalidKey, false);
    });
  });

  cases.block('402', ({ test, raw }) => {
    test('at zero credits', async () => {
      const key = await service.createKey({ credits: 0 });
      expectRefusal(await service.send(good(key.key)), refusals.insufficient);
      await service.expectNoCreditMoved(key, 0);
    });

    raw('before the body is judged', async () => {
      const key = await service.createKey({ credits: 0 });
      expectRefusal(await service.send(nonsense(key.key)), refusals.insufficient);
    });

    raw('ends with a top-up', async () => {
      const key = await service.createKey({ credits: 0 });
      expect((await service.send(good(key.key))).status).toBe(402);
      await service.stack.admin('POST', `/keys/${key.id}/top-up`, { credits: 1 });
      expect((await service.send(nonsense(key.key))).status).not.toBe(402);
    });
  });

  cases.block('403, by its credits', ({ test, raw }) => {
    test('once the credits have expired', async () => {
      const key = await service.createKey({ expires: past });
      expectRefusal(await service.send(good(key.key)), refusals.expired);
      expect(await service.stack.credit(key.key)).toBe(0);
    });

    test('for expired before insufficient credits', async () => {
      const key = await service.createKey({ credits: 0, expires: past });
      expectRefusal(await service.send(good(key.key)), refusals.expired);
    });

    raw('for expired credits before the body is judged', async () => {
      const key = await service.createKey({ expires: past });
      expectRefusal(await service.send(nonsense(key.key)), refusals.expired);
    });

    raw('ends when a top-up makes the old credits spendable again', async () => {
      const key = await service.createKey({ credits: 2, expires: past });
      expect((await service.send(good(key.key))).status).toBe(403);
      await service.stack.admin('POST', `/keys/${key.id}/top-up`, { credits: 1 });
      expect(await service.stack.credit(key.key)).toBe(3);
      expect((await service.send(nonsense(key.key))).status).not.toBe(403);
    });
  });

  cases.block('403, by its scope', ({ test, raw }) => {
    const others = operationNames.filter((other) => other !== name);

    test('for a key that is restricted to all other operations', async () => {
      const key = await service.createKey({ endpoints: others });
      expectRefusal(await service.send(good(key.key)), refusals.restricted);
      await service.expectNoCreditMoved(key);
    });

    test('for the scope of a key before its expired credits', async () => {
      const key = await service.createKey({ endpoints: others, expires: past });
      expectRefusal(await service.send(good(key.key)), refusals.restricted);
    });

    test('for the scope of a key before its insufficient credits', async () => {
      const key = await service.createKey({ endpoints: others, credits: 0 });
      expectRefusal(await service.send(good(key.key)), refusals.restricted);
    });

    raw('for the scope of a key before the body is judged', async () => {
      const key = await service.createKey({ endpoints: others });
      expectRefusal(await service.send(nonsense(key.key)), refusals.restricted);
    });

    raw('not for a key that is restricted to this operation', async () => {
      const key = await service.createKey({ endpoints: [name] });
      expect((await service.send(nonsense(key.key))).status).not.toBe(403);
    });
  });

  cases.block('404', ({ raw }) => {
    raw.each([
      ['a slash at the end', `${path}/`],
      ['more path behind it', `${path}/extra`],
      ['another version', path.replace('/v1.0/', '/v1.1/')],
      ['no version', path.replace('/v1.0/', '/')],
      ['capitals', path.toUpperCase()],
    ])('for the path with %s, with and without a key', async (_, other) => {
      const { key } = await service.createKey();
      const { 'X-API-Key': __, ...keyless } = good('').headers;
      for (const headers of [keyless, { ...keyless, 'X-API-Key': key }]) {
        expectRefusal(await service.send({ ...good(''), path: other, headers }), refusals.notFound, false);
      }
    });
  });

  cases.block('405', ({ raw }) => {
    raw.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('for %s, with and without a key', async (method) => {
      const { key } = await service.createKey();
      const headers = { Origin: 'https://example.org', 'Access-Control-Request-Method': 'POST' };
      for (const withKey of [headers, { ...headers, 'X-API-Key': key }]) {
        const answer = await service.send({ method, path, headers: withKey });
        expectRefusal(answer, refusals.methodNotAllowed, false);
        expect(answer.headers.get('Allow')).toBe('POST');
      }
    });
  });

  cases.block('429', ({ test, raw }) => {
    /** A key that has used up its window. */
    const exhausted = async (terms: Parameters<Service['createKey']>[0] = {}) => {
      const key = await service.createKey({ rate: 2, ...terms });
      await service.stack.credit(key.key);
      await service.stack.credit(key.key);
      return key;
    };

    test('once the window is full, with the time to wait', async () => {
      const { key } = await exhausted();
      const answer = await service.send(good(key));
      expectRefusal(answer, refusals.rateLimited);
      expect(retryAfterOf(answer)).toBeLessThanOrEqual(60);
      expect(rateOf(answer)).toMatchObject({ limit: 2, remaining: 0 });
    });

    raw('is not counted: a slot more lets the next request in, however many were refused', async () => {
      const key = await exhausted();
      for (let refusal = 0; refusal < 5; refusal++) expect((await service.send(good(key.key))).status).toBe(429);
      await service.stack.admin('PUT', `/keys/${key.id}/rate`, { rate_per_minute: 3 });
      const admitted = await service.send(nonsense(key.key));
      expect(admitted.status).not.toBe(429);
      expect(rateOf(admitted)).toMatchObject({ limit: 3, remaining: 0 });
      expect((await service.send(good(key.key))).status).toBe(429);
    });

    test('moves no credit', async () => {
      const key = await exhausted();
      expect((await service.send(good(key.key))).status).toBe(429);
      await service.stack.admin('PUT', `/keys/${key.id}/rate`, { rate_per_minute: 100 });
      await service.expectNoCreditMoved(key);
    });

    test('comes before the scope of the key', async () => {
      const { key } = await exhausted({ endpoints: operationNames.filter((other) => other !== name) });
      expectRefusal(await service.send(good(key)), refusals.rateLimited);
    });

    test('comes before expired and insufficient credits', async () => {
      const { key } = await exhausted({ credits: 0, expires: past });
      expectRefusal(await service.send(good(key)), refusals.rateLimited);
    });

    raw('comes before the body is judged', async () => {
      const { key } = await exhausted();
      expectRefusal(await service.send(nonsense(key)), refusals.rateLimited);
    });

    raw('concerns one key and not another', async () => {
      const { key } = await exhausted();
      expect((await service.send(good(key))).status).toBe(429);
      const other = await service.createKey({ rate: 2 });
      expect((await service.send(nonsense(other.key))).status).not.toBe(429);
    });

    raw('counts a refused request like a successful one', async () => {
      const key = await service.createKey({ rate: 3 });
      expect(rateOf(await service.send(nonsense(key.key)))).toMatchObject({ limit: 3, remaining: 2 });
      expect(rateOf(await service.send(nonsense(key.key)))).toMatchObject({ limit: 3, remaining: 1 });
      expect(rateOf(await service.send(nonsense(key.key)))).toMatchObject({ limit: 3, remaining: 0 });
      expect((await service.send(nonsense(key.key))).status).toBe(429);
    });
  });
}
