/** The API Keys and Credits sections as their owner uses them, by forms and calls alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Person } from '../../testing/person.ts';
import { photo } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { type Stack, startStack } from '../stack.ts';

let stack: Stack;
let ada: Person;
let picture: Buffer;

beforeAll(async () => {
  [stack, picture] = await Promise.all([startStack(), photo()]);
  ada = new Person(stack.base);
  await ada.join('ada@example.org', 'a long password', 'Ada');
});
afterAll(() => stack?.stop());

const call = (key: string, operation = 'image-without-background') =>
  sendWithFetch(stack.base, multipartCall(`/v1.0/${operation}`, key, [filePart(picture)]));

/** Movements of the test wallet, newest first, as its file has them. */
async function movements(): Promise<string[][]> {
  const { text } = await ada.visit('/dashboard/credits.csv?wallet=test');
  return text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
}

describe('a key', () => {
  it('is made, spends, is restricted, is rotated, ends, and is revoked', async () => {
    const { key, id } = await ada.makeKey({ type: 'test', name: 'Shop', scope: 'all' });
    expect(key).toMatch(/^test_/);
    const answer = await call(key);
    expect(answer.status).toBe(200);
    const requestId = answer.headers.get('X-Request-Id') ?? '';

    await expect.poll(async () => (await movements())[0].slice(1)).toEqual(['Call', '-1', '49', 'Shop', requestId]);
    expect((await ada.visit('/dashboard/credits')).text).toContain(requestId);
    expect((await ada.visit('/dashboard')).text).toContain('>49<');

    await ada.visit(`/dashboard/keys/${id}`);
    await ada.submit(`/dashboard/keys/${id}/scope`, [
      ['scope', 'some'],
      ['operation', 'alpha-channel'],
    ]);
    expect((await call(key)).status).toBe(403);
    expect((await call(key, 'alpha-channel')).status).toBe(200);

    const rotated = await ada.follow(await ada.submit(`/dashboard/keys/${id}/rotate`, { days: '7' }));
    const [next] = /test_[0-9A-Za-z]{38}/.exec(rotated.text) ?? [''];
    expect(next).not.toBe(key);
    expect((await call(next, 'alpha-channel')).status).toBe(200);
    expect((await call(next)).status).toBe(403);
    expect((await call(key, 'alpha-channel')).status).toBe(200);
    expect((await ada.visit(`/dashboard/keys/${id}`)).text).toMatch(/<dt>Ends<\/dt><dd>\d/);

    expect((await ada.submit(`/dashboard/keys/${id}/rotate`, { days: '0' })).status).toBe(422);
    expect((await call(key, 'alpha-channel')).status).toBe(200);

    const nextId = /key_[0-9A-Za-z]{16}/.exec(
      (await ada.visit('/dashboard/keys')).text.split('<tr>').find((row) => row.includes(next.slice(-10, -6))) ?? '',
    )?.[0];
    await ada.visit(`/dashboard/keys/${nextId}`);
    const ended = await ada.follow(await ada.submit(`/dashboard/keys/${nextId}/rotate`, { days: '0' }));
    const [last] = /test_[0-9A-Za-z]{38}/.exec(ended.text) ?? [''];
    expect((await call(next, 'alpha-channel')).status).toBe(401);
    expect((await call(last, 'alpha-channel')).status).toBe(200);

    await ada.visit(`/dashboard/keys/${id}`);
    expect((await ada.submit(`/dashboard/keys/${id}/revoke`)).location).toBe(`/dashboard/keys/${id}`);
    expect((await call(key, 'alpha-channel')).status).toBe(200);
    const revoked = await ada.submit(`/dashboard/keys/${id}/revoke`, { sure: 'yes' });
    expect(revoked.location).toBe('/dashboard/keys?done=revoked');
    expect((await call(key, 'alpha-channel')).status).toBe(401);
  });

  it('has a limit of its own, which can be set and lifted', async () => {
    const { key, id } = await ada.makeKey({ limit: '1' });
    expect((await call(key)).status).toBe(200);
    await expect.poll(async () => (await call(key)).status).toBe(402);
    await ada.visit(`/dashboard/keys/${id}`);
    await ada.submit(`/dashboard/keys/${id}/limit`, { limit: '' });
    expect((await call(key)).status).toBe(200);
  });

  it('spends live credits where it is live', async () => {
    const { key } = await ada.makeKey({ type: 'live' });
    expect(key).toMatch(/^live_/);
    expect((await call(key)).status).toBe(402);
  });

  it('is shown once: no later page holds its secret', async () => {
    const { key, id } = await ada.makeKey();
    for (const path of ['/dashboard', '/dashboard/keys', `/dashboard/keys/${id}`, '/dashboard/account/export.json']) {
      expect((await ada.visit(path)).text).not.toContain(key.slice(15));
    }
  });

  it('has a name that can be changed, and no markup in it', async () => {
    const name = '<script>alert(1)</script> "Shop" & \'co\'';
    const { id } = await ada.makeKey({ name });
    await ada.visit(`/dashboard/keys/${id}`);
    await ada.submit(`/dashboard/keys/${id}/name`, { name: `${name}!` });
    for (const path of ['/dashboard/keys', `/dashboard/keys/${id}`]) {
      const { text } = await ada.visit(path);
      expect(text).toContain('&lt;script&gt;');
      expect(text).not.toContain('<script>alert');
    }
  });

  it.each([
    [{ scope: 'some' }, 'Please tick at least one operation.'],
    [{ limit: 'many' }, 'Please enter a whole number of credits'],
    [{ limit: '-1' }, 'Please enter a whole number of credits'],
    [{ name: 'x'.repeat(101) }, 'Please use one line'],
  ])('is not made of %o', async (fields, says) => {
    await ada.visit('/dashboard/keys/new');
    const page = await ada.submit('/dashboard/keys', fields);
    expect(page.status).toBe(422);
    expect(page.text).toContain(says);
  });

  it.each(['-1', '31', '1.5', 'seven', ''])('is not rotated in %s days', async (days) => {
    const { key, id } = await ada.makeKey();
    await ada.visit(`/dashboard/keys/${id}`);
    expect((await ada.submit(`/dashboard/keys/${id}/rotate`, { days })).status).toBe(422);
    expect((await call(key)).status).toBe(200);
  });
});

describe('movements', () => {
  it('are a file that spreadsheets take for text', async () => {
    const { key } = await ada.makeKey({ name: '=HYPERLINK("http://evil.example"), "x"' });
    await call(key);
    const file = async () => (await ada.visit('/dashboard/credits.csv?wallet=test')).text;
    await expect.poll(file).toContain(`"'=HYPERLINK(""http://evil.example""), ""x"""`);
    expect(await file()).toMatch(/^time_utc,movement,credits,balance,key,request_or_reference\r\n/);
    expect(await file()).toMatch(/Sign-up credits,50,50,,\r\n/);
  });

  it('come in pages', async () => {
    const { text } = await ada.visit('/dashboard/credits?wallet=test&before=2');
    expect(text).toContain('Wallet opened');
    expect(text).not.toContain('Sign-up credits');
    expect((await ada.visit('/dashboard/credits?wallet=nothing&before=nothing')).status).toBe(200);
  });
});
