/** What strangers try against accounts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Person } from '../../testing/person.ts';
import { type Stack, startStack } from '../stack.ts';

const password = 'a long password';
let stack: Stack;
let ada: Person;
let eve: Person;

beforeAll(async () => {
  stack = await startStack({ edgeVariables: { TRUSTED_ADDRESS_HEADER: 'X-Client-Address' } });
  ada = new Person(stack.base);
  ada.headers = { 'X-Client-Address': '192.0.2.1' };
  eve = new Person(stack.base);
  eve.headers = { 'X-Client-Address': '192.0.2.2' };
  await ada.join('ada@example.org', password, '<img src=x onerror=alert(1)>');
  await eve.join('eve@example.org', password);
});
afterAll(() => stack?.stop());

/** Every form of the service. */
const forms = [
  ...['/sign-up', '/sign-in', '/sign-in/code', '/sign-out', '/verify-email', '/verify-email/again'],
  ...['/forgot-password', '/reset-password', '/dashboard/keys'],
  ...['name', 'limit', 'scope', 'rotate', 'revoke'].map((change) => `/dashboard/keys/key_0123456789abcdef/${change}`),
  ...[
    'name',
    'email',
    'password',
    'second-factor',
    'second-factor/confirm',
    'second-factor/end',
    'sessions',
    'delete',
  ].map((part) => `/dashboard/account/${part}`),
];

