/** Usage, prices and billing in a browser: charts are drawn, everybody can use them, nothing is loaded from elsewhere. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { launch, noBrowser, openPage, type WatchedPage } from '../../testing/chromium.ts';
import { Person } from '../../testing/person.ts';
import { describeWith } from '../run/describe-with.ts';
import { type Stack, startStack } from '../stack.ts';
import { figureOf } from '../usage/page.ts';
import { accessibilityFindings } from './accessibility.ts';

const billing = {
  CREDIT_PACKS: '100 for 9.00 EUR, 500 for 39.00 EUR',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRETS: 'whsec_1',
};

describeWith(noBrowser, 'usage and billing', () => {
  let stack: Stack;
  let browser: Browser;
  let person: Person;
  let apiKey: string;
  let watched: WatchedPage;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack({ edgeVariables: billing }), launch()]);
    person = new Person(stack.base);
    await person.join('ada@example.org', 'a long password');
    const { key } = await person.makeKey({ type: 'test', name: 'Web shop', limit: '', scope: 'all' });
    apiKey = key;
    for (let call = 0; call < 3; call++) await stack.credit(key);
    await fetch(`${stack.base}/v1.0/alpha-channel`, { method: 'POST', headers: { 'X-API-Key': key } });
    const counted = async () => figureOf(await person.visit('/dashboard/usage'), 'Calls');
    await vi.waitFor(async () => expect(await counted()).toBe(4), { timeout: 120_000 });
    watched = await openPage(browser, stack.base, {});
    const cookies = [...person.cookies].map(([name, value]) => ({ name, value, url: stack.base }));
    await watched.page.context().addCookies(cookies);
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  it.each(['/dashboard/usage', '/dashboard/requests', '/dashboard/billing', '/prices'])(
    '%s can be used by everybody',
    async (path) => {
      await watched.page.goto(path);
      const all = watched.page.locator('summary');
      if ((await all.count()) > 0) await all.click();
      expect(await accessibilityFindings(watched.page)).toEqual([]);
      expect(watched.mishaps).toEqual([]);
    },
  );

  it('draws three charts, also from one day on, within the width of a phone', async () => {
    const { page } = watched;
    await page.goto('/dashboard/usage?days=30');
    const chart = page.getByRole('img', { name: /^Successes and refusals of each day/ });
    expect(await page.locator('svg.plot').count()).toBe(3);
    expect(await chart.locator('title').last().textContent()).toMatch(/: Successes 3, Refusals 1$/);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const [whole, bar] = [await chart.boundingBox(), await chart.locator('.bar.accent').boundingBox()];
      expect(bar?.height).toBeGreaterThan(60);
      expect(whole && bar && bar.x + bar.width <= whole.x + whole.width).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
    expect(watched.mishaps).toEqual([]);
  });

  it('is chosen by keyboard, and without a script', async () => {
    const context = await browser.newContext({ baseURL: stack.base, javaScriptEnabled: false });
    await context.addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: stack.base })));
    const page = await context.newPage();
    await page.goto('/dashboard/usage');
    expect(await page.locator('svg.plot').first().isVisible()).toBe(true);
    await page.getByLabel('Days').focus();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('button', { name: 'Show' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/days=7&key=all/);
    await page.getByText('All days as a table').click();
    expect(await page.getByRole('table', { name: 'By day' }).locator('tbody tr').count()).toBe(7);
    await context.close();
  });

  it('finds a call by the id of its answer, with what its code means and what it cost', async () => {
    const { page } = watched;
    const headers = { 'X-API-Key': apiKey };
    const answer = await fetch(`${stack.base}/v1.0/alpha-channel`, { method: 'POST', headers });
    const id = answer.headers.get('X-Request-Id') ?? '';
    await page.goto('/dashboard/requests');
    await page.getByLabel('Request id').fill(id);
    const row = page.locator('tbody tr', { hasText: id });
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Find' }).click();
        return row.count();
      })
      .toBe(1);
    expect(await page.locator('tbody tr').count()).toBe(1);
    // Between two lines of a cell there is a space or none, as the layout has it.
    expect((await row.innerText()).replace(/\s+/g, ' ')).toMatch(
      /^\S+ \S+ alpha-channel ?[-0-9a-f]{36} 422 VALIDATION_ERROR ?Something in the request is missing or not allowed\. It cost nothing\. Web shop/,
    );
    await page.getByRole('link', { name: 'VALIDATION_ERROR' }).click();
    expect(await page.locator('#validation_error').count()).toBe(1);
    expect(new URL(page.url()).hash).toBe('#validation_error');
    expect(watched.mishaps).toEqual([]);
  });
});
