/** The box of mails of this machine: what it shows, and to whom. */
import { expect, test } from 'vitest';
import { newBrowser } from '../../../../test/accounts/in-isolate.ts';
import { linksOf, partOf, partsOf, textOf } from '../testing/html.ts';

const box = '/dev/mail';

/** The browser that has opened the link of the start. */
function starter() {
  const browser = newBrowser();
  browser.cookies.set('edgematte.start', browser.startWord);
  return browser;
}

test('an empty box says so; each mail then stands there as text, its link to be followed, the newest first', async () => {
  const browser = starter();
  const empty = await browser.visit(box);
  expect([empty.status, partsOf(empty.text, 'article'), textOf(empty.text).includes('None yet.')]).toEqual([
    ...[200, [], true],
  ]);
  for (const email of ['ada@example.org', 'bob@example.org']) {
    await browser.visit('/sign-up');
    await browser.submit('/sign-up', { email, password: 'a long password', name: '<b>', terms: 'yes' });
  }
  const { text, headers } = await browser.visit(box);
  expect(textOf(text)).not.toContain('None yet.');
  expect(headers.get('Cache-Control')).toBe('no-store');
  const mails = partsOf(text, 'article');
  expect(mails.map((mail) => textOf(partOf(mail, 'p')).replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, 'then'))).toEqual([
    'to bob@example.org, then UTC',
    'to ada@example.org, then UTC',
  ]);
  for (const mail of mails) {
    expect(textOf(partOf(mail, 'h2'))).not.toBe('');
    const [[href, words], ...others] = linksOf(partOf(mail, 'pre'));
    expect(href).toMatch(/^http:\/\/127\.0\.0\.1:8787\/verify-email\?token=/);
    expect([words, others]).toEqual([href, []]);
  }
  const sent = await browser.mails();
  expect(sent.map(({ to }) => to)).toEqual(['bob@example.org', 'ada@example.org']);
  expect(mails.map((mail) => textOf(partOf(mail, 'h2')))).toEqual(sent.map(({ subject }) => subject));
});

test.each([box, `${box}.json`])('%s is nowhere for a browser without the word of the start', async (path) => {
  const browser = newBrowser();
  expect((await browser.visit(path)).status).toBe(404);
  browser.cookies.set('edgematte.start', 'another-word');
  expect((await browser.visit(path)).status).toBe(404);
  expect((await starter().visit(path)).status).toBe(200);
});