describe('a form of a strange page', () => {
  it.each(forms)('is refused: %s', async (path) => {
    await ada.visit('/dashboard/account');
    const { token } = ada;
    const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ');
    const send = (headers: Record<string, string>, csrf: string) =>
      fetch(`${stack.base}${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: cookie, ...headers },
        body: new URLSearchParams({ csrf, password, sure: 'yes' }),
      });
    const strange: [Record<string, string>, string][] = [
      [{ Origin: 'https://evil.example' }, token],
      [{ Origin: 'null' }, token],
      [{ 'Sec-Fetch-Site': 'cross-site' }, token],
      [{}, token],
      [{ Origin: stack.base }, ''],
      [{ Origin: stack.base }, eve.token],
    ];
    for (const [headers, csrf] of strange) {
      const answer = await send(headers, csrf);
      expect([answer.status, answer.headers.get('X-Error-Code')]).toEqual([403, 'STRANGE_ORIGIN']);
      expect(answer.headers.getSetCookie()).toEqual([]);
      await answer.text();
    }
  });

  it('is refused with a token of a visitor, which everybody can read', async () => {
    const visitor = new Person(stack.base);
    await visitor.visit('/sign-in');
    expect((await ada.submit('/dashboard/account/name', { csrf: visitor.token, name: 'Eve' })).status).toBe(403);
  });
});

describe('a second account', () => {
  it('neither sees nor changes a key', async () => {
    const { key, id } = await ada.makeKey({ name: 'of Ada' });
    const page = async () => (await ada.visit(`/dashboard/keys/${id}`)).text.replace(/name="form" value="[^"]*"/g, '');
    const before = await page();
    await eve.visit('/dashboard/account');
    expect((await eve.visit(`/dashboard/keys/${id}`)).status).toBe(404);
    const changes: [string, Record<string, string>][] = [
      ['name', { name: 'of Eve' }],
      ['limit', { limit: '0' }],
      ['scope', { scope: 'some', operation: 'alpha-channel' }],
      ['rotate', { days: '0' }],
      ['revoke', { sure: 'yes' }],
    ];
    for (const [change, fields] of changes) {
      expect([change, (await eve.submit(`/dashboard/keys/${id}/${change}`, fields)).status]).toEqual([change, 404]);
    }
    expect(await page()).toBe(before);
    const answer = await fetch(`${stack.base}/available-credit`, { headers: { 'X-API-Key': key } });
    expect(await answer.json()).toMatchObject({ credit: 50 });
    for (const path of [
      '/dashboard/keys',
      '/dashboard/credits',
      '/dashboard/credits.csv',
      '/dashboard/account/export.json',
    ]) {
      expect((await eve.visit(path)).text).not.toMatch(/of Ada|ada@example/);
    }
  });

  it('ends no session of the first', async () => {
    await eve.visit('/dashboard/account');
    const list = JSON.parse((await ada.visit('/dashboard/account/export.json')).text);
    expect(list.sessions).toHaveLength(1);
    const other = new Person(stack.base);
    other.headers = ada.headers;
    await other.signIn('ada@example.org', password);
    const { text } = await ada.visit('/dashboard/account');
    const [, session] = /name="session" value="([^"]+)"/.exec(text) ?? [];
    await eve.submit('/dashboard/account/sessions', { session });
    expect((await other.visit('/dashboard')).status).toBe(200);
    await ada.visit('/dashboard/account');
    await ada.submit('/dashboard/account/sessions', { session });
    expect((await other.visit('/dashboard')).location).toBe('/sign-in?next=%2Fdashboard');
  });

  it.each([
    ...['/dashboard', '/dashboard/keys', '/dashboard/keys/new', '/dashboard/keys/key_0123456789abcdef'],
    ...['/dashboard/credits', '/dashboard/credits.csv', '/dashboard/account', '/dashboard/account/export.json'],
  ])('%s leads nobody in without a session', async (path) => {
    const nobody = new Person(stack.base);
    expect((await nobody.visit(path)).location).toBe(`/sign-in?next=${encodeURIComponent(path)}`);
    nobody.cookies.set('edgematte.session_token', 'x'.repeat(32));
    expect((await nobody.visit(path)).location).toBe(`/sign-in?next=${encodeURIComponent(path)}`);
  });
});

describe('a session', () => {
  it('is a cookie that no script reads and no strange page sends', async () => {
    const person = new Person(stack.base);
    person.headers = ada.headers;
    const answer = await person.signIn('ada@example.org', password);
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^edgematte\.session_token=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/i);
  });

  it('is a new one at each sign-in, whatever was sent', async () => {
    const person = new Person(stack.base);
    person.headers = ada.headers;
    const before = eve.cookies.get('edgematte.session_token') ?? '';
    await person.visit('/sign-in');
    person.cookies.set('edgematte.session_token', 'fixed.by-a-stranger');
    await person.visit('/sign-in');
    await person.submit('/sign-in', { email: 'ada@example.org', password });
    const after = person.cookies.get('edgematte.session_token') ?? '';
    expect(after).not.toBe('fixed.by-a-stranger');
    expect(after).not.toBe(before);
    expect(after.length).toBeGreaterThan(40);
  });

  it('ends with a sign-out, also for one who has kept its cookie', async () => {
    const person = new Person(stack.base);
    person.headers = ada.headers;
    await person.signIn('ada@example.org', password);
    const kept = new Map(person.cookies);
    await person.visit('/dashboard');
    expect((await person.submit('/sign-out')).location).toBe('/sign-in?done=signed-out');
    const thief = new Person(stack.base);
    for (const [name, value] of kept) thief.cookies.set(name, value);
    expect((await thief.visit('/dashboard')).location).toBe('/sign-in?next=%2Fdashboard');
  });
});

describe('a page', () => {
  it.each(['/sign-in', '/sign-up', '/forgot-password', '/reset-password?token=x', '/verify-email?token=x'])(
    '%s loads nothing from elsewhere, runs nothing inline and is kept by nobody',
    async (path) => {
      const { headers, text } = await new Person(stack.base).visit(path);
      expect(headers.get('Content-Security-Policy')).toMatch(
        /^default-src 'none'.*form-action 'self'.*script-src 'self'/,
      );
      expect(headers.get('Content-Security-Policy')).not.toContain('unsafe');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('X-Frame-Options')).toBe('DENY');
      expect(text).not.toMatch(/<script(?![^>]*src=)|\son[a-z]+=|<style/);
    },
  );

  it('shows a name as text', async () => {
    const { text } = await ada.visit('/dashboard');
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toContain('<img src=x');
  });

  it('shows the token of a link as text', async () => {
    const { text } = await ada.visit('/verify-email?token=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
    expect(text).not.toContain('<script>alert');
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%0d%0aSet-Cookie:x',
    'javascript:alert(1)',
    '\\\\evil',
  ])('leads to no strange place after the sign-in: %s', async (next) => {
    const person = new Person(stack.base);
    person.headers = { 'X-Client-Address': '192.0.2.3' };
    const answer = await person.signIn('eve@example.org', password, next);
    expect(answer.status).toBe(303);
    const led = new URL(answer.location ?? '', stack.base);
    expect(led.origin).toBe(new URL(stack.base).origin);
    expect((await person.visit(`/sign-in?next=${encodeURIComponent(next)}`)).location).toMatch(/^\/(?![/\\])/);
  });
});

describe('who has an account', () => {
  const visitor = (address: string) => {
    const person = new Person(stack.base);
    person.headers = { 'X-Client-Address': address };
    return person;
  };
  const comparable = (text: string) => text.replace(/value="[^"]*"/g, '');

  it('is not revealed by the sign-in', async () => {
    const known = await visitor('192.0.2.10').signIn('ada@example.org', 'a wrong password');
    const unknown = await visitor('192.0.2.10').signIn('nobody@example.org', 'a wrong password');
    expect([known.status, unknown.status]).toEqual([401, 401]);
    expect(comparable(known.text)).toBe(comparable(unknown.text));
  });

  it('is not revealed by the sign-up, but by mail to its owner', async () => {
    const person = visitor('192.0.2.11');
    const fields = { password, name: '', terms: 'yes' };
    await person.visit('/sign-up');
    const known = await person.submit('/sign-up', { ...fields, email: 'ADA@example.org' });
    const unknown = await person.submit('/sign-up', { ...fields, email: 'new@example.org' });
    expect([known.status, known.location]).toEqual([unknown.status, unknown.location]);
    expect((await person.mailTo('ada@example.org')).subject).toContain('already');
    expect((await visitor('192.0.2.11').signIn('ada@example.org', password)).status).toBe(303);
  });

  it('is not revealed by a forgotten password', async () => {
    const person = visitor('192.0.2.12');
    await person.visit('/forgot-password');
    const known = await person.submit('/forgot-password', { email: 'eve@example.org' });
    await person.visit('/forgot-password');
    const unknown = await person.submit('/forgot-password', { email: 'nobody@example.org' });
    expect([known.status, known.location]).toEqual([unknown.status, unknown.location]);
    expect((await person.mails()).filter(({ to }) => to === 'nobody@example.org')).toEqual([]);
  });

  it.each(['ada@example.org', 'nobody@example.org'])('is not revealed by too many tries: %s', async (email) => {
    const person = visitor('192.0.2.13');
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) statuses.push((await person.signIn(email, 'a wrong password')).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await person.signIn(email, password)).headers.get('Retry-After')).toMatch(/^\d+$/);
    // A stranger locks nobody out: the owner comes from elsewhere.
    if (email.startsWith('ada')) expect((await visitor('192.0.2.14').signIn(email, password)).status).toBe(303);
  });

  it('is locked out by no stranger in a browser that has signed in before', async () => {
    const [grace, other] = [visitor('192.0.2.20'), visitor('192.0.2.20')];
    await grace.join('grace@example.org', password);
    await grace.submit('/sign-out');
    for (let count = 0; count < 30; count++) {
      const stranger = visitor(`198.51.100.${count}:${1000 + count}`);
      expect((await stranger.signIn('grace@example.org', 'a wrong password')).status).toBe(401);
    }
    expect((await other.signIn('grace@example.org', password)).status).toBe(429);
    expect((await grace.signIn('grace@example.org', password)).location).toBe('/dashboard');
  });

  it.each(['eve@example.org', 'nobody2@example.org'])(
    'is not revealed by too many forgotten passwords: %s',
    async (email) => {
      const person = visitor('192.0.2.15');
      const statuses: number[] = [];
      for (let count = 0; count < 4; count++) {
        await person.visit('/forgot-password');
        statuses.push((await person.submit('/forgot-password', { email })).status);
      }
      expect(statuses).toEqual([303, 303, 303, 429]);
    },
  );

  it('is counted by the address that the front states, and an IPv6 network is one', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) {
      const person = visitor(`203.0.113.${count}, 2001:db8:1:2::${count + 1}`);
      await person.visit('/sign-up');
      const fields = { email: `p${count}@example.org`, password, name: '', terms: 'yes' };
      statuses.push((await person.submit('/sign-up', fields)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(303), 429, 429]);
  });
});

it('no log line has a password, a session or a key', async () => {
  const { key } = await eve.makeKey();
  const session = eve.cookies.get('edgematte.session_token') ?? '-';
  const output = stack.output.join('\n');
  for (const secret of [password, 'a wrong password', key, decodeURIComponent(session).split('.')[0]]) {
    expect(output).not.toContain(secret);
  }
});
