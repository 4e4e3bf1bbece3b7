/** The status after a part was killed: what it says at once, and what it has counted a minute later. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, noBrowser, openPage, type WatchedPage } from '../../testing/chromium.ts';
import { newOperator } from '../accounts/operator-sign-up.ts';
import { describeWith } from '../run/describe-with.ts';
import { type Stack, startStack } from '../stack.ts';
import { accessibilityFindings } from './accessibility.ts';

interface StatusDocument {
  readonly now: Readonly<Record<string, string>>;
  readonly calls: string;
  readonly days: readonly {
    readonly counted_minutes: number;
    readonly no_data_minutes: number;
    readonly unanswered_minutes: Readonly<Record<string, number>>;
  }[];
  readonly incidents: readonly { readonly title: string; readonly ended_at: string | null }[];
}

describeWith(noBrowser, 'the status', () => {
  let stack: Stack;
  let browser: Browser;
  let watched: WatchedPage;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack(), launch()]);
    watched = await openPage(browser, stack.base, {});
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  async function document(): Promise<StatusDocument> {
    return (await (await fetch(`${stack.base}/status.json`)).json()) as StatusDocument;
  }

  const partOf = (name: string) => watched.page.getByRole('listitem').filter({ hasText: name });

  it('of a service that nobody has counted yet is no data', async () => {
    const { now, calls, days, incidents } = await document();
    expect([now.status, calls, days.length, incidents]).toEqual(['ready', 'not measured', 90, []]);
    expect(days.slice(0, -1).every((day) => day.counted_minutes === 0 && day.no_data_minutes === 1440)).toBe(true);
    await watched.page.goto('/status');
    expect(await partOf('Find the subject').textContent()).toContain('works');
    expect(await partOf('Each operation in turn').textContent()).toContain('not measured');
  });

  it('after a killed part says so, and has it in the minutes of today', async () => {
    await stack.inference.stop();
    const { page } = watched;
    await page.goto('/status');
    await page.getByText('Pictures cannot be worked on now.').waitFor();
    expect(await partOf('Find the subject').textContent()).toContain('does not answer');
    const failed = async () => (await document()).days.at(-1)?.unanswered_minutes.inference ?? 0;
    // Counted as the next minute begins.
    await expect.poll(failed, { timeout: 100_000, interval: 1000 }).toBeGreaterThan(0);
    await page.reload();
    const label = await page.getByRole('img', { name: /^Networks/ }).getAttribute('aria-label');
    expect(label).toMatch(/^Networks, 90 days: \d+ of \d+ minutes? not answered; 89 days without data$/);
    await page.getByText('Days in numbers').click();
    expect(await page.getByRole('row').count()).toBe(2);
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('has what an operator writes of it', async () => {
    const operator = await newOperator(stack, 'operator@example.org', 'a long password');
    const { page } = watched;
    const cookies = [...operator.cookies].map(([name, value]) => ({ name, value, url: stack.base }));
    await page.context().addCookies(cookies);
    await page.goto('/operator/incidents');
    await page.getByLabel('Title').fill('The networks do not answer');
    await page.getByLabel('What happened').fill('We are looking into it.');
    await page.getByRole('button', { name: 'Publish the incident' }).click();
    await page.getByText('The incident is on the status page.').waitFor();
    await page.goto('/status');
    await page.getByRole('heading', { name: 'The networks do not answer' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect((await document()).incidents).toMatchObject([{ title: 'The networks do not answer', ended_at: null }]);
    expect(watched.mishaps).toEqual([]);
  });
});
