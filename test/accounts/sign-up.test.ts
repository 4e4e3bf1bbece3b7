/** From the first visit to the dashboard, over HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hiddenField, Person } from '../../testing/person.ts';
import { type Stack, startStack } from '../stack.ts';

const password = 'a long password';
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ edgeVariables: { SIGNUPS_PER_DAY: '7', SIGNUP_CREDITS: '20', SIGNUP_CREDITS_LIVE: '3' } });
});
afterAll(() => stack?.stop());

async function signUp(email: string, fields: Record<string, string> = {}) {
  const person = new Person(stack.base);
  await person.visit('/sign-up');
  const answer = await person.submit('/sign-up', { email, password, name: '', terms: 'yes', ...fields });
  return { person, answer };
}

it('signs up, reads mail, confirms, and is signed in with credits of both kinds', async () => {
  const { person, answer } = await signUp('ada@example.org', { name: 'Ada' });
  expect([answer.status, answer.location]).toEqual([303, '/sign-up/sent']);
  expect((await person.follow(answer)).text).toContain('/dev/mail');
  const page = await person.openLink('ada@example.org');
  // Opening the link alone confirms nothing.
  expect((await person.signIn('ada@example.org', password)).text).toContain('not confirmed yet');
  await person.openLink('ada@example.org');
  const token = hiddenField(page.text, 'token');
  const confirmed = await person.submit('/verify-email', { token });
  expect([confirmed.status, confirmed.location, confirmed.text]).toEqual([303, '/dashboard', '']);
  const { text } = await person.visit('/dashboard');
  expect(text).toContain('<h1>Hello, Ada</h1>');
  expect([...text.matchAll(/class="figure">(\d+)</g)].map(([, figure]) => figure)).toEqual(['20', '3']);

  // The link signs nobody in a second time.
  const later = new Person(stack.base);
  await later.visit('/sign-in');
  await later.submit('/verify-email', { token });
  expect(later.cookies.size).toBe(0);
});

it.each([
  [{ email: 'no address' }, 'Please enter an e-mail address'],
  [{ password: 'short' }, 'Please choose at least 10 characters.'],
  [{ password: 'x'.repeat(129) }, 'Please choose at most 128 characters.'],
  [{ password: 'Password123' }, 'Many people have this password'],
  [{ password: 'BOB@example.org' }, 'Please choose a password that is not your address.'],
  [{ terms: '' }, 'Please agree to the terms.'],
  [{ name: 'x'.repeat(101) }, 'Please use one line'],
])('names the fault of %o, and counts it as no sign-up', async (fields, says) => {
  const { answer } = await signUp('bob@example.org', fields);
  expect(answer.status).toBe(422);
  expect(answer.text).toContain(says);
  expect(answer.text).toContain('aria-invalid="true"');
  expect(answer.text).not.toContain('x'.repeat(129));
});

it('shows the same for a wrong link and for none', async () => {
  const person = new Person(stack.base);
  await person.visit('/verify-email?token=wrong');
  const wrong = await person.submit('/verify-email', { token: 'wrong' });
  expect([wrong.status, (await person.submit('/verify-email', {})).status]).toEqual([410, 410]);
});

it('sends the link again, to whom it may concern alone', async () => {
  const { person } = await signUp('carol@example.org');
  const before = (await person.mails()).length;
  for (const email of ['carol@example.org', 'nobody@example.org', 'ada@example.org']) {
    await person.visit('/verify-email/again');
    expect((await person.submit('/verify-email/again', { email })).location).toBe('/sign-up/sent');
  }
  await expect.poll(async () => (await person.mails()).length).toBe(before + 1);
  await person.openLink('carol@example.org');
});

it('gives an unconfirmed account to the reader of its mail, not to the first to sign up', async () => {
  await signUp('dave@example.org', { password: 'the password of a stranger' });
  const { person: dave } = await signUp('dave@example.org');
  expect((await dave.mailTo('dave@example.org')).subject).toBe('A new password for Edgematte');
  const page = await dave.openLink('dave@example.org');
  await dave.submit('/reset-password', { token: hiddenField(page.text, 'token'), password });
  expect((await dave.signIn('dave@example.org', password)).location).toBe('/dashboard');
  expect((await dave.visit('/dashboard')).text).toContain('>20<');
  expect((await new Person(stack.base).signIn('dave@example.org', 'the password of a stranger')).status).toBe(401);
});

it('signs up no more than the day allows', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 4; count++) statuses.push((await signUp(`more${count}@example.org`)).answer.status);
  expect(statuses).toEqual([303, 303, 303, 429]);
});
