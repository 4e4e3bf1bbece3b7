/** What a run of the page at `/` costs that was cancelled or left, against the whole service. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launch, noBrowser, Tabs, type WatchedPage } from '../../testing/chromium.ts';
import { Person } from '../../testing/person.ts';
import { plainPhoto } from '../../testing/photos.ts';
import { movementsOf, settled } from '../accounts.ts';
import { callFromPage, isAdmission } from '../playground/page.ts';
import { type Relay, startRelay } from '../relay.ts';
import { describeWith } from '../run/describe-with.ts';
import { type CreatedKey, type Stack, startStack } from '../stack.ts';

describeWith(noBrowser, 'a run that is not waited for', () => {
  let stack: Stack;
  let relay: Relay;
  let browser: Browser;
  let tabs: Tabs;
  let watched: WatchedPage;
  /** Whose wallet pays, and a key of that wallet, by which its entries are seen. */
  let owner: Person;
  let key: CreatedKey;
  let visitors = 0;
  /** Calls of the network that wait for the test. */
  const held: (() => void)[] = [];

  beforeAll(async () => {
    relay = await startRelay();
    const edgeVariables = { TRIAL_PER_DAY_TOTAL: '100', SIGNUP_CREDITS: '10' };
    const gatewayVariables = { INFERENCE_URL: relay.url };
    [stack, browser] = await Promise.all([startStack({ edgeVariables, gatewayVariables }), launch()]);
    tabs = await Tabs.of(browser, stack.base, { viewport: { width: 1280, height: 900 } });
    relay.targetPort = stack.inference.port;
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await relay?.stop();
  });
  beforeEach(async () => {
    owner = new Person(stack.base);
    await owner.join(`owner-${++visitors}@example.org`, 'a long password', 'Olga');
    key = await owner.makeKey();
    watched = await tabs.open();
  });
  afterEach(async () => {
    release();
    await watched.close();
    expect(watched.mishaps).toEqual([]);
  });

  const status = (page: Page) => page.locator('#status');
  const stage = (page: Page) => page.locator('#busy-stage');
  const note = (page: Page) => page.locator('#payment-note');
  const run = (page: Page) => page.getByRole('button', { name: 'Run' });
  const ready = (page: Page) => status(page).filter({ hasText: /ready/ }).waitFor();

  async function open(person: Person | null = owner): Promise<Page> {
    const { page } = watched;
    for (const [name, value] of person?.cookies ?? []) {
      await page.context().addCookies([{ name, value, url: stack.base, httpOnly: true }]);
    }
    await reload(page);
    return page;
  }

  async function reload(page: Page): Promise<void> {
    await page.goto('/');
    await note(page)
      .filter({ hasText: /Trial|Signed in/ })
      .waitFor();
  }

  async function give(page: Page): Promise<void> {
    const buffer = await plainPhoto(320, 240);
    await page.getByLabel('Choose a photo').setInputFiles({ name: 'plain.jpg', mimeType: 'image/jpeg', buffer });
  }

  /** From now on the network answers once it is released. */
  function holdNetwork(): void {
    relay.behaviour = { kind: 'hold', held };
  }

  function release(): void {
    relay.behaviour = { kind: 'forward' };
    for (const goOn of held.splice(0)) goOn();
  }

  /** The photo has been sent, and the service has it. */
  async function working(page: Page): Promise<void> {
    await stage(page).filter({ hasText: 'Working' }).waitFor();
    await expect.poll(() => held.length).toBeGreaterThan(0);
  }

  /** Cancels a run whose photo has been sent, while the network works: by keyboard, which is then upon the picture. */
  async function cancelAfterUpload(page: Page): Promise<void> {
    await working(page);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await status(page).filter({ hasText: 'Cancelled.' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('viewport');
  }

  /** What calls have left in the wallet, oldest first, once no call is in work. */
  async function movements(): Promise<readonly string[]> {
    await settled(stack, key);
    const entries = await movementsOf(stack, key);
    return entries.filter(({ request_id }) => request_id !== null).map(({ kind }) => kind);
  }

  /** Each `Idempotency-Key` that the page sends from now on. */
  function keysSent(page: Page): (string | undefined)[] {
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'POST' || isAdmission(request.url())) return;
      keys.push(request.headers()['idempotency-key']);
    });
    return keys;
  }

  it('is charged once when it is cancelled after the upload and run again', async () => {
    const page = await open();
    const keys = keysSent(page);
    holdNetwork();
    await give(page);
    await cancelAfterUpload(page);
    expect(await status(page).textContent()).toBe(
      'Cancelled. If the call was charged, running it again within 24 hours costs nothing.',
    );
    await run(page).click();
    await stage(page).filter({ hasText: 'Waiting for the earlier call' }).waitFor();
    release();
    await ready(page);
    expect(await movements()).toEqual(['charge', 'repeat']);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it('is charged once when the page is left by a link and the photo is given again', async () => {
    const page = await open();
    holdNetwork();
    await give(page);
    await working(page);
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Prices' }).click();
    await page.waitForURL('**/prices');
    release();
    await reload(page);
    await give(page);
    await ready(page);
    expect(await movements()).toEqual(['charge', 'repeat']);
  });

  it('costs another credit with other options, and once its answer has been shown', async () => {
    const page = await open();
    holdNetwork();
    await give(page);
    await cancelAfterUpload(page);
    release();
    expect(await movements()).toEqual(['charge']);
    await page.locator('#kinds').getByRole('radio', { name: 'Matte' }).check({ force: true });
    await run(page).click();
    await ready(page);
    expect(await movements()).toEqual(['charge', 'charge']);
    await reload(page);
    await give(page);
    await ready(page);
    expect(await movements()).toEqual(['charge', 'charge', 'repeat']);
    await reload(page);
    await give(page);
    await ready(page);
    expect(await movements()).toEqual(['charge', 'charge', 'repeat', 'charge']);
  });

  it('takes a new key after three repeats, and says that this run costs a credit', async () => {
    const page = await open();
    const keys = keysSent(page);
    holdNetwork();
    await give(page);
    await cancelAfterUpload(page);
    release();
    expect(await movements()).toEqual(['charge']);
    const cookies = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Cookie: cookies, 'Idempotency-Key': keys[0] ?? '' };
    for (let repeats = 0; repeats < 3; repeats++) {
      const answer = await callFromPage(stack.base, 'image-without-background', await plainPhoto(320, 240), headers);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
      await movements();
    }
    await run(page).click();
    await ready(page);
    expect(await status(page).textContent()).toMatch(
      /ready.*\. The earlier call cannot be repeated any more: this run costs a credit\.$/,
    );
    expect(await movements()).toEqual(['charge', 'repeat', 'repeat', 'repeat', 'charge']);
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('in a trial has no repeat, and the page says so', async () => {
    const page = await open(null);
    const keys = keysSent(page);
    expect(await note(page).textContent()).toContain('A try that you cancel may count, and there is no free repeat.');
    holdNetwork();
    await give(page);
    await cancelAfterUpload(page);
    expect(await status(page).textContent()).toBe('Cancelled. This try may count, and there is no free repeat.');
    release();
    await run(page).click();
    await ready(page);
    expect(keys).toEqual([undefined, undefined]);
    await expect.poll(() => note(page).textContent()).toMatch(/Trial: 98 of 100/);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it('is promised no more than that on the page', async () => {
    const page = await open();
    expect(await page.getByRole('region', { name: 'What to know' }).innerText()).toContain(
      'Errors cost nothing. A call that you cancel may be charged; running the same photo with the same options again within 24 hours then costs nothing.',
    );
  });
});
