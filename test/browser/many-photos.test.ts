/** The page at `/many-photos` against the whole service: one ZIP of many photos, each paid once. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { filesOf } from '../../src/pages/site/browser/playground/zip.ts';
import { launch, noBrowser, Tabs, type WatchedPage } from '../../testing/chromium.ts';
import { Person } from '../../testing/person.ts';
import { movementsOf, settled } from '../accounts.ts';
import { type Relay, startRelay } from '../relay.ts';
import { describeWith } from '../run/describe-with.ts';
import { type CreatedKey, type Stack, startStack } from '../stack.ts';
import { accessibilityFindings } from './accessibility.ts';

const credits = 32;

interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

describeWith(noBrowser, 'many photos', () => {
  let stack: Stack;
  let relay: Relay;
  let browser: Browser;
  let tabs: Tabs;
  let watched: WatchedPage;
  /** Whose wallet pays, and a key of that wallet, by which its entries are seen. */
  let owner: Person;
  let key: CreatedKey;
  let photos: readonly Upload[];
  let visitors = 0;
  /** Calls of the network that wait for the test. */
  const held: (() => void)[] = [];

  beforeAll(async () => {
    relay = await startRelay();
    const edgeVariables = { SIGNUP_CREDITS: String(credits), DEFAULT_RATE_PER_MINUTE: '1000' };
    const gatewayVariables = { INFERENCE_URL: relay.url };
    [stack, browser] = await Promise.all([startStack({ edgeVariables, gatewayVariables }), launch()]);
    tabs = await Tabs.of(browser, stack.base, { viewport: { width: 1280, height: 900 }, acceptDownloads: true });
    relay.targetPort = stack.inference.port;
    photos = await Promise.all(Array.from({ length: credits + 2 }, (_, index) => photo(index)));
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
    // No dialog of the browser's own can be answered here; where it writes to disk is tried by itself.
    await watched.page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  });
  afterEach(async () => {
    release();
    await watched.close();
    expect(watched.mishaps).toEqual([]);
  });

  /** A bright disc on black, of another size for each: the test network keeps what is bright. */
  async function photo(index: number): Promise<Upload> {
    const svg = `<svg width="160" height="120"><rect width="160" height="120"/><circle cx="80" cy="60" r="${20 + index}" fill="#fff"/></svg>`;
    return {
      name: `bag ${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await sharp(Buffer.from(svg)).jpeg().toBuffer(),
    };
  }

  const broken = (name: string): Upload => ({ name, mimeType: 'image/jpeg', buffer: Buffer.from('no photo at all') });
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const sum = (page: Page) => page.locator('#sum');
  const said = (page: Page, text: string | RegExp) => sum(page).filter({ hasText: text }).waitFor();
  const tiles = (page: Page, mark: string) => page.locator(`#tiles [data-mark="${mark}"]`);

  async function open(): Promise<Page> {
    const { page } = watched;
    page.on('filechooser', () => {});
    for (const [name, value] of owner.cookies) {
      await page.context().addCookies([{ name, value, url: stack.base, httpOnly: true }]);
    }
    await page.goto('/many-photos');
    return page;
  }

  async function give(page: Page, files: readonly Upload[]): Promise<void> {
    await page.locator('#wallet option').first().waitFor({ state: 'attached' });
    await page.locator('#files').setInputFiles([...files]);
    await button(page, /^(Start|Go on) ·/).waitFor();
  }

  async function namesInZip(page: Page, press: () => Promise<void>): Promise<string[]> {
    const [file] = await Promise.all([page.waitForEvent('download'), press()]);
    return [...(await filesOf(new Blob([readFileSync(await file.path())]))).keys()];
  }

  function release(): void {
    relay.behaviour = { kind: 'forward' };
    for (const goOn of held.splice(0)) goOn();
  }

  /** What calls have left in the wallet, counted by kind, once no call is in work. */
  async function movements(): Promise<Readonly<Record<string, number>>> {
    await settled(stack, key);
    const counts: Record<string, number> = {};
    for (const { kind, request_id } of await movementsOf(stack, key)) {
      if (request_id !== null) counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return counts;
  }

  /** The service cannot be reached for photos of these names, so often. */
  async function cutOff(page: Page, times: Readonly<Record<string, number>>): Promise<void> {
    const left = new Map(Object.entries(times));
    await page.route('**/playground/image-without-background', (route) => {
      const [, name = ''] = /filename="([^"]*)"/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '') ?? [];
      const more = left.get(name) ?? 0;
      left.set(name, more - 1);
      return more > 0 ? route.abort() : route.continue();
    });
  }

  it('are one ZIP in spite of two failures and a reload, each paid once', async () => {
    const page = await open();
    const bags = photos.slice(0, 30);
    await give(page, bags);
    expect(await sum(page).textContent()).toBe('30 photos, 30 credits');
    expect(await page.locator('#more').textContent()).toBe(`You have ${credits}.`);
    // Those in work stay there until the page has left, however quick the machine is.
    let sent = 0;
    await page.route('**/playground/image-without-background', (route) => {
      if (++sent === 16) relay.behaviour = { kind: 'hold', held };
      return route.continue();
    });
    await button(page, 'Start · 30 credits').click();
    await said(page, /^1\d of 30/);
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await page.unrouteAll();
    await page.reload();
    release();
    // As often as it is sent without being asked for.
    await cutOff(page, { 'bag 25.jpg': 4, 'bag 30.jpg': 4 });
    await give(page, bags);
    expect(await page.locator('#more').textContent()).toMatch(/^You have \d+\. \d+ were paid before and are free\.$/);
    await button(page, /^Start/).click();
    await said(page, '28 of 30 photos made');
    await button(page, 'Try 2 again').waitFor();
    expect(await tiles(page, 'failed').locator('.name').allTextContents()).toEqual(['bag 25.jpg', 'bag 30.jpg']);
    const names = await namesInZip(page, () => button(page, 'Try 2 again').click());
    expect(names.sort()).toEqual(bags.map(({ name }) => name.replace('.jpg', '.png')).sort());
    await page.locator('#more').filter({ hasText: 'What is made is in cutouts.zip.' }).waitFor();
    expect(await sum(page).textContent()).toBe('30 of 30 photos made');
    // Each paid once, though some were sent twice.
    expect((await settled(stack, key)).balance).toBe(credits - bags.length);
    await page.reload();
    await page.locator('#wallet option').first().waitFor({ state: 'attached' });
    expect(await page.locator('#wallet option:checked').textContent()).toBe('Test, 2 credits');
    await page.locator('#files').setInputFiles(bags);
    await said(page, '30 photos, 0 credits');
    expect(await page.locator('#more').textContent()).toContain('30 are in a ZIP that you saved, and not sent again.');
    await page.unrouteAll();
  });

  it('keep what is made where the credits end', async () => {
    const page = await open();
    await give(page, photos);
    expect(await page.locator('#more').textContent()).toContain('It stops where they end, and keeps what is made.');
    const names = await namesInZip(page, () => button(page, `Start · ${photos.length} credits`).click());
    expect(names).toHaveLength(credits);
    await button(page, 'Go on · 2 credits').waitFor();
    expect(await sum(page).textContent()).toBe(`${credits} of ${photos.length} photos made`);
    expect(await page.locator('#more').textContent()).toMatch(
      /^The credits are used up\. What is made is in cutouts\.zip\..* 2 left: 2 credits\. You have 0\.$/,
    );
    await page.getByRole('link', { name: 'Buy credits' }).waitFor();
    expect((await settled(stack, key)).balance).toBe(0);
  });

  it('wait as long as the service asks', async () => {
    const page = await open();
    let refusals = 0;
    await page.route('**/playground/image-without-background', (route) => {
      if (++refusals > 1) return route.continue();
      const headers = { 'Retry-After': '2', 'X-Error-Code': 'RATE_LIMITED' };
      return route.fulfill({ status: 429, headers, json: { message: 'Too many' } });
    });
    await give(page, photos.slice(0, 3));
    const names = namesInZip(page, () => button(page, 'Start · 3 credits').click());
    await page.locator('#more').filter({ hasText: 'Waiting 2 seconds, as the service asks.' }).waitFor();
    expect(await names).toHaveLength(3);
    expect(await movements()).toEqual({ charge: 3 });
    await page.unrouteAll();
  });

  it('pause once those in work are made, and go on', async () => {
    const page = await open();
    await give(page, photos.slice(0, 6));
    relay.behaviour = { kind: 'hold', held };
    await button(page, 'Start · 6 credits').click();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await button(page, 'Pause').click();
    release();
    await button(page, 'Go on · 3 credits').waitFor();
    expect(await tiles(page, 'waiting').count()).toBe(3);
    const names = await namesInZip(page, () => button(page, 'Go on · 3 credits').click());
    expect(names).toHaveLength(6);
    expect(await movements()).toEqual({ charge: 6 });
  });

  it('are written to disk while they are made, where the browser can', async () => {
    const { page } = watched;
    await page.addInitScript(() => {
      const showSaveFilePicker = async () =>
        (await navigator.storage.getDirectory()).getFileHandle('mine.zip', { create: true });
      Object.assign(window, { showSaveFilePicker });
    });
    await open();
    await give(page, photos.slice(0, 4));
    await button(page, 'Start · 4 credits').click();
    await page.locator('#more').filter({ hasText: 'What is made is in mine.zip.' }).waitFor();
    const bytes = await page.evaluate(async () => {
      const file = await (await navigator.storage.getDirectory()).getFileHandle('mine.zip');
      return [...new Uint8Array(await (await file.getFile()).arrayBuffer())];
    });
    expect([...(await filesOf(new Blob([Uint8Array.from(bytes)]))).keys()].sort()).toEqual([
      'bag 1.png',
      'bag 2.png',
      'bag 3.png',
      'bag 4.png',
    ]);
  });

  it('are made with the setting that was chosen', async () => {
    const page = await open();
    await page.locator('#wallet option').first().waitFor({ state: 'attached' });
    await page.getByLabel('Format').selectOption('jpeg');
    await page.getByLabel('Crop').selectOption('subject');
    await page.getByLabel('Shape').selectOption('1:1');
    await give(page, photos.slice(0, 2));
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Start · 2 credits').click()]);
    const files = await filesOf(new Blob([readFileSync(await file.path())]));
    expect([...files.keys()].sort()).toEqual(['bag 1.jpg', 'bag 2.jpg']);
    const { format, width, height } = await sharp(await files.get('bag 1.jpg')?.arrayBuffer()).metadata();
    expect([format, width]).toEqual(['jpeg', height]);
    await page.reload();
    await expect.poll(() => page.getByLabel('Format').inputValue()).toBe('jpeg');
  });

  it('that need a check wait outside the ZIP, are looked at large by keys, and come with it once they are taken', async () => {
    const page = await open();
    await page.route('**/playground/image-without-background', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, headers: { ...answer.headers(), 'X-Needs-Review': 'true' } });
    });
    await give(page, photos.slice(0, 2));
    await button(page, 'Start · 2 credits').click();
    await page.locator('#more').filter({ hasText: '2 wait outside the ZIP until you have checked them.' }).waitFor();
    await button(page, 'Check 2').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'bag 1.jpg' });
    await dialog.waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'bag 2.jpg' }).waitFor();
    await button(page, 'Take it').focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.locator('#more').filter({ hasText: '1 waits outside the ZIP until you have checked it.' }).waitFor();
    const names = await namesInZip(page, () => button(page, 'Take all 1').click());
    expect(names).toEqual(['bag 2.png', 'bag 1.png']);
    expect(await movements()).toEqual({ charge: 2 });
    await page.unrouteAll();
  });

  it('that cannot be read cost nothing, and say why', async () => {
    const page = await open();
    await give(page, [photos[0], broken('torn.jpg')]);
    const names = await namesInZip(page, () => button(page, 'Start · 2 credits').click());
    expect(names).toEqual(['bag 1.png']);
    expect(await tiles(page, 'failed').innerText()).toContain('Unsupported Media Type');
    expect(await movements()).toEqual({ charge: 1 });
  });

  it('can be read and used by all in every state', async () => {
    const { page } = watched;
    await page.goto('/many-photos');
    expect(await accessibilityFindings(page)).toEqual([]);
    await open();
    await page.locator('#wallet option').first().waitFor({ state: 'attached' });
    expect(await accessibilityFindings(page)).toEqual([]);
    await give(page, [...photos.slice(0, 4), broken('torn.jpg')]);
    expect(await accessibilityFindings(page)).toEqual([]);
    relay.behaviour = { kind: 'hold', held };
    await button(page, 'Start · 5 credits').click();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    release();
    await said(page, '4 of 5 photos made');
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});
