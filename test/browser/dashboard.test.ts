/** Signing up and the dashboard in a browser: from the first visit to a key that has ended, with curl in between. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, noBrowser, openPage, type WatchedPage } from '../../testing/chromium.ts';
import { startWordOfTests } from '../../testing/person.ts';
import { photo } from '../../testing/photos.ts';
import { describeWith } from '../run/describe-with.ts';
import { type Stack, startStack } from '../stack.ts';
import { accessibilityFindings, accessiblePages } from './accessibility.ts';
import { CountedActions } from './counted-actions.ts';

const run = promisify(execFile);
const email = 'ada@example.org';
const password = 'a long password';

describeWith(noBrowser, 'accounts in a browser', () => {
  let stack: Stack;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack(), launch()]);
    folder = mkdtempSync(path.join(tmpdir(), 'edgematte-dashboard-'));
    writeFileSync(path.join(folder, 'photo.jpg'), await photo());
    watched = await openPage(browser, stack.base, { permissions: ['clipboard-read', 'clipboard-write'] });
    page = watched.page;
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const [entry, own, mails] = (['account', 'dashboard', 'starter'] as const).map((list) =>
    accessiblePages(list, () => page),
  );
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  /** Runs a sample as a reader does, with a key in the environment. @returns the status that was answered */
  async function curl(sample: string, key: string): Promise<string> {
    const line = sample.replace('curl -f', `curl -s -w '%{http_code}'`);
    const { stdout } = await run('sh', ['-c', line], { cwd: folder, env: { ...process.env, EDGEMATTE_KEY: key } });
    return stdout.slice(-3);
  }

  it('signs up by keyboard, confirms by mail, and is welcome', async () => {
    await page.goto(`/local/${startWordOfTests}`);
    await page.goto('/sign-up');
    await page.getByLabel('E-mail').focus();
    for (const text of [email, password, 'Ada <b>Lovelace</b>']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await heading('Check your inbox');
    await page.getByRole('link', { name: '/dev/mail' }).click();
    await page.getByRole('link', { name: /verify-email/ }).click();
    await button('Confirm').click();
    await heading('Hello, Ada <b>Lovelace</b>');
    expect(await page.locator('.figure').allTextContents()).toEqual(['50', '0']);
  });

  it('comes to a first call with a button, a copy and a paste', async () => {
    const actions = new CountedActions();
    await actions.next(() => button('Make a test key').click());
    await heading('Your new key');
    await actions.next(() => button('Copy call').click());
    await actions.next(async () => run('sh', ['-ec', await copied()], { cwd: folder }));
    expect(existsSync(path.join(folder, 'cutout.png'))).toBe(true);
    expect(actions.end('From a new account, by its key, to a first call')).toBe(3);
    await page.goto('/dashboard');
    expect(await page.locator('.figure').first().textContent()).toBe('49');
  });

  it('makes a key, copies it, calls by curl, and sees what it cost', async () => {
    await page.goto('/dashboard/keys');
    await page.getByRole('link', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('Shop <script>alert(1)</script>');
    await button('Create key').click();
    await heading('Your new key');
    await button('Copy key').click();
    const key = await copied();
    expect(key).toMatch(/^test_[0-9A-Za-z]{38}$/);
    const sample = (await page.locator('#call-curl').textContent()) ?? '';
    expect(await curl(sample, key)).toBe('200');
    await page.goto('/dashboard');
    expect(await page.locator('.figure').first().textContent()).toBe('48');
    await page.goto('/dashboard/credits');
    const row = page.getByRole('row', { name: /Call Shop/ });
    expect(await row.textContent()).toContain('Shop <script>alert(1)</script>');
    expect(await row.textContent()).toMatch(/[0-9a-f-]{36}/);

    await page.goto('/dashboard/keys');
    await page.getByRole('link', { name: /^Shop/ }).click();
    await page.getByLabel('Only what is ticked').check();
    await page.getByRole('checkbox', { name: 'alpha-channel', exact: false }).first().check();
    await button('Set operations').click();
    await page.getByText('What the key may call is set').waitFor();
    expect(await curl(sample, key)).toBe('403');

    await page.getByLabel('Days that this one keeps working').fill('0');
    await button('Rotate key').click();
    await heading('Your new key');
    await button('Copy key').click();
    const next = await copied();
    const matte = (await page.locator('#call-curl').textContent()) ?? '';
    expect([await curl(matte, key), await curl(matte, next)]).toEqual(['401', '200']);

    await page.getByRole('link', { name: 'I have copied it' }).click();
    await page.getByRole('link', { name: /^Shop/ }).first().click();
    await page.getByLabel('I am sure').check();
    await button('Revoke key').click();
    await page.getByText('The key has ended.').waitFor();
    expect(await curl(matte, next)).toBe('401');
    await page.getByText('Ended keys (2)').click();
    expect(await page.getByRole('table', { name: 'Keys that have ended' }).getByRole('row').count()).toBe(3);
  });

  it.each([own, mails].flatMap((list) => list.plain.map((path) => ({ path, list }))))(
    '$path can be used by everybody',
    async ({ path, list }) => {
      await page.goto(path);
      expect(await list.findings(path)).toEqual([]);
    },
  );

  it('pages of a key and of a second factor can be used by everybody', async () => {
    await page.goto('/dashboard/keys/new');
    await page.getByLabel('Only what is ticked').check();
    expect(await accessibilityFindings(page)).toEqual([]);
    await button('Create key').click();
    await page.getByText('Please tick at least one operation.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByLabel('Everything').check();
    await button('Create key').click();
    await heading('Your new key');
    expect(await own.findings('/dashboard/keys/created')).toEqual([]);
    await page.goto('/dashboard/keys');
    await page.locator('tbody a').first().click();
    await button('Rotate key').waitFor();
    expect(await own.findings('/dashboard/keys/:id')).toEqual([]);
    await page.goto('/dashboard/account');
    await page.locator('#factor-password').fill(password);
    await button('Set up').click();
    await heading('Second factor');
    expect(await own.findings('/dashboard/account/second-factor')).toEqual([]);
  });

  it('signs out, forgets the password, chooses another, and signs in', async () => {
    await page.goto('/dashboard/account');
    await button('Sign out').click();
    await heading('Sign in');
    await page.getByRole('link', { name: 'Forgot the password?' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.keyboard.press('Enter');
    await heading('Check your inbox');
    await page.getByRole('link', { name: '/dev/mail' }).click();
    await page
      .getByRole('link', { name: /reset-password/ })
      .first()
      .click();
    await page.getByLabel('New password').fill('another long password');
    await page.keyboard.press('Enter');
    await page.getByText('Your new password is set.').waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('E-mail address or password is wrong.').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
    await page.getByLabel('Password', { exact: true }).fill('another long password');
    await page.keyboard.press('Enter');
    await heading('Hello, Ada');
  });

  it.each(entry.plain)('%s can be used by everybody', async (path) => {
    await page.context().clearCookies();
    await page.goto(path);
    expect(await entry.findings(path)).toEqual([]);
  });

  it('no page is left untried', () => {
    expect([entry, own, mails].flatMap(({ left }) => [...left])).toEqual([]);
  });

  it('loaded nothing from elsewhere, broke no policy and ran without a fault', () => {
    expect(watched.mishaps).toEqual([]);
  });
});
