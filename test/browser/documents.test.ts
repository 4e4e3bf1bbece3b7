/** Pages for everybody in a browser: whether everybody can read them, what texts show, and where their links lead. */
import { Window } from 'happy-dom';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { pageLists } from '../../src/pages/site/map/page-lists.ts';
import { launch, noBrowser, openPage, type WatchedPage } from '../../testing/chromium.ts';
import { describeWith } from '../run/describe-with.ts';
import { sharedStack } from '../service.ts';
import type { SharedStack } from '../stack.ts';
import { accessibilityFindings } from './accessibility.ts';

const paths = [pageLists.public, pageLists.status].flatMap(({ pages }) => pages.map(({ path }) => path));

describeWith(noBrowser, 'pages for everybody', () => {
  let stack: SharedStack;
  let browser: Browser;
  let watched: WatchedPage;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([sharedStack(), launch()]);
    watched = await openPage(browser, stack.base, {});
  });
  afterAll(() => browser?.close());
  afterEach(() => {
    expect(watched.mishaps.splice(0)).toEqual([]);
  });

  /** Opens a page in the one tab of this file, as a desktop shows it. */
  async function open(path: string, status = 200): Promise<Page> {
    const { page } = watched;
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null });
    const answer = await page.goto(path, { waitUntil: 'networkidle' });
    expect(answer?.status()).toBe(status);
    return page;
  }

  it.each(paths)('%s can be read by everybody, also from right to left', async (path) => {
    const page = await open(path);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const overflow = await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
      return document.documentElement.scrollWidth - window.innerWidth;
    });
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it('a page that is not there can be read by everybody, and leads on', async () => {
    const page = await open('/docs/no-such-page', 404);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Guide' }).click();
    await page.getByRole('heading', { name: 'Quick start', level: 1 }).waitFor();
  });

  it('a table of which each row is a card on a phone says the heads of its columns once', async () => {
    const page = await open('/docs/failed-calls');
    await page.setViewportSize({ width: 390, height: 844 });
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const named = (wanted: string) =>
      nodes.filter(({ role }) => role?.value === wanted).map(({ name }) => String(name?.value));
    expect(named('columnheader')).toContain('Costs');
    expect(named('cell')).toContain('Nothing');
    expect(named('cell').filter((name) => /^(Costs|What to do|Proved by)/.test(name))).toEqual([]);
  });

  it('tabs stay in one line on a phone, and that of the page is in view', async () => {
    const page = await open('/');
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [path, name] of [
      ['/', 'Playground'],
      ['/prices', 'Prices'],
    ]) {
      await page.goto(path);
      const tabs = page.getByRole('navigation', { name: 'Site' }).getByRole('link');
      const tops = await tabs.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
      expect(new Set(tops).size).toBe(1);
      const isSeen = await tabs.filter({ hasText: name }).evaluate((tab) => {
        const { left, right } = tab.getBoundingClientRect();
        return left >= 0 && right <= window.innerWidth;
      });
      expect([path, isSeen]).toEqual([path, true]);
    }
  });

  it('nothing moves for somebody who asks for that', async () => {
    const page = await open('/');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) =>
        [undefined, '::before', '::after'].flatMap((part) => {
          const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element, part);
          const still = animationName === 'none' && /^0s(, 0s)*$/.test(transitionDuration) && scrollBehavior === 'auto';
          return still ? [] : [`${element.tagName} ${element.className} ${part ?? ''}`];
        }),
      ),
    );
    expect(moving).toEqual([]);
  });

  it('a page of the guide is printed as text alone, dark on white', async () => {
    const page = await open('/docs/guide/errors');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const name of ['Site', 'Guide', 'About'])
      expect(await page.getByLabel(name, { exact: true }).isVisible()).toBe(false);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Errors', level: 1 }).isVisible()).toBe(true);
    const colours = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return [backgroundColor, color];
    });
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  });

  it('the reference lists every operation, and leads from its errors to what to do', async () => {
    const page = await open('/docs');
    for (const { summary } of operations) await page.getByRole('link', { name: summary, exact: true }).waitFor();
    await page.getByRole('link', { name: 'Cut out the subject, as a PNG' }).click();
    const operation = page.getByRole('article', { name: 'Cut out the subject, as a PNG' });
    await operation.getByRole('link', { name: 'INSUFFICIENT_CREDITS' }).click();
    await page.waitForURL('**/docs/reference/errors#insufficient_credits');
    await page.getByRole('region', { name: 'INSUFFICIENT_CREDITS' }).getByText('What to do about it').click();
    await page.waitForURL('**/docs/guide/errors#insufficient_credits');
    expect(await page.locator('tr:target').textContent()).toContain('top up');
  });

  it('the former address of an operation leads to where it is now', async () => {
    const page = await open('/docs#car-layers-base64');
    await page.waitForURL('**/docs/reference/cars#car-layers-base64');
    await page.getByRole('heading', { name: 'Car cutout, shadow and view angles, in JSON' }).waitFor();
  });

  it('a language is chosen with the keyboard, for every sample of the page', async () => {
    const page = await open('/docs/reference/cutouts');
    const shown = () =>
      page
        .locator('.samples pre')
        .evaluateAll((all) => all.filter((each) => each.checkVisibility()).map(({ id }) => id));
    expect(await shown()).toEqual(['image-without-background-curl', 'image-without-background-base64-curl']);
    await page.getByRole('radio', { name: 'curl' }).first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await shown()).toEqual([
      'image-without-background-TypeScript',
      'image-without-background-base64-TypeScript',
    ]);
  });

  it('a field is found with the keyboard alone', async () => {
    const page = await open('/docs/guide');
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('background_col');
    await page.getByRole('status').filter({ hasText: 'found' }).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/reference/cutouts#image-without-background.background_color');
    expect(await page.locator(':target').textContent()).toContain('background_color');
  });

  it('a search works where no script runs', async () => {
    const context = await browser.newContext({ baseURL: stack.base, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/docs');
    await page.getByRole('searchbox').fill('X-Needs-Review');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('main').getByRole('link', { name: 'X-Needs-Review', exact: true }).click();
    await page.waitForURL('**/docs/reference/headers#x-needs-review');
    await context.close();
  });

  it('the button that copies covers no text', async () => {
    const page = await open('/docs/guide/operations');
    for (const path of ['/docs/guide/operations', '/docs/reference/cutouts', '/docs/reference/removebg']) {
      await page.goto(path);
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const covered = await page.locator('.samples').evaluateAll((all) =>
          all.filter((sample) => {
            const text = [...sample.querySelectorAll('pre')].find((pre) => pre.checkVisibility());
            const button = [...sample.querySelectorAll('button')].find((each) => each.checkVisibility());
            if (!text || !button) return true;
            return button.getBoundingClientRect().bottom > text.getBoundingClientRect().top;
          }),
        );
        expect(covered).toEqual([]);
      }
    }
  });

  it('every link of the guide leads somewhere', async () => {
    const pages = new Map<string, string>();
    const textOf = async (address: string) => {
      const known = pages.get(address);
      if (known !== undefined) return known;
      const answer = await fetch(address, { redirect: 'manual' });
      expect([200, 302, 303], address).toContain(answer.status);
      const text = await answer.text();
      pages.set(address, text);
      return text;
    };
    const seen = new Set<string>();
    for (const path of paths.filter((each) => each.startsWith('/docs'))) {
      const address = stack.base + path;
      const { document } = new Window({ url: address });
      document.write(await textOf(address));
      for (const link of document.querySelectorAll('main a[href]')) {
        const { href } = new URL(link.getAttribute('href') ?? '', address);
        if (href.startsWith(stack.base)) seen.add(href);
      }
    }
    for (const link of seen) {
      const [address, anchor] = link.split('#');
      const text = await textOf(address);
      if (anchor) expect(text, link).toContain(`id="${anchor}"`);
    }
    expect(seen.size).toBeGreaterThan(40);
  });

  it('a sample is copied by its button', async () => {
    const page = await open('/docs/guide');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    // Said for two seconds: who begins to wait after the click may come too late.
    const said = page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await said;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${stack.base}/v1.0/`);
  });
});
