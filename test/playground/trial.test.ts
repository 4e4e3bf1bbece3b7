/** The trial over HTTP: who may try how many photos, and that nothing a visitor sends makes it more. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processingOperations } from '../../src/contract/operations.ts';
import { photo } from '../../testing/photos.ts';
import { type Stack, startStack } from '../stack.ts';
import { untilTheDayLasts } from './day.ts';
import { callFromPage, digestOf, sessionOf } from './page.ts';

const perDay = 2;
const perDayTotal = 20;
const header = 'X-Visitor-Address';

let stack: Stack;
let small: Buffer;

beforeAll(() => untilTheDayLasts(5), 600_000);
beforeAll(async () => {
  stack = await startStack({
    edgeVariables: {
      TRUSTED_ADDRESS_HEADER: header,
      TRIAL_PER_DAY: String(perDay),
      TRIAL_PER_DAY_TOTAL: String(perDayTotal),
    },
  });
  small = await photo();
});
afterAll(() => stack?.stop());

const from = (address: string) => ({ [header]: address });
const call = (headers: Record<string, string>, file = small) =>
  callFromPage(stack.base, 'image-without-background', file, headers);
const leftOf = async (address: string) => (await sessionOf(stack.base, from(address))).trial.left;

describe('a visitor without an account', () => {
  test('sees the limits of the trial', async () => {
    const answer = await fetch(`${stack.base}/playground/session`);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      csrf_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      account: null,
      trial: { left: perDay, per_day: perDay, max_pixels: 250_000 },
      fetches_addresses: true,
      takes_points: true,
    });
  });

  test('tries so many photos a day, then 429 with the wait until tomorrow; another address goes on', async () => {
    const mine = from('192.0.2.1');
    for (let left = perDay - 1; left >= 0; left--) {
      const answer = await call(mine);
      expect(answer.status).toBe(200);
      expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ channels: 4 });
      expect(await leftOf('192.0.2.1')).toBe(left);
    }
    const refused = await call(mine);
    expect([refused.status, refused.headers.get('X-Error-Code')]).toEqual([429, 'TRIAL_USED_UP']);
    const seconds = Number(refused.headers.get('Retry-After'));
    const untilMidnight = 86_400 - ((Date.now() / 1000) % 86_400);
    expect(Math.abs(seconds - untilMidnight)).toBeLessThan(60);
    expect(await refused.json()).toEqual({
      detail:
        'The free photos of today, or the free clicks on this one, are used up. Sign in to go on, or come back tomorrow.',
    });
    expect((await call(from('192.0.2.2'))).status).toBe(200);
  });

  test('is not another one by another header, and an IPv6 /64 is one', async () => {
    for (const host of ['1', 'ffff:1', '2:3:4:5']) {
      const headers = {
        ...from(`2001:db8:7:7:${host === '2:3:4:5' ? host : `:${host}`}`),
        'X-Forwarded-For': `203.0.113.${host.length}`,
        'CF-Connecting-IP': `203.0.113.${host.length}`,
        'User-Agent': host,
        'X-Request-Id': `visit-${host.length}`,
        'Idempotency-Key': host,
        Cookie: `visitor=${host}`,
      };
      const due = host === '2:3:4:5' ? 429 : 200;
      const answer = await call(headers);
      await answer.arrayBuffer();
      expect(answer.status, host).toBe(due);
    }
    expect(await leftOf('2001:db8:7:8::1')).toBe(perDay);
  });

  test('gets back what brought no picture', async () => {
    const mine = from('192.0.2.3');
    expect((await call(mine, Buffer.from('no picture'))).status).toBe(415);
    const large = await sharp({ create: { width: 501, height: 500, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const refused = await call(mine, large);
    expect([refused.status, refused.headers.get('X-Error-Code')]).toEqual([422, 'INVALID_IMAGE']);
    expect(JSON.stringify(await refused.json())).toContain('The trial takes pictures of at most 0.25 megapixels');
    const sameSize = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await expect.poll(() => leftOf('192.0.2.3')).toBe(perDay);
    expect((await call(mine, sameSize)).status).toBe(200);
    await expect.poll(() => leftOf('192.0.2.3')).toBe(perDay - 1);
  });

  test('gets back a photo that the service could not make', async () => {
    await stack.inference.stop();
    const answer = await call(from('192.0.2.4'));
    expect(answer.status).toBe(503);
    await stack.restartInference();
    await expect.poll(() => leftOf('192.0.2.4')).toBe(perDay);
  });

  test('gets the very answer that a key gets, of every operation', async () => {
    const { key } = await stack.createKey();
    for (const [index, { name, path, encoding }] of processingOperations.entries()) {
      const ofPage = await callFromPage(stack.base, name, small, from(`198.51.100.${index}`));
      expect(ofPage.status, name).toBe(200);
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(small)]), 'photo');
      const ofKey = await fetch(stack.base + path, {
        method: 'POST',
        headers: { 'X-API-Key': key, ...(encoding === 'json' && { 'Content-Type': 'application/json' }) },
        body: encoding === 'json' ? JSON.stringify({ image_base64: small.toString('base64') }) : form,
      });
      expect(await digestOf(ofPage), name).toBe(await digestOf(ofKey));
    }
  });
});

describe('a call that no page of the service sent', () => {
  const refusedCode = async (headers: Record<string, string>) => {
    const answer = await call({ ...from('192.0.2.9'), ...headers });
    return [answer.status, answer.headers.get('X-Error-Code')];
  };

  test('is refused: another origin, no origin, no token, a wrong one; and takes nothing', async () => {
    const strange = [403, 'STRANGE_ORIGIN'];
    expect(await refusedCode({ Origin: 'https://evil.example' })).toEqual(strange);
    expect(await refusedCode({ Origin: 'null' })).toEqual(strange);
    expect(await refusedCode({ 'X-CSRF-Token': '' })).toEqual(strange);
    expect(await refusedCode({ 'X-CSRF-Token': 'f'.repeat(64) })).toEqual(strange);
    const { csrf_token } = await sessionOf(stack.base);
    const withoutOrigin = await fetch(`${stack.base}/playground/alpha-channel`, {
      method: 'POST',
      headers: { ...from('192.0.2.9'), 'X-CSRF-Token': csrf_token, 'Sec-Fetch-Site': 'cross-site' },
      body: new Uint8Array(small),
    });
    expect(withoutOrigin.status).toBe(403);
    expect(await leftOf('192.0.2.9')).toBe(perDay);
  });

  test('gets 404 for what is no operation and 405 for another method, and is not in the description', async () => {
    expect((await fetch(`${stack.base}/playground/available-credit`, { method: 'POST' })).status).toBe(404);
    const wrongMethod = await fetch(`${stack.base}/playground/alpha-channel`);
    expect([wrongMethod.status, wrongMethod.headers.get('Allow')]).toEqual([405, 'POST']);
    expect(await (await fetch(`${stack.base}/openapi.json`)).text()).not.toContain('playground');
  });
});

test('all visitors together have their own limit', async () => {
  let sent = 0;
  let answer: Response;
  do {
    answer = await call(from(`203.0.113.${sent++}`));
    await answer.arrayBuffer();
  } while (answer.status === 200 && sent < 2 * perDayTotal);
  expect(answer.headers.get('X-Error-Code')).toBe('TRIAL_USED_UP');
  expect(sent).toBeLessThanOrEqual(perDayTotal);
  expect(await leftOf('203.0.113.250')).toBe(0);
});
