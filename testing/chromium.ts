/** A browser for tests: Debian's Chromium, without its background requests. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
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
];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: quiet });
}

export interface WatchedPage {
  readonly page: Page;
  /** What should never be: requests that leave the service, policy violations, uncaught errors. */
  readonly mishaps: string[];
}

/** A page that notes what it should not do. */
export async function openPage(browser: Browser, base: string, options: BrowserContextOptions): Promise<WatchedPage> {
  const context = await browser.newContext({ ...options, baseURL: base });
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
