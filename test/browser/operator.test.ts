/** The operator's pages in a browser: whether everybody can use them, and nothing is loaded from elsewhere. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, noBrowser, openPage, type WatchedPage } from '../../testing/chromium.ts';
import { Person } from '../../testing/person.ts';
import { newOperator } from '../accounts/operator-sign-up.ts';
import { describeWith } from '../run/describe-with.ts';
import { type Stack, startStack } from '../stack.ts';
import { accessiblePages } from './accessibility.ts';

const password = 'a long password';

describeWith(noBrowser, "the operator's pages", () => {
  let stack: Stack;
  let browser: Browser;
  let watched: WatchedPage;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack(), launch()]);
    await new Person(stack.base).join('customer@example.org', password, 'Carl');
    const operator = await newOperator(stack, 'operator@example.org', password);
    watched = await openPage(browser, stack.base, {});
    const cookies = [...operator.cookies].map(([name, value]) => ({ name, value, url: stack.base }));
    await watched.page.context().addCookies(cookies);
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  const pages = accessiblePages('operator', () => watched.page);

  it.each(pages.plain)('%s can be used by everybody', async (path) => {
    await watched.page.goto(path);
    expect(await pages.findings(path)).toEqual([]);
  });

  it('an account is found, topped up and suspended by keyboard', async () => {
    const { page } = watched;
    await page.goto('/operator');
    await page.getByLabel('Address, name, account, wallet or key').fill('customer@');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'customer@example.org' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'customer@example.org' }).waitFor();
    const topUp = page.locator('form[action$="/top-up"]');
    await topUp.getByLabel('I am sure').focus();
    await page.keyboard.press('Space');
    await topUp.getByLabel('Credits', { exact: true }).fill('25');
    await page.keyboard.press('Enter');
    await page.getByText('The credits were added.').waitFor();
    expect(await page.getByRole('region', { name: 'live wallet' }).textContent()).toContain('25 credits');
    const suspension = page.locator('form[action$="/suspend"]');
    await suspension.getByLabel('I am sure').focus();
    await page.keyboard.press('Space');
    await suspension.getByRole('button', { name: 'Suspend this account' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('All keys of this account are refused from now on.').waitFor();
    expect(await pages.findings('/operator/accounts/:id')).toEqual([]);
    await page.locator('form[action$="/resume"]').getByLabel('I am sure').check();
    await page.getByRole('button', { name: 'Resume this account' }).click();
    await page.getByText('The keys of this account work again.').waitFor();
    expect(watched.mishaps).toEqual([]);
  });

  it('an incident is written, changed, and removed once that is confirmed', async () => {
    const { page } = watched;
    await page.goto('/operator/incidents');
    await page.getByLabel('Title').fill('Late answers');
    await page.getByLabel('What happened').fill('For a minute.');
    await page.getByRole('button', { name: 'Publish the incident' }).click();
    await page.getByRole('link', { name: 'Late answers' }).click();
    await page.getByRole('heading', { level: 1, name: 'Late answers' }).waitFor();
    expect(await pages.findings('/operator/incidents/:id')).toEqual([]);
    await page.getByLabel('Title').fill('Slow answers');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Slow answers' }).click();
    await page.getByLabel('I am sure').check();
    await page.getByRole('button', { name: 'Remove the incident' }).click();
    await page.getByText('The incident is no longer on the status page.').waitFor();
    expect(watched.mishaps).toEqual([]);
  });

  it('are all tried', () => {
    expect([...pages.left]).toEqual([]);
  });
});
