/** Who confirms a sign-up, in which browser, and whose password the account then has. */
import { expect, test } from 'vitest';
import { newBrowser } from '../../../../test/accounts/in-isolate.ts';
import { hiddenField, type Person } from '../../../../testing/person.ts';

const password = 'the password of the sign-up';
const another = 'another password altogether';
const asksForPassword = 'This is not the browser that signed up.';

async function signUp(email: string, browser = newBrowser(), chosen = password): Promise<Person> {
  await browser.visit('/sign-up');
  expect((await browser.submit('/sign-up', { email, password: chosen, name: '', terms: 'yes' })).status).toBe(303);
  return browser;
}

/** What the link of the newest mail carries, and the page that it leads to. */
async function opened(email: string, browser: Person) {
  const page = await browser.openLink(email);
  return { token: hiddenField(page.text, 'token'), text: page.text };
}

const signsIn = async (email: string, given: string) => (await newBrowser().signIn(email, given)).status === 303;

test('honest: a click in the browser that signed up confirms, and keeps the password', async () => {
  const ada = await signUp('ada@example.org');
  const { token, text } = await opened('ada@example.org', ada);
  expect(text).not.toContain('type="password"');
  expect((await ada.submit('/verify-email', { token })).location).toBe('/dashboard');
  expect((await ada.visit('/dashboard')).status).toBe(200);
  // The mark of the sign-up is gone; the session's and that of a known browser stay.
  expect([...ada.cookies.keys()]).toEqual(['edgematte.session_token', 'edgematte.known']);
  expect(await signsIn('ada@example.org', password)).toBe(true);
});

test('another browser: nothing begins without a password, and no sign-in works until then', async () => {
  await signUp('bob@example.org');
  const phone = newBrowser();
  const { token, text } = await opened('bob@example.org', phone);
  expect(text).toContain(asksForPassword);
  const refused = await phone.submit('/verify-email', { token });
  expect([refused.status, phone.cookies.size]).toEqual([422, 0]);
  expect((await phone.submit('/verify-email', { token, password: 'short' })).text).toContain('at least 10 characters');
  const early = await newBrowser().signIn('bob@example.org', password);
  expect([early.status, early.text.includes('not confirmed yet')]).toEqual([401, true]);

  await phone.openLink('bob@example.org');
  expect((await phone.submit('/verify-email', { token, password })).location).toBe('/dashboard');
  expect((await phone.visit('/dashboard')).status).toBe(200);
  expect(await signsIn('bob@example.org', password)).toBe(true);
});

test('another browser: a new password takes the place of the first', async () => {
  await signUp('carol@example.org');
  const phone = newBrowser();
  const { token } = await opened('carol@example.org', phone);
  expect((await phone.submit('/verify-email', { token, password: another })).location).toBe('/dashboard');
  expect(await signsIn('carol@example.org', another)).toBe(true);
  expect(await signsIn('carol@example.org', password)).toBe(false);
  // The link has done its work: it neither sets a password nor opens a session.
  const thief = newBrowser();
  await thief.openLink('carol@example.org');
  expect((await thief.submit('/verify-email', { token, password: 'a password of a thief' })).status).toBe(410);
  expect(await signsIn('carol@example.org', another)).toBe(true);
});

test('squatter: the reader of the mail chooses the password, and that of the squatter opens nothing', async () => {
  const squatter = await signUp('dave@example.org', newBrowser(), 'the password of a squatter');
  const dave = newBrowser();
  const { token } = await opened('dave@example.org', dave);
  expect((await squatter.signIn('dave@example.org', 'the password of a squatter')).text).toContain('not confirmed yet');
  expect((await dave.submit('/verify-email', { token, password: another })).location).toBe('/dashboard');
  expect(await signsIn('dave@example.org', 'the password of a squatter')).toBe(false);
  expect((await squatter.visit('/dashboard')).status).toBe(303);
  expect(await signsIn('dave@example.org', another)).toBe(true);
});

test('squatter: the cookie of one sign-up is none of another, nor one that was made up', async () => {
  await signUp('erin@example.org', newBrowser(), 'the password of a squatter');
  // Signing up with the same address leaves a cookie that looks alike, and says nothing of the account.
  const erin = await signUp('erin@example.org');
  const other = await signUp('frank@example.org');
  for (const browser of [erin, other]) expect(browser.cookies.get('edgematte.sign_up')).toMatch(/^[0-9a-f]{64}$/);
  await erin.visit('/verify-email/again');
  await erin.submit('/verify-email/again', { email: 'erin@example.org' });
  for (const value of [erin, other].map((browser) => browser.cookies.get('edgematte.sign_up') ?? '')) {
    const browser = newBrowser();
    browser.cookies.set('edgematte.sign_up', value);
    expect((await opened('erin@example.org', browser)).text).toContain(asksForPassword);
  }
  const forger = newBrowser();
  forger.cookies.set('edgematte.sign_up', '0'.repeat(64));
  const { token } = await opened('erin@example.org', forger);
  expect((await forger.submit('/verify-email', { token })).status).toBe(422);
});
