import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newBrowser } from '../../../test/accounts/in-isolate.ts';
import { codeOf, type PageSeen, type Person } from '../../../testing/person.ts';

const password = 'a long password';
const stepMs = 30_000;
let nowMs: number;

// The clock alone is stopped, so that a code belongs to the step that the test chooses.
beforeEach(() => {
  nowMs = (Math.floor(Date.now() / stepMs) + 10) * stepMs;
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
});
afterEach(() => void vi.restoreAllMocks());

/** Somebody whose factor was switched on with the code of this step. @returns codes of steps after this one */
async function withSecondFactor(email: string): Promise<{ person: Person; codeIn: (steps: number) => string }> {
  const person = newBrowser();
  await person.join(email, password);
  await person.visit('/dashboard/account');
  const begun = await person.follow(await person.submit('/dashboard/account/second-factor', { password }));
  const [, secret = ''] = /secret=([A-Z2-7]+)/.exec(begun.text) ?? [];
  const codeIn = (steps: number) => codeOf(secret, nowMs + steps * stepMs);
  const on = await person.submit('/dashboard/account/second-factor/confirm', { code: codeIn(0) });
  expect(on.location).toBe('/dashboard/account?done=factor-on');
  return { person, codeIn };
}

/** A browser that has given the password and waits for the code. */
async function atSecondStep(email: string): Promise<Person> {
  const browser = newBrowser();
  await browser.follow(await browser.signIn(email, password));
  return browser;
}

const give = (browser: Person, code: string) => browser.submit('/sign-in/code', { code });
const isIn = ({ location }: PageSeen) => location === '/dashboard';

test('a code opens one session, in whatever browser it comes again', async () => {
  const { codeIn } = await withSecondFactor('ada@example.org');
  const [first, second] = [await atSecondStep('ada@example.org'), await atSecondStep('ada@example.org')];
  expect(isIn(await give(first, codeIn(1)))).toBe(true);
  const again = await give(second, codeIn(1));
  expect([again.status, again.text.includes('This code is wrong.')]).toEqual([401, true]);
  expect((await second.visit('/dashboard')).status).toBe(303);
  nowMs += stepMs;
  expect(isIn(await give(second, codeIn(1)))).toBe(true);
});

test('the code that switched the factor on is used up, and so is every code of before', async () => {
  const { codeIn } = await withSecondFactor('bob@example.org');
  const browser = await atSecondStep('bob@example.org');
  for (const steps of [0, -1]) expect((await give(browser, codeIn(steps))).status).toBe(401);
  expect(isIn(await give(browser, codeIn(1)))).toBe(true);
});

test('of two sign-ins that come at once with one code one gets in', async () => {
  const { codeIn } = await withSecondFactor('carol@example.org');
  const browsers = await Promise.all([1, 2, 3].map(() => atSecondStep('carol@example.org')));
  const answers = await Promise.all(browsers.map((browser) => give(browser, codeIn(1))));
  expect(answers.filter(isIn)).toHaveLength(1);
});

test('a lockout is shown to a user who has given the right password, and to nobody else', async () => {
  const { codeIn } = await withSecondFactor('dave@example.org');
  for (let round = 0; round < 2; round++) {
    const browser = await atSecondStep('dave@example.org');
    for (let wrong = 0; wrong < 5; wrong++) expect((await give(browser, '000000')).status).toBe(401);
  }
  const stranger = await newBrowser().signIn('dave@example.org', 'a wrong password');
  expect([stranger.status, stranger.text.includes('E-mail address or password is wrong.')]).toEqual([401, true]);
  const owner = await atSecondStep('dave@example.org');
  const locked = await give(owner, codeIn(1));
  expect([locked.status, locked.text.includes('too many wrong codes. Wait 15 minutes')]).toEqual([401, true]);
  nowMs += 15 * 60_000 + 1;
  expect(isIn(await give(await atSecondStep('dave@example.org'), codeIn(0)))).toBe(true);
});
