/** A browser for tests: Debian's Chromium, without its background requests. */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromiumPath, missing } from './needs.ts';

/** Null when there is a browser, else why tests are skipped. */
export const noBrowser: string | null = missing('chromium');

const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // For `Tabs`: a process of its own is most of what a tab takes.
  '--process-per-site',
];

/** For whatever a page is waited for: twice what the driver has by itself. */
const patienceMs = 60_000;

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: quiet });
}

export interface WatchedPage {
  readonly page: Page;
  /** What should never be: requests that leave the service, policy violations, uncaught errors. */
  readonly mishaps: string[];
  /** With what was opened for it alone. */
  close(): Promise<void>;
}

/** A page that notes what it should not do, in a context of its own. */
export async function openPage(browser: Browser, base: string, options: BrowserContextOptions): Promise<WatchedPage> {
  const context = await newContext(browser, base, options);
  return { ...(await watch(context, base)), close: () => context.close() };
}

/**
 * Tabs for one visitor after another: each finds no cookie, nothing stored and no permission of those before. They share the
 * process of a tab that stays, and what the browser has fetched.
 */
export class Tabs {
  readonly #base: string;
  readonly #context: BrowserContext;
  /** Keeps the process alive while no other tab does. */
  readonly #kept: Page;

  private constructor(base: string, kept: Page) {
    this.#base = base;
    this.#context = kept.context();
    this.#kept = kept;
  }

  /** Opens the tab that stays. It ends with the browser. */
  static async of(browser: Browser, base: string, options: BrowserContextOptions): Promise<Tabs> {
    const context = await newContext(browser, base, options);
    const kept = await context.newPage();
    // Any page of the service: this one runs no script.
    await kept.goto('/terms');
    return new Tabs(base, kept);
  }

  /** A new tab. The caller closes it before the next. */
  async open(): Promise<WatchedPage> {
    await this.#context.clearCookies();
    await this.#context.clearPermissions();
    const session = await this.#context.newCDPSession(this.#kept);
    await session.send('Storage.clearDataForOrigin', { origin: this.#base, storageTypes: 'all' });
    await session.detach();
    const watched = await watch(this.#context, this.#base);
    return { ...watched, close: () => watched.page.close() };
  }
}

async function newContext(browser: Browser, base: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, baseURL: base });
  context.setDefaultTimeout(patienceMs);
  return context;
}

async function watch(context: BrowserContext, base: string): Promise<Pick<WatchedPage, 'page' | 'mishaps'>> {
  const page = await context.newPage();
  const mishaps: string[] = [];
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(`${base}/`) && !/^(blob|data):/.test(address)) mishaps.push(`left for ${address}`);
  });
  page.on('pageerror', (error) => mishaps.push(`uncaught ${error.message}`));
  page.on('console', (message) => {
    // A browser reports every answer over 399 as an error; those are what some tests are about.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      mishaps.push(message.text());
    }
  });
  return { page, mishaps };
}
