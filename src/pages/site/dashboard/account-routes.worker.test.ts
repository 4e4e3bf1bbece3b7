import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountsAdmin } from '../../accounts/admin.ts';
import { pages } from '../pages.ts';
import { base, deployment } from '../testing/deployment.ts';

const password = 'a long password';
const bindings = {
  ...deployment(env),
  ADMIN_TOKEN: 'token',
};

beforeAll(async () => {
  const headers = { Authorization: 'Bearer token', 'Content-Type': 'application/json' };
  for (const email of ['ada@example.org', 'eve@example.org']) {
    const init = { method: 'POST', headers, body: JSON.stringify({ email, password }) };
    expect((await accountsAdmin.request(`${base}/`, init, bindings)).status).toBe(201);
  }
});

/** A browser, with the token of the page that it saw last. */
class Browser {
  readonly cookies = new Map<string, string>();
  #token = '';

  async get(path: string) {
    return this.#send(path);
  }

  async post(path: string, fields: Record<string, string>) {
    return this.#send(path, { method: 'POST', body: new URLSearchParams({ csrf: this.#token, ...fields }) });
  }

  async signIn(email: string) {
    await this.get('/sign-in');
    await this.post('/sign-in', { email, password });
    return this.get('/dashboard/account');
  }

  async #send(path: string, init: RequestInit = {}) {
    const headers = { Origin: base, Cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') };
    const answer = await pages.request(`${base}${path}`, { ...init, headers }, bindings);
    for (const line of answer.headers.getAll('Set-Cookie')) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    const text = await answer.text();
    this.#token = /name="csrf" value="([0-9a-f]+)"/.exec(text)?.[1] ?? this.#token;
    return { status: answer.status, text, location: answer.headers.get('Location') };
  }
}

async function signedIn(email = 'ada@example.org'): Promise<Browser> {
  const browser = new Browser();
  expect((await browser.signIn(email)).status).toBe(200);
  return browser;
}

describe('what is wrong is said at its field', () => {
  const right = { email: 'other@example.org', 'new-password': 'another long password', name: 'Ada' };

  test.each([
    ['name', { name: 'Ada\u0007' }, 'name', 'Please use one line'],
    ['email', { password, email: 'none' }, 'email', 'Please enter an e-mail address'],
    ['email', { password, email: 'ada@example.org' }, 'email', 'This is your address already.'],
    ['email', { ...right, password: 'wrong' }, 'email-password', 'The current password is wrong.'],
    ['password', { ...right, password: 'wrong' }, 'old-password', 'The current password is wrong.'],
    ['password', { password, 'new-password': 'short' }, 'new-password', 'Please choose at least 10 characters.'],
    ['password', { password, 'new-password': 'Qwertyuiop' }, 'new-password', 'Many people have this password'],
    ['second-factor', { password: 'wrong' }, 'factor-password', 'The current password is wrong.'],
    ['delete', { password: 'wrong' }, 'delete-password', 'The current password is wrong.'],
  ])('in the form %s: %j', async (form, fields, field, says) => {
    const { status, text } = await (await signedIn()).post(`/dashboard/account/${form}`, fields);
    expect(status).toBe(422);
    expect(text.match(/id="[^"]*-wrong">[^<]*/g)).toEqual([expect.stringContaining(`id="${field}-wrong">${says}`)]);
    expect(text).toMatch(
      new RegExp(`id="${field}"[^>]*aria-describedby="[^"]*${field}-wrong"[^>]*aria-invalid="true"`),
    );
  });
});

describe('a second factor', () => {
  const hidden = (html: string, name: string) =>
    (new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
  const lasting = (html: string) => html.slice(html.indexOf('<h2>1.'), html.indexOf('<h2>3.'));

  test('is shown again as it was after a wrong code: QR code, secret and backup codes', async () => {
    const browser = await signedIn();
    const led = await browser.post('/dashboard/account/second-factor', { password });
    expect([led.status, led.location]).toEqual([303, '/dashboard/account/second-factor']);
    const begun = await browser.get('/dashboard/account/second-factor');
    expect((await browser.get('/dashboard/account/second-factor')).location).toBe(
      '/dashboard/account?done=factor-shown',
    );
    expect(lasting(begun.text)).toMatch(/<svg .*id="factor-secret".*id="backup-codes"/s);
    const shown = { uri: hidden(begun.text, 'uri'), 'backup-codes': hidden(begun.text, 'backup-codes') };
    expect(shown.uri).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32,}/);
    const wrong = await browser.post('/dashboard/account/second-factor/confirm', { ...shown, code: '000000' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toMatch(/id="code-wrong">\s*This code is wrong/);
    expect(lasting(wrong.text)).toBe(lasting(begun.text));
  });

  test.each([
    ['another address', { uri: 'javascript:alert(1)//otpauth://totp/?secret=ABCD' }],
    ['no secret', { uri: 'otpauth://totp/Edgematte' }],
    ['an address that is too long', { uri: `otpauth://totp/Edgematte?secret=ABCD&x=${'x'.repeat(1000)}` }],
    ['another text', { 'backup-codes': 'one two<script>' }],
    ['too many codes', { 'backup-codes': 'code1 '.repeat(21) }],
    ['none', { uri: '' }],
  ])('is not shown where the form carries %s', async (_what, changes) => {
    const right = { uri: 'otpauth://totp/Edgematte?secret=ABCD', 'backup-codes': 'code1 code2', code: '000000' };
    const browser = await signedIn('eve@example.org');
    const answer = await browser.post('/dashboard/account/second-factor/confirm', { ...right, ...changes });
    expect([answer.status, answer.location]).toEqual([303, '/dashboard/account']);
  });

  test('cannot be ended where there is none', async () => {
    const answer = await (await signedIn()).post('/dashboard/account/second-factor/end', { password });
    expect([answer.status, answer.location]).toEqual([303, '/dashboard/account']);
  });
});

test('a second sign-in ends the first session of its browser, and of no other', async () => {
  const [browser, other, kept] = [await signedIn(), await signedIn(), new Browser()];
  for (const [name, value] of browser.cookies) kept.cookies.set(name, value);
  await browser.get('/dashboard');
  expect((await browser.post('/sign-in', { email: 'eve@example.org', password })).location).toBe('/dashboard');
  expect((await browser.get('/dashboard')).text).toContain('eve@example.org');
  expect((await kept.get('/dashboard')).location).toBe('/sign-in?next=%2Fdashboard');
  expect((await other.get('/dashboard')).status).toBe(200);
});
