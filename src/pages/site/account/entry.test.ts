/** Pages before one is signed in: which form each holds, what it is shown with again, and what it says. */
import { describe, expect, test } from 'vitest';
import { formsOf, linksOf, noticesOf, partOf, textOf } from '../testing/html.ts';
import { htmlOf } from '../testing/visit.ts';
import { ConfirmedPage, ConfirmPage, ConfirmWithPasswordPage } from './confirm.tsx';
import * as entry from './entry.tsx';

const token = 'token-1';
const main = async (page: unknown) => partOf(await htmlOf(Promise.resolve(page)), 'main');
const fieldsOf = (html: string) =>
  formsOf(html).map(({ method, action, fields }) => ({
    method,
    action,
    fields: fields.filter(([name]) => name !== 'form'),
  }));
const post = (action: string, ...fields: [string, string][]) => [
  { method: 'post', action, fields: [['csrf', token], ...fields] },
];

describe('the sign-up', () => {
  const page = (changes: Partial<entry.SignUpForm> = {}) =>
    main(entry.SignUpPage({ token, invitation: '', credits: 0, ...changes }));

  test('asks for address, password, name and consent; an invitation goes along', async () => {
    expect(fieldsOf(await page())).toEqual(post('/sign-up', ['email', ''], ['password', ''], ['name', '']));
    expect(fieldsOf(await page({ invitation: 'abc' }))).toEqual(
      post('/sign-up', ['invitation', 'abc'], ['email', ''], ['password', ''], ['name', '']),
    );
    expect(await page()).toMatch(/<input type="checkbox" name="terms" value="yes" required[^>]*>/);
    const { minlength, maxlength } =
      /name="password"[^>]* minlength="(?<minlength>\d+)" maxlength="(?<maxlength>\d+)"/.exec(await page())?.groups ?? {
        minlength: '',
        maxlength: '',
      };
    expect([minlength, maxlength]).toEqual(['10', '128']);
  });

  test('is shown again with what was typed, but for the password, and what is wrong at each field', async () => {
    const wrong = { email: 'Wrong e-mail', password: 'Wrong password', name: 'Wrong name', terms: 'Wrong terms' };
    const html = await page({ name: '<b>', email: 'a"b', wrong });
    expect(fieldsOf(html)).toEqual(post('/sign-up', ['email', 'a"b'], ['password', ''], ['name', '<b>']));
    for (const field of ['email', 'password', 'name'] as const) {
      expect(textOf(partOf(html, 'p', `id="${field}-wrong"`))).toBe(wrong[field]);
      expect(html).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`));
    }
    expect(html).toMatch(/name="terms"[^>]*aria-invalid="true"/);
    expect(textOf(html)).toContain('Wrong terms');
    expect(noticesOf(html)).toEqual([]);
    const right = await page();
    expect(right).not.toContain('aria-invalid');
    expect(right).not.toContain('-wrong');
  });

  test('says what is wrong with all of it', async () => {
    expect(noticesOf(await page({ failure: 'Not taken.' }))).toEqual([['failed', 'Not taken.']]);
  });

  test('names the credits that come with it, where there are any', async () => {
    const lead = async (credits: number) => textOf(partOf(await page({ credits }), 'p', 'class="lead"'));
    expect(await lead(50)).toContain('50 test credits');
    expect(await lead(0)).not.toContain('credits');
    expect(await lead(0)).toContain('No card is asked for.');
  });
});

describe('the sign-in', () => {
  const page = (changes: Partial<Parameters<typeof entry.SignInPage>[0]> = {}) =>
    main(entry.SignInPage({ token, next: '/dashboard/keys', mode: 'open', ...changes }));

  test('asks for address and password, and leads on', async () => {
    expect(fieldsOf(await page())).toEqual(
      post('/sign-in', ['next', '/dashboard/keys'], ['email', ''], ['password', '']),
    );
    expect(fieldsOf(await page({ email: 'a"b' }))[0].fields).toContainEqual(['email', 'a"b']);
    expect(noticesOf(await page())).toEqual([]);
  });

  test('offers a sign-up where everybody may', async () => {
    const ways = async (mode: 'open' | 'invite' | 'closed') => linksOf(await page({ mode })).map(([href]) => href);
    expect(await ways('open')).toEqual(['/forgot-password', '/sign-up']);
    for (const mode of ['invite', 'closed'] as const) expect(await ways(mode)).toEqual(['/forgot-password']);
  });

  test('says why it is shown again; only an address that is not confirmed is sent a link again', async () => {
    const said = new Set<string>();
    for (const outcome of ['refused', 'unverified', 'ended', 'locked'] as const) {
      const html = await page({ outcome });
      const [[kind, text]] = noticesOf(html);
      expect([kind, text.length > 10]).toEqual(['failed', true]);
      said.add(text.replace('Send it again', ''));
      const again = linksOf(html).some(([href]) => href === '/verify-email/again');
      expect(again).toBe(outcome === 'unverified');
    }
    expect(said.size).toBe(4);
  });

  test('says what was done, unless something went wrong since', async () => {
    const said = new Set<string>();
    for (const done of ['reset', 'signed-out', 'deleted', 'address'] as const) {
      const [[kind, text]] = noticesOf(await page({ done }));
      expect([kind, text.length > 10]).toEqual(['done', true]);
      said.add(text);
    }
    expect(said.size).toBe(4);
    expect(noticesOf(await page({ done: 'reset', outcome: 'refused' })).map(([kind]) => kind)).toEqual(['failed']);
  });
});

test('the second step asks for a code, and says when one was wrong', async () => {
  const page = (isWrong: boolean) => main(entry.CodePage({ token, next: '/prices', isWrong }));
  expect(fieldsOf(await page(false))).toEqual(post('/sign-in/code', ['next', '/prices'], ['code', '']));
  expect(noticesOf(await page(false))).toEqual([]);
  expect(noticesOf(await page(true)).map(([kind]) => kind)).toEqual(['failed']);
});

test('a page that lets nobody sign up says why, and leads to the sign-in', async () => {
  const pages = await Promise.all(
    (['closed', 'invite', 'no-mail'] as const).map((mode) => main(entry.ClosedPage({ mode }))),
  );
  expect(new Set(pages.map((page) => textOf(partOf(page, 'p', 'class="lead"')))).size).toBe(3);
  const titles = pages.map((page) => textOf(partOf(page, 'h1')));
  expect(titles[0]).toBe(titles[1]);
  expect(titles[2]).not.toBe(titles[0]);
  for (const page of pages) {
    expect(textOf(partOf(page, 'p', 'class="lead"')).length).toBeGreaterThan(20);
    expect(linksOf(page).map(([href]) => href)).toEqual(['/sign-in']);
    expect(formsOf(page)).toEqual([]);
  }
});

test('a page that says that a mail was sent leads to another try, and to the box of this machine', async () => {
  const page = (kind: 'sign-up' | 'reset', isLocal: boolean) => main(entry.MailedPage({ kind, isLocal }));
  const ways = async (kind: 'sign-up' | 'reset', isLocal: boolean) =>
    linksOf(await page(kind, isLocal)).map(([href]) => href);
  expect(await ways('sign-up', false)).toEqual(['/verify-email/again']);
  expect(await ways('reset', false)).toEqual(['/forgot-password']);
  expect(await ways('reset', true)).toEqual(['/dev/mail', '/forgot-password']);
  const lead = async (kind: 'sign-up' | 'reset') => textOf(partOf(await page(kind, false), 'p', 'class="lead"'));
  // The one that anybody may ask for says nothing of whether there is an account.
  expect(await lead('reset')).toMatch(/^If there is an account/);
  expect(await lead('sign-up')).not.toMatch(/^If/);
  expect(await lead('sign-up')).toContain('one day');
});

test.each([
  ['confirmation', '/verify-email/again'],
  ['reset', '/forgot-password'],
] as const)('a link of the kind %s is asked for by an address', async (kind, action) => {
  const html = await main(entry.AddressPage({ token, kind, wrong: 'Wrong.' }));
  expect(fieldsOf(html)).toEqual(post(action, ['email', '']));
  expect(textOf(partOf(html, 'p', 'id="email-wrong"'))).toBe('Wrong.');
  const right = await main(entry.AddressPage({ token, kind }));
  expect(right).not.toContain('email-wrong');
  const other = await main(entry.AddressPage({ token, kind: kind === 'reset' ? 'confirmation' : 'reset' }));
  expect(textOf(partOf(other, 'h1'))).not.toBe(textOf(partOf(right, 'h1')));
  expect(textOf(partOf(other, 'p', 'class="lead"'))).not.toBe(textOf(partOf(right, 'p', 'class="lead"')));
});

test.each(['/verify-email/again', '/forgot-password'] as const)('a dead link leads to a new one: %s', async (again) => {
  expect(linksOf(await main(entry.DeadLinkPage({ again }))).map(([href]) => href)).toEqual([again]);
});

test('a link of a mail goes along in its form, as text', async () => {
  const link = '"><script>';
  expect(fieldsOf(await main(ConfirmPage({ token, link })))).toEqual(post('/verify-email', ['token', link]));
  for (const [page, action] of [
    [ConfirmWithPasswordPage, '/verify-email'],
    [entry.NewPasswordPage, '/reset-password'],
  ] as const) {
    const html = await main(page({ token, link, wrong: 'Too short' }));
    expect(fieldsOf(html)).toEqual(post(action, ['token', link], ['password', '']));
    expect(html).not.toContain('<script>');
    expect(textOf(partOf(html, 'p', 'id="password-wrong"'))).toBe('Too short');
    expect(await main(page({ token, link }))).not.toContain('password-wrong');
  }
});

test('a confirmed address leads to the dashboard', async () => {
  expect(linksOf(await main(ConfirmedPage())).map(([href]) => href)).toEqual(['/dashboard']);
});

test('fields take at most what the service takes', async () => {
  const most = async (page: unknown) =>
    Object.fromEntries(
      [...(await main(page)).matchAll(/<input[^>]* name="([\w-]+)"[^>]*maxlength="(\d+)"/g)].map(([, name, length]) => [
        name,
        Number(length),
      ]),
    );
  expect(await most(entry.SignUpPage({ token, invitation: '', credits: 0 }))).toEqual({
    ...{ email: 254, password: 128, name: 100 },
  });
  expect(await most(entry.CodePage({ token, next: '/', isWrong: false }))).toEqual({ code: 32 });
  for (const page of [entry.NewPasswordPage, ConfirmWithPasswordPage]) {
    const html = await main(page({ token, link: 'x' }));
    expect(html).toMatch(/name="password"[^>]*minlength="10" maxlength="128"/);
  }
});

test('these pages mark the sign-in in the header', async () => {
  const html = await htmlOf(ConfirmedPage());
  expect(linksOf((html.match(/<a[^>]*aria-current="page".*?<\/a>/gs) ?? []).join(''))).toEqual([
    ['/sign-in', 'Sign in'],
  ]);
  expect(html).toContain('href="/styles/account.css"');
});
