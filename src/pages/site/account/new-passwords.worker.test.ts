/** A new password ends everything older. */
import { describe, expect, test } from 'vitest';
import { newBrowser } from '../../../../test/accounts/in-isolate.ts';
import { codeOf, hiddenField, type Person } from '../../../../testing/person.ts';

const password = 'the first of the passwords';
const second = 'the second of the passwords';
const third = 'the third of the passwords';
/** Whole seconds are all that a signed link knows of its time. */
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1000 - (Date.now() % 1000) + 10));

async function joined(email: string): Promise<Person> {
  const person = newBrowser();
  await person.join(email, password);
  await person.visit('/dashboard/account');
  return person;
}

/** Asks for a link that sets a password. @returns what the link carries */
async function resetLink(email: string): Promise<string> {
  const visitor = newBrowser();
  await visitor.visit('/forgot-password');
  await visitor.submit('/forgot-password', { email });
  return hiddenField((await visitor.openLink(email)).text, 'token');
}

async function reset(token: string, to: string): Promise<number> {
  const visitor = newBrowser();
  await visitor.visit('/reset-password');
  return (await visitor.submit('/reset-password', { token, password: to })).status;
}

const change = (person: Person, from: string, to: string) =>
  person.submit('/dashboard/account/password', { password: from, 'new-password': to });

describe('a password that was changed by its owner', () => {
  test('ends links of before that set another', async () => {
    const ada = await joined('ada@example.org');
    const link = await resetLink('ada@example.org');
    expect((await change(ada, password, second)).location).toBe('/dashboard/account?done=password');
    expect(await reset(link, third)).toBe(410);
    expect((await newBrowser().signIn('ada@example.org', second)).status).toBe(303);
    expect((await newBrowser().signIn('ada@example.org', third)).status).toBe(401);
  });

  test('ends links of before that change the address, at either step, and none of later', async () => {
    const bob = await joined('bob@example.org');
    const asks = async (email: string, present: string) => {
      await bob.visit('/dashboard/account');
      await bob.submit('/dashboard/account/email', { email, password: present });
      return hiddenField((await bob.openLink('bob@example.org')).text, 'token');
    };
    const consent = await asks('bob-2@example.org', password);
    const consented = await asks('bob-3@example.org', password);
    await bob.submit('/verify-email', { token: consented });
    const confirmation = hiddenField((await bob.openLink('bob-3@example.org')).text, 'token');
    await bob.visit('/dashboard/account');
    await change(bob, password, second);
    await bob.visit('/dashboard/account');
    for (const token of [consent, confirmation])
      expect((await bob.submit('/verify-email', { token })).status).toBe(410);
    expect((await bob.visit('/dashboard/account')).text).toContain('<strong>bob@example.org</strong>');

    await nextSecond();
    await bob.submit('/verify-email', { token: await asks('bob-4@example.org', second) });
    const last = hiddenField((await bob.openLink('bob-4@example.org')).text, 'token');
    expect((await bob.submit('/verify-email', { token: last })).location).toBe('/verify-email/done');
    expect((await bob.visit('/dashboard/account')).text).toContain('<strong>bob-4@example.org</strong>');
  });

  test('ends other sessions and keeps this one', async () => {
    const carol = await joined('carol@example.org');
    const other = newBrowser();
    await other.signIn('carol@example.org', password);
    await change(carol, password, second);
    expect((await other.visit('/dashboard')).status).toBe(303);
    expect((await carol.visit('/dashboard')).status).toBe(200);
  });

  test('ends second steps that wait for their code', async () => {
    const dave = await joined('dave@example.org');
    const secret = await withSecondFactor(dave);
    const thief = newBrowser();
    await thief.follow(await thief.signIn('dave@example.org', password));
    await dave.visit('/dashboard/account');
    await change(dave, password, second);
    const answer = await thief.submit('/sign-in/code', { code: codeOf(secret, Date.now() + 30_000) });
    expect([answer.status, answer.text.includes('Please sign in again')]).toEqual([401, true]);
    expect((await thief.visit('/dashboard')).status).toBe(303);
  });
});

describe('a password that was set by a link', () => {
  test('ends older links, and the one that was used', async () => {
    const erin = await joined('erin@example.org');
    const older = await resetLink('erin@example.org');
    const newer = await resetLink('erin@example.org');
    expect(await reset(newer, second)).toBe(303);
    expect(await reset(older, third)).toBe(410);
    expect(await reset(newer, third)).toBe(410);
    expect((await newBrowser().signIn('erin@example.org', second)).status).toBe(303);
    expect((await erin.visit('/dashboard')).status).toBe(303);
  });

  test('ends second steps that wait for their code', async () => {
    const frank = await joined('frank@example.org');
    const secret = await withSecondFactor(frank);
    const thief = newBrowser();
    await thief.follow(await thief.signIn('frank@example.org', password));
    expect(await reset(await resetLink('frank@example.org'), second)).toBe(303);
    expect((await thief.submit('/sign-in/code', { code: codeOf(secret, Date.now() + 30_000) })).status).toBe(401);
    expect((await thief.visit('/dashboard')).status).toBe(303);
  });

  test('leaves links and sessions of other accounts alone', async () => {
    const grace = await joined('grace@example.org');
    const link = await resetLink('grace@example.org');
    await joined('heidi@example.org');
    expect(await reset(await resetLink('heidi@example.org'), second)).toBe(303);
    expect((await grace.visit('/dashboard')).status).toBe(200);
    expect(await reset(link, second)).toBe(303);
  });
});

test('another address ends links for a new password that the one before has', async () => {
  const ivan = await joined('ivan@example.org');
  const link = await resetLink('ivan@example.org');
  await ivan.visit('/dashboard/account');
  await ivan.submit('/dashboard/account/email', { email: 'new-ivan@example.org', password });
  for (const email of ['ivan@example.org', 'new-ivan@example.org']) {
    const token = hiddenField((await ivan.openLink(email)).text, 'token');
    expect((await ivan.submit('/verify-email', { token })).location).toBe('/verify-email/done');
  }
  expect(await reset(link, second)).toBe(410);
});

/** @returns the secret of the app */
async function withSecondFactor(person: Person): Promise<string> {
  const begun = await person.follow(await person.submit('/dashboard/account/second-factor', { password }));
  const [, secret = ''] = /secret=([A-Z2-7]+)/.exec(begun.text) ?? [];
  await person.submit('/dashboard/account/second-factor/confirm', { code: codeOf(secret) });
  return secret;
}
