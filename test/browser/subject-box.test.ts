/** The box around the subject, drawn upon the photo by mouse, finger and keyboard, as the call then sends it. */
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, noBrowser, openPage, Tabs } from '../../testing/chromium.ts';
import { describeWith } from '../run/describe-with.ts';
import { type Stack, startStack } from '../stack.ts';
import { accessibilityFindings } from './accessibility.ts';

const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

describeWith(noBrowser, 'the box around the subject', () => {
  let stack: Stack;
  let browser: Browser;
  /** Of the desktop. */
  let tabs: Tabs;
  let photo: Buffer;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack({ edgeVariables: { TRIAL_PER_DAY_TOTAL: '1000' } }), launch()]);
    tabs = await Tabs.of(browser, stack.base, desktop);
    // Two bright discs: the test network keeps what is bright.
    const discs = [120, 360].map((x) => `<circle cx="${x}" cy="180" r="75" fill="#fff"/>`).join('');
    photo = await sharp(Buffer.from(`<svg width="480" height="360"><rect width="480" height="360"/>${discs}</svg>`))
      .jpeg()
      .toBuffer();
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  /** A page with the photo's whole cutout, about to be drawn upon. */
  async function drawing(options: Parameters<typeof openPage>[2], steps: (page: Page) => Promise<void>): Promise<void> {
    const opened = options === desktop ? tabs.open() : openPage(browser, stack.base, options);
    const { page, mishaps, close } = await opened;
    try {
      page.on('filechooser', () => {});
      await page.goto('/');
      await page.locator('#payment-note').filter({ hasText: 'Trial' }).waitFor();
      await page.getByLabel('Choose a photo').setInputFiles({ name: 'two.jpg', mimeType: 'image/jpeg', buffer: photo });
      await ready(page);
      await button(page).click();
      await canvas(page).waitFor();
      await steps(page);
      expect(mishaps).toEqual([]);
    } finally {
      await close();
    }
  }

  const ready = (page: Page) => page.locator('#status').filter({ hasText: /ready/ }).waitFor();
  const button = (page: Page) => page.getByRole('button', { name: 'Choose the subject' });
  const canvas = (page: Page) => page.getByRole('application', { name: /^Box around the subject/ });
  const field = (page: Page) => page.locator('[data-kind="cutout"] [data-option="roi"]');
  const code = (page: Page) => page.locator('#code').innerText();

  /** Runs the call. @returns whether the left and the right disc are left */
  async function left(page: Page): Promise<boolean[]> {
    await page.getByRole('button', { name: 'Run' }).click();
    await ready(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PNG' }).click();
    const { data, info } = await sharp(await (await download).path())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([480, 360]);
    return [120, 360].map((x) => data[(180 * info.width + x) * 4 + 3] > 128);
  }

  it('by mouse', () =>
    drawing(desktop, async (page) => {
      const box = await canvas(page).boundingBox();
      if (!box) throw new Error('Nothing to draw upon');
      await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.1);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.5, { steps: 3 });
      await page.mouse.move(box.x + box.width, box.y + box.height * 0.9);
      await page.mouse.up();
      expect(await field(page).inputValue()).toMatch(
        /^(49\.\d|50(\.\d)?)% (9\.\d|10(\.\d)?)% (99\.\d|100)% (89\.\d|90(\.\d)?)%$/,
      );
      expect(await code(page)).toContain('roi=');
      expect(await canvas(page).isVisible()).toBe(false);
      expect(await left(page)).toEqual([false, true]);
      // It was of that photo.
      await page.getByLabel('Choose a photo').setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: photo });
      await ready(page);
      expect(await field(page).inputValue()).toBe('');
    }));

  it('by finger', () =>
    drawing(phone, async (page) => {
      await canvas(page).scrollIntoViewIfNeeded();
      const box = await canvas(page).boundingBox();
      if (!box) throw new Error('Nothing to draw upon');
      const session = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + box.width * x, y: box.y + box.height * y }],
        });
      await touch('touchStart', 0.02, 0.1);
      await touch('touchMove', 0.3, 0.6);
      await touch('touchMove', 0.49, 0.9);
      await touch('touchEnd');
      await expect.poll(() => field(page).inputValue()).toMatch(/^\d.*%$/);
      expect(await left(page)).toEqual([true, false]);
    }));

  it('by keyboard, and it is gone after Escape', () =>
    drawing(desktop, async (page) => {
      expect(await accessibilityFindings(page)).toEqual([]);
      // From the middle: 25 to the right, so that it ends at the photo's side.
      for (let step = 0; step < 25; step++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Enter');
      expect(await field(page).inputValue()).toBe('50% 25% 100% 76%');
      expect(await button(page).evaluate((it) => it === document.activeElement)).toBe(true);
      expect(await left(page)).toEqual([false, true]);
      await button(page).click();
      await canvas(page).waitFor();
      await page.keyboard.press('Escape');
      expect(await field(page).inputValue()).toBe('');
      expect(await code(page)).not.toContain('roi');
    }));
});
