/** What every processing operation answers when the failure is not the caller's: 500 and 503. */
import { afterEach, expect } from 'vitest';
import type { OperationName } from '../../src/contract/operations.ts';
import { type ExpectedRefusal, refusals, retryAfterOf } from '../contract.ts';
import type { Behaviour } from '../relay.ts';
import type { OwnService } from '../service.ts';
import { type Cases, casesOf } from './cases.ts';

const secret = 'tensor 0x7f of rack 12 is on fire';

export function describeFailures(service: OwnService, name: OperationName, cases: Cases = casesOf(name)): void {
  afterEach(() => {
    service.relay.behaviour = { kind: 'forward' };
  });

  const refusedWhile = (behaviour: Behaviour, expected: ExpectedRefusal, requestId = 'failing-call') => {
    service.relay.behaviour = behaviour;
    return service.expectRefused((key) => {
      const call = service.goodCall(name, key);
      return { ...call, headers: { ...call.headers, 'X-Request-Id': requestId } };
    }, expected);
  };

  cases.block('500', ({ test }) => {
    test('when inference fails, with the address of the support and without the cause', async () => {
      const body = JSON.stringify({ error: secret });
      const answer = await refusedWhile({ kind: 'answer', status: 500, body }, refusals.internal);
      expect(answer.body.toString()).not.toContain(secret);
      expect(JSON.stringify([...answer.headers])).not.toContain(secret);
    });

    test('leaves its cause in the log, with the request id', async () => {
      const requestId = `logged-${name}`;
      const body = JSON.stringify({ error: secret });
      await refusedWhile({ kind: 'answer', status: 500, body }, refusals.internal, requestId);
      const line = () => service.stack.output.find((text) => text.includes(requestId) && text.includes(secret));
      await expect.poll(line).toBeDefined();
    });

    test('when inference answers what nobody can read', async () => {
      await refusedWhile({ kind: 'answer', status: 200, body: 'not a tensor' }, refusals.internal);
    });

    test('is followed by a 200 once inference is well', async () => {
      await refusedWhile({ kind: 'answer', status: 500, body: '{}' }, refusals.internal);
      service.relay.behaviour = { kind: 'forward' };
      const { key } = await service.createKey();
      expect((await service.send(service.goodCall(name, key))).status).toBe(200);
    });
  });

  cases.block('503', ({ test }) => {
    test('when inference is full, with the wait that it asked for', async () => {
      const full: Behaviour = {
        kind: 'answer',
        status: 503,
        headers: { 'Retry-After': '7' },
        body: '{"error":"full"}',
      };
      const answer = await refusedWhile(full, refusals.unavailable);
      expect(retryAfterOf(answer)).toBe(7);
    });

    test('when inference cannot be reached, and a 200 once it can', async () => {
      await refusedWhile({ kind: 'break' }, refusals.unavailable);
      service.relay.behaviour = { kind: 'forward' };
      const { key } = await service.createKey();
      const status = async () => (await service.send(service.goodCall(name, key))).status;
      await expect.poll(status).toBe(200);
    });
  });
}
