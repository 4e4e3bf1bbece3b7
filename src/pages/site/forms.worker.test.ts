/** Forms count once, and a new key is shown once. */
import { env } from 'cloudflare:test';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newBrowser } from '../../../test/accounts/in-isolate.ts';
import { codeOf, hiddenField, type Person } from '../../../testing/person.ts';
import { deployment } from './testing/deployment.ts';

const { DIRECTORY } = deployment(env);
const password = 'a long password';
const keyPattern = /test_[0-9A-Za-z]{38}/;

afterEach(() => void vi.restoreAllMocks());

async function joined(email: string): Promise<Person> {
  const person = newBrowser();
  await person.join(email, password);
  return person;
}

/** Ids of all keys that the person's page lists, also ended ones. */
async function keysOf(person: Person): Promise<string[]> {
  const { text } = await person.visit('/dashboard/keys');
  return [...text.matchAll(/href="\/dashboard\/keys\/(key_[0-9A-Za-z]{16})"/g)].map(([, id]) => id);
}

const aForm = () => ({ form: crypto.randomUUID() });
const secretIn = ({ text }: { readonly text: string }) => keyPattern.exec(text)?.[0];

describe('a new key', () => {
  test('is on the page that the form leads to, once: a reload shows none and makes none', async () => {
    const ada = await joined('ada@example.org');
    const made = await ada.submit('/dashboard/keys', { name: 'Shop', ...aForm() });
    expect([made.status, made.location, made.text]).toEqual([303, '/dashboard/keys/created', '']);
    const [cookie] = made.headers.getAll('Set-Cookie');
    expect(cookie).toMatch(/^edgematte\.new_key=[\w-]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
    const shown = await ada.visit('/dashboard/keys/created');
    expect(secretIn(shown)).toBeDefined();
    expect(shown.headers.getAll('Set-Cookie')).toEqual([
      'edgematte.new_key=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
    const again = await ada.visit('/dashboard/keys/created');
    expect([again.status, again.location]).toEqual([303, '/dashboard/keys?done=shown']);
    expect((await ada.follow(again)).text).toContain('A new key is shown once.');
    expect(await keysOf(ada)).toHaveLength(1);
  });

  test('travels in a cookie that neither another account nor a later minute reads, nor one that was changed', async () => {
    const [bob, eve] = [await joined('bob@example.org'), await joined('eve@example.org')];
    await bob.submit('/dashboard/keys', { name: 'of Bob' });
    const cookie = bob.cookies.get('edgematte.new_key') ?? '';
    expect(Buffer.from(cookie, 'base64url').toString('latin1')).not.toMatch(/test_|key_/);
    const opensIt = async (person: Person, value: string) => {
      person.cookies.set('edgematte.new_key', value);
      return (await person.visit('/dashboard/keys/created')).status === 200;
    };
    expect(await opensIt(eve, cookie)).toBe(false);
    expect(await opensIt(bob, `${cookie.slice(0, -2)}AA`)).toBe(false);
    expect(await opensIt(bob, 'x')).toBe(false);
    expect(await opensIt(bob, cookie)).toBe(true);
    const nowMs = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => nowMs + 60_001);
    expect(await opensIt(bob, cookie)).toBe(false);
  });
});

describe('a form that is sent twice', () => {
  test('makes one key, and leads to it both times', async () => {
    const carol = await joined('carol@example.org');
    await carol.visit('/dashboard/keys/new');
    const fields = { name: 'Shop', type: 'test', ...aForm() };
    const first = await carol.follow(await carol.submit('/dashboard/keys', fields));
    const second = await carol.follow(await carol.submit('/dashboard/keys', fields));
    expect(secretIn(first)).toBeDefined();
    expect(secretIn(second)).toBe(secretIn(first));
    expect(await keysOf(carol)).toHaveLength(1);
  });

  test('counts once also where both are under way at once', async () => {
    const dan = await joined('dan@example.org');
    const fields = { name: 'Shop', ...aForm() };
    const answers = await Promise.all([1, 2, 3].map(() => dan.submit('/dashboard/keys', fields)));
    expect(answers.map(({ location }) => location)).toEqual(Array(3).fill('/dashboard/keys/created'));
    const cookies = answers.map(({ headers }) => headers.get('Set-Cookie'));
    expect(new Set(cookies).size).toBe(1);
    expect(await keysOf(dan)).toHaveLength(1);
  });

  test('is another form with other fields, on another path, or by another person', async () => {
    const [erin, frank] = [await joined('erin@example.org'), await joined('frank@example.org')];
    const id = aForm();
    for (const name of ['one', 'two']) await erin.submit('/dashboard/keys', { name, ...id });
    await frank.visit('/dashboard/keys');
    await frank.submit('/dashboard/keys', { name: 'one', ...id });
    expect([(await keysOf(erin)).length, (await keysOf(frank)).length]).toEqual([2, 1]);
  });

  test('is done anew where the first was refused', async () => {
    const grace = await joined('grace@example.org');
    const fields = { name: 'Shop', scope: 'some', ...aForm() };
    expect((await grace.submit('/dashboard/keys', fields)).status).toBe(422);
    expect((await grace.submit('/dashboard/keys', fields)).status).toBe(422);
    expect((await grace.submit('/dashboard/keys', { ...fields, scope: 'all' })).status).toBe(303);
    expect(await keysOf(grace)).toHaveLength(1);
  });

  test('answers as the first did when that one has ended the session', async () => {
    const heidi = await joined('heidi@example.org');
    await heidi.visit('/dashboard/account');
    const fields = { password, 'new-password': 'another long password', ...aForm() };
    const before = new Map(heidi.cookies);
    const first = await heidi.submit('/dashboard/account/password', fields);
    const double = newBrowser();
    for (const [name, value] of before) double.cookies.set(name, value);
    double.token = heidi.token;
    const second = await double.submit('/dashboard/account/password', fields);
    expect([first.location, second.location]).toEqual(Array(2).fill('/dashboard/account?done=password'));
    expect((await double.visit('/dashboard')).status).toBe(200);
    // A form of the session that has ended, and that nobody sent before, leads nowhere.
    for (const [name, value] of before) double.cookies.set(name, value);
    const stranger = await double.submit('/dashboard/account/password', { ...fields, ...aForm() });
    expect(stranger.location).toMatch(/^\/sign-in\?next=/);
  });

  test('takes the code of a second factor once, and signs in both times', async () => {
    const ivan = await joined('ivan@example.org');
    await ivan.visit('/dashboard/account');
    const begun = await ivan.follow(await ivan.submit('/dashboard/account/second-factor', { password }));
    const [, secret = ''] = /secret=([A-Z2-7]+)/.exec(begun.text) ?? [];
    await ivan.submit('/dashboard/account/second-factor/confirm', { code: codeOf(secret) });
    const browser = newBrowser();
    await browser.follow(await browser.signIn('ivan@example.org', password));
    const fields = { code: codeOf(secret, Date.now() + 30_000), ...aForm() };
    const answers = await Promise.all([1, 2].map(() => browser.submit('/sign-in/code', fields)));
    expect(answers.map(({ location }) => location)).toEqual(['/dashboard', '/dashboard']);
    expect((await browser.visit('/dashboard')).status).toBe(200);
  });

  test('sends one mail', async () => {
    const visitor = newBrowser();
    await visitor.visit('/sign-up');
    const fields = { email: 'judy@example.org', password, name: '', terms: 'yes', ...aForm() };
    const [first, second] = [await visitor.submit('/sign-up', fields), await visitor.submit('/sign-up', fields)];
    expect([first.location, second.location]).toEqual(['/sign-up/sent', '/sign-up/sent']);
    expect((await visitor.mails()).filter(({ to }) => to === 'judy@example.org')).toHaveLength(1);
    // The cookie is that of the account, so that a click confirms.
    const page = await visitor.openLink('judy@example.org');
    const confirmed = await visitor.submit('/verify-email', { token: hiddenField(page.text, 'token') });
    expect(confirmed.location).toBe('/dashboard');
  });
});

test('what is kept of forms can be read by nobody who has the database', async () => {
  const kim = await joined('kim@example.org');
  const { key } = await kim.makeKey({ name: 'Shop', ...aForm() });
  await kim.visit('/dashboard/account');
  await kim.submit('/dashboard/account/password', { password, 'new-password': 'another long password', ...aForm() });
  const { results } = await DIRECTORY.prepare('SELECT * FROM sent_form').all<{ name: string; answer: string }>();
  expect(results.length).toBeGreaterThan(1);
  for (const { name, answer } of results) {
    expect(name).toMatch(/^[0-9a-f]{64}$/);
    expect(`${answer}${Buffer.from(answer, 'base64url').toString('latin1')}`).not.toContain('dashboard');
  }
  const all = JSON.stringify(results);
  for (const secret of [key.slice(5), 'another long password']) expect(all).not.toContain(secret);
});

test('every form carries an id of its own', async () => {
  const lena = await joined('lena@example.org');
  const { id } = await lena.makeKey();
  const ids: string[] = [];
  const visited: [Person, string][] = [
    ...['/sign-in', '/sign-up', '/forgot-password', '/reset-password?token=x', '/verify-email?token=x'].map(
      (path): [Person, string] => [newBrowser(), path],
    ),
    ...['/dashboard/account', '/dashboard/keys/new', `/dashboard/keys/${id}`].map((path): [Person, string] => [
      lena,
      path,
    ]),
  ];
  for (const [person, path] of visited) {
    const { text } = await person.visit(path);
    const forms = text.match(/<form[^>]*method="post"/g) ?? [];
    const carried = [...text.matchAll(/name="form" value="([0-9a-f-]{36})"/g)].map(([, value]) => value);
    expect([path, carried.length]).toEqual([path, forms.length]);
    expect(forms.length).toBeGreaterThan(0);
    ids.push(...carried);
  }
  expect(new Set(ids).size).toBe(ids.length);
});

describe('a key', () => {
  test('is rotated once, however often the form is sent, and its page then has no form for it', async () => {
    const mona = await joined('mona@example.org');
    const { key, id } = await mona.makeKey({ name: 'Shop' });
    await mona.visit(`/dashboard/keys/${id}`);
    const fields = { days: '7', ...aForm() };
    const rotated = await mona.submit(`/dashboard/keys/${id}/rotate`, fields);
    expect([rotated.status, rotated.location]).toEqual([303, '/dashboard/keys/created']);
    const shown = await mona.follow(rotated);
    expect(shown.text).toContain(`The key …${key.slice(-10, -6)} ends in 7 days.`);
    expect(secretIn(shown)).not.toBe(key);
    expect(secretIn(await mona.follow(await mona.submit(`/dashboard/keys/${id}/rotate`, fields)))).toBe(
      secretIn(shown),
    );
    const again = await mona.submit(`/dashboard/keys/${id}/rotate`, { days: '0', ...aForm() });
    expect([again.status, again.text.includes('This key was replaced already.')]).toEqual([422, true]);
    const all = await keysOf(mona);
    expect(all).toHaveLength(2);
    const { text } = await mona.visit(`/dashboard/keys/${id}`);
    const successor = all.find((each) => each !== id);
    expect(text).toContain(`<a href="/dashboard/keys/${successor}">A newer key</a> replaced it.`);
    expect(text).not.toContain('Rotate key');
    expect(text).toContain('Revoke key');
    expect((await mona.visit(`/dashboard/keys/${successor}`)).text).toContain('Rotate key');
  });

  test('has one successor of several forms that come at once', async () => {
    const nora = await joined('nora@example.org');
    const { id } = await nora.makeKey();
    const answers = await Promise.all([1, 2, 3].map(() => nora.submit(`/dashboard/keys/${id}/rotate`, { days: '0' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422, 422]);
    expect(await keysOf(nora)).toHaveLength(2);
  });
});
