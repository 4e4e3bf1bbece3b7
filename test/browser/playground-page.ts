/** The page at `/` for its tests: opened for one visitor after another, and what is seen and done on it. */
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launch, openPage, Tabs, type WatchedPage } from '../../testing/chromium.ts';
import { Person } from '../../testing/person.ts';
import { type SharedStack, type Stack, type StackSettings, startStack } from '../stack.ts';

export const desktop = { viewport: { width: 1280, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

interface Started {
  readonly stack: Stack;
  readonly browser: Browser;
  /** Of the desktop. */
  readonly tabs: Tabs;
  readonly photo: Buffer;
  readonly owner: Person;
}

export class Playground {
  readonly #settings: StackSettings;
  #started: Started | null = null;
  #watched: WatchedPage | null = null;

  constructor(settings: StackSettings = {}) {
    this.#settings = settings;
  }

  async start(): Promise<void> {
    const edgeVariables = {
      ...{ TRIAL_PER_DAY_TOTAL: '1000', SIGNUP_CREDITS: '20', SIGNUP_CREDITS_LIVE: '2' },
      ...this.#settings.edgeVariables,
    };
    const [stack, browser] = await Promise.all([startStack({ ...this.#settings, edgeVariables }), launch()]);
    const owner = new Person(stack.base);
    const [tabs, photo] = await Promise.all([Tabs.of(browser, stack.base, desktop), disc(640, 480)]);
    await owner.join('owner@example.org', 'a long password', 'Olga');
    this.#started = { stack, browser, tabs, photo, owner };
  }

  async stop(): Promise<void> {
    await this.#started?.browser.close();
    await this.#started?.stack.stop();
  }

  get base(): string {
    return this.#parts.stack.base;
  }

  get stack(): SharedStack {
    return this.#parts.stack;
  }

  /** Who has 20 credits for tests and 2 for live calls. */
  get owner(): Person {
    return this.#parts.owner;
  }

  /** 640 × 480 pixels. */
  get photo(): Buffer {
    return this.#parts.photo;
  }

  /** Opens the page for a new visitor, or for somebody who has signed in. */
  async open(options: Parameters<typeof openPage>[2] = desktop, person: Person | null = null): Promise<Page> {
    const { tabs, browser } = this.#parts;
    this.#watched = await (options === desktop ? tabs.open() : openPage(browser, this.base, options));
    const { page } = this.#watched;
    // The browser holds its file dialog back only while somebody listens, and learns of a listener a moment later.
    page.on('filechooser', () => {});
    for (const [name, value] of person?.cookies ?? []) {
      await page.context().addCookies([{ name, value, url: this.base, httpOnly: true }]);
    }
    await page.goto('/');
    await payment(page)
      .filter({ hasText: /Trial|Signed in/ })
      .waitFor();
    return page;
  }

  /** Closes what was opened, which has done nothing that it should not. */
  async close(): Promise<void> {
    const mishaps = this.#watched?.mishaps ?? [];
    await this.#watched?.close();
    this.#watched = null;
    expect(mishaps).toEqual([]);
  }

  give(page: Page, buffer: Buffer = this.photo, name?: string): Promise<void> {
    return page.getByLabel('Choose a photo').setInputFiles(upload(buffer, name));
  }

  get #parts(): Started {
    if (!this.#started) throw new Error('The service was not started yet');
    return this.#started;
  }
}

/** Declares the service and the browser of a block of tests, each of which opens the page once. */
export function declarePlayground(settings: StackSettings = {}): Playground {
  const playground = new Playground(settings);
  beforeAll(() => playground.start());
  afterEach(() => playground.close());
  afterAll(() => playground.stop());
  return playground;
}

/** A bright disc on black, as JPEG: the test network keeps what is bright. */
export function disc(width: number, height: number): Promise<Buffer> {
  const circle = `<circle cx="${width / 2}" cy="${height / 2}" r="${height * 0.3}" fill="#fff"/>`;
  const svg = Buffer.from(`<svg width="${width}" height="${height}">${circle}</svg>`);
  const behind = sharp({ create: { width, height, channels: 3, background: '#000' } });
  return behind
    .composite([{ input: svg }])
    .jpeg()
    .toBuffer();
}

export const upload = (buffer: Buffer, name = 'my disc.jpg') => ({ name, mimeType: 'image/jpeg', buffer });
export const status = (page: Page) => page.locator('#status');
export const payment = (page: Page) => page.locator('#payment-note');
export const alert = (page: Page) => page.getByRole('alert');
export const given = (page: Page) => page.getByRole('img', { name: 'As given' });
export const result = (page: Page) => page.getByRole('img', { name: 'Without its background' });
export const matte = (page: Page) => page.getByRole('img', { name: /^The matte/ });
export const run = (page: Page) => page.getByRole('button', { name: 'Run' });
export const facts = (page: Page) => page.locator('#facts').innerText();
export const code = (page: Page) => page.locator('#code').innerText();
/** What is left in the wallet for tests of who is signed in, as the page says it. */
export const credits = async (page: Page) =>
  Number.parseInt((await page.locator('[data-credit="test"]').textContent()) ?? '', 10);
export const ready = (page: Page) => status(page).filter({ hasText: /ready/ }).waitFor();
export const choose = (page: Page, name: string) =>
  page.getByRole('radio', { name, exact: true }).check({ force: true });
export const chooseKind = (page: Page, name: string) =>
  page.locator('#kinds').getByRole('radio', { name, exact: true }).check({ force: true });
export const chooseSample = (page: Page, name: string) =>
  page.locator('#samples').getByRole('radio', { name }).check({ force: true });
/** What is left of the trial. */
export const left = async (page: Page) =>
  Number(/Trial: (\d+) of/.exec((await payment(page).textContent()) ?? '')?.[1]);
export const naturalSize = (image: Locator) =>
  image.evaluate((img) => [(img as HTMLImageElement).naturalWidth, (img as HTMLImageElement).naturalHeight]);

/** Fetches what an address shows. */
export async function fetchAddress(page: Page, address: string): Promise<void> {
  await page.getByLabel('Or by its address').fill(address);
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
}

export async function saved(page: Page, button: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** Colour of a pixel of what is seen of an element, at a share of its width and height. */
export async function seenAt(target: Locator, x: number, y: number): Promise<readonly number[]> {
  const seen = sharp(await target.screenshot());
  const { width = 1, height = 1 } = await seen.metadata();
  const place = { left: Math.floor(x * (width - 1)), top: Math.floor(y * (height - 1)), width: 1, height: 1 };
  return [...(await seen.extract(place).removeAlpha().raw().toBuffer())];
}

/** The first pixel of a file, as RGBA. */
export async function cornerOf(file: Buffer): Promise<readonly number[]> {
  return [...(await sharp(file).ensureAlpha().extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer())];
}
