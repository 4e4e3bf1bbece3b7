/** Operation 1: POST /v1.0/image-without-background. */
import { describe, expect, test } from 'vitest';
import { Connection, headOf } from '../../testing/sockets.ts';
import { expectCharged, walletBalanceOf } from '../accounts.ts';
import { expectRefusal, refusals } from '../contract.ts';
import { declareService } from '../service.ts';
import { describeAdmission } from './admission.ts';
import { describeMultipart, readBinary } from './multipart.ts';
import { describeSuccess, expectBackgroundGone, expectMatteEqualsAlpha, type Subject } from './success.ts';

const service = declareService();
const name = 'image-without-background';
const cutout: Subject = { service, name, kind: 'cutout', read: readBinary };
const matte: Subject = { service, name: 'alpha-channel', kind: 'matte', read: readBinary };

describeSuccess(cutout);

describe('200', () => {
  test('leaves nothing of the background: RGB is 0 where alpha is 0, and the photo where alpha is 255', () => {
    return expectBackgroundGone(cutout);
  });

  test('has the alpha of operation 3', () => expectMatteEqualsAlpha(cutout, matte));
});

describe('a last credit', () => {
  test('that a call in progress holds is 503 for others, and 402 once it is spent', async () => {
    const key = await service.createKey({ credits: 1 });
    const { base } = service.stack;
    const { body = Buffer.alloc(0), ...call } = service.goodCall(name, key.key);
    const slow = await Connection.open(base);
    try {
      await slow.write(headOf(base, { ...call, body }) + body.toString('latin1', 0, 100));
      const balance = () => walletBalanceOf(service.stack, key);
      await expect.poll(balance, { interval: 20 }).toEqual({ credit: 0, balance: 1, open_holds: 1 });
      const refused = await service.send(service.goodCall(name, key.key));
      expectRefusal(refused, refusals.held);
      expect(refused.headers.get('Retry-After')).toMatch(/^[1-5]$/);
      expect(await service.stack.credit(key.key)).toBe(0);

      await slow.write(body.subarray(100));
      const answer = await slow.answer();
      expect(answer.status).toBe(200);
      await expectCharged(service.stack, key, 1, [answer.headers.get('X-Request-Id')]);
      expectRefusal(await service.send(service.goodCall(name, key.key)), refusals.insufficient);
    } finally {
      slow.close();
    }
  });

  test('not for a credit that a refused call has given back', async () => {
    const key = await service.createKey({ credits: 1 });
    const wrong = service.goodCall(name, key.key, Buffer.from('no image'));
    for (let calls = 0; calls < 3; calls++) expectRefusal(await service.send(wrong), refusals.unsupported);
    expect((await service.send(service.goodCall(name, key.key))).status).toBe(200);
  });
});

describeAdmission(service, name);
describeMultipart(service, name);
