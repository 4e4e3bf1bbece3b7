/** The brush upon a cutout: by mouse, finger and keyboard, in a worker and without one. What is saved is held against what was. */
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, noBrowser, openPage, Tabs } from '../../testing/chromium.ts';
import { describeWith } from '../run/describe-with.ts';
import { type Stack, startStack } from '../stack.ts';
import { accessibilityFindings } from './accessibility.ts';

const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const [widthPx, heightPx] = [480, 360];

interface Pixels {
  readonly data: Buffer;
  /** Of which `data` is made. */
  readonly file: Buffer;
}

describeWith(noBrowser, 'the brush', () => {
  let stack: Stack;
  let browser: Browser;
  /** Of the desktop. */
  let tabs: Tabs;
  let photo: Pixels;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack({ edgeVariables: { TRIAL_PER_DAY_TOTAL: '1000' } }), launch()]);
    tabs = await Tabs.of(browser, stack.base, desktop);
    // A bright disc, which the test network keeps, on a dark gradient, whose every pixel has another colour than black.
    const file = await sharp(
      Buffer.from(`<svg width="${widthPx}" height="${heightPx}"><defs><linearGradient id="g"><stop stop-color="#102030"/>
        <stop offset="1" stop-color="#302010"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>
        <circle cx="240" cy="180" r="90" fill="#fff"/></svg>`),
    )
      .removeAlpha()
      .png()
      .toBuffer();
    photo = { file, data: await sharp(file).ensureAlpha().raw().toBuffer() };
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  const status = (page: Page) => page.getByRole('dialog').getByRole('status');
  const picture = (page: Page) => page.getByRole('application', { name: 'The cutout' });
  const editButton = (page: Page) => page.getByRole('button', { name: 'Edit by hand' });

  /** A page whose cutout is about to be edited; what is saved before and after. */
  async function editing(
    options: Parameters<typeof openPage>[2],
    steps: (page: Page) => Promise<void>,
    prepare: (page: Page) => Promise<unknown> = async () => {},
  ): Promise<{ readonly before: Pixels; readonly after: Pixels }> {
    const opened = options === desktop ? tabs.open() : openPage(browser, stack.base, options);
    const { page, mishaps, close } = await opened;
    try {
      await prepare(page);
      page.on('filechooser', () => {});
      await page.goto('/');
      await page.locator('#payment-note').filter({ hasText: 'Trial' }).waitFor();
      await page.locator('#photo').setInputFiles({ name: 'disc.png', mimeType: 'image/png', buffer: photo.file });
      await page.locator('#status').filter({ hasText: /ready/ }).waitFor();
      const before = await saved(page);
      await editButton(page).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Done' }).and(page.locator(':enabled')).waitFor();
      await steps(page);
      const after = await saved(page);
      expect(mishaps).toEqual([]);
      return { before, after };
    } finally {
      await close();
    }
  }

  async function saved(page: Page): Promise<Pixels> {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download( PNG)?$/ }).click();
    const file = await sharp(await (await download).path()).toBuffer();
    const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([widthPx, heightPx, 4]);
    return { data, file };
  }

  async function finish(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await editButton(page).evaluate((it) => it === document.activeElement)).toBe(true);
  }

  /** Where a pixel of the picture is on the page. */
  async function placeOf(page: Page, x: number, y: number): Promise<readonly [number, number]> {
    const box = await page.locator('[data-part="ground"]').boundingBox();
    if (!box) throw new Error('There is no picture');
    return [box.x + (x / widthPx) * box.width, box.y + (y / heightPx) * box.height];
  }

  /** Draws a line by mouse. */
  async function line(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    await page.mouse.move(...(await placeOf(page, ...from)));
    await page.mouse.down();
    await page.mouse.move(...(await placeOf(page, ...to)), { steps: 8 });
    await page.mouse.up();
  }

  async function reported(page: Page, what: 'Restored' | 'Erased'): Promise<number> {
    await status(page).filter({ hasText: what }).waitFor();
    return Number((await status(page).innerText()).replace(/\D/g, ''));
  }

  function changes({ before, after }: { before: Pixels; after: Pixels }) {
    const places: { readonly x: number; readonly y: number; readonly was: number[]; readonly is: number[] }[] = [];
    for (let at = 0; at < before.data.length; at += 4) {
      const [was, is] = [before, after].map(({ data }) => [...data.subarray(at, at + 4)]);
      if (String(was) === String(is)) continue;
      places.push({ x: (at / 4) % widthPx, y: Math.floor(at / 4 / widthPx), was, is });
    }
    return places;
  }

  const photoAt = (x: number, y: number) => [...photo.data.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 4)];

  it('restores exactly the pixels of a stroke, in the photo’s colours', async () => {
    let count = 0;
    const result = await editing(desktop, async (page) => {
      await page.getByLabel('Stop at edges').uncheck();
      await page.getByRole('slider', { name: 'Hardness' }).fill('100');
      await line(page, [60, 40], [200, 40]);
      count = await reported(page, 'Restored');
      await finish(page);
    });
    const places = changes(result);
    expect(places.length).toBe(count);
    const rows = places.map(({ y }) => y);
    expect(Math.max(...rows.map((y) => Math.abs(y + 0.5 - 40)))).toBeLessThan(20);
    const middle = places.filter(({ x, y }) => y === 40 && x >= 60 && x < 200);
    expect(middle.length).toBe(140);
    for (const { x, y, is } of middle) expect(is).toEqual(photoAt(x, y));
  });

  it('erases by keyboard alone, takes it back, and restores', async () => {
    const result = await editing(desktop, async (page) => {
      expect(await picture(page).evaluate((it) => it === document.activeElement)).toBe(true);
      const strokeByKeys = async () => {
        await page.keyboard.down('Space');
        for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
        await page.keyboard.up('Space');
      };
      await page.keyboard.press('x');
      await strokeByKeys();
      const erased = await reported(page, 'Erased');
      expect(erased).toBeGreaterThan(100);
      await page.keyboard.press('z');
      await status(page).filter({ hasText: 'Undone.' }).waitFor();
      await page.keyboard.press('Shift+Z');
      await status(page).filter({ hasText: 'Done again.' }).waitFor();
      await page.keyboard.press('x');
      for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press(']');
      await strokeByKeys();
      expect(await reported(page, 'Restored')).toBeGreaterThan(100);
      // Strokes are not lost by Escape, which leads to the buttons.
      await page.keyboard.press('Escape');
      await status(page).filter({ hasText: 'Cancel drops them' }).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
    const places = changes(result);
    const middle = places.find(({ x, y }) => x === 240 && y === 180);
    expect(middle?.was[3]).toBeGreaterThan(128);
    expect(middle?.is).toEqual([0, 0, 0, 0]);
    expect(places.filter(({ was, is }) => is[3] > was[3]).length).toBeGreaterThan(100);
  });

  it('keeps the edit under another background, and as the file without one', async () => {
    const choose = (page: Page, name: string) =>
      page.locator('#finish').getByRole('radio', { name, exact: true }).check({ force: true });
    let onBlack: Buffer = Buffer.alloc(0);
    const result = await editing(desktop, async (page) => {
      await page.getByText('Erase', { exact: true }).click();
      await page.getByLabel('Stop at edges').uncheck();
      await line(page, [230, 180], [250, 180]);
      await reported(page, 'Erased');
      await finish(page);
      await choose(page, 'Black');
      await page.locator('#save-note').filter({ hasText: 'in sRGB' }).waitFor();
      expect(await editButton(page).isVisible()).toBe(true);
      onBlack = (await saved(page)).data;
      await choose(page, 'Transparent');
      await page.locator('#save-note').filter({ hasNotText: 'in sRGB' }).waitFor({ state: 'attached' });
    });
    const pixelAt = (data: Buffer, x: number, y: number) => [...data.subarray((y * widthPx + x) * 4).subarray(0, 4)];
    expect(pixelAt(onBlack, 240, 180)).toEqual([0, 0, 0, 255]);
    // The disc beyond the stroke.
    expect(pixelAt(onBlack, 240, 120)[0]).toBeGreaterThan(128);
    expect(pixelAt(result.after.data, 240, 180)).toEqual([0, 0, 0, 0]);
    expect(changes(result).every(({ is, was }) => is[3] < was[3])).toBe(true);
  });

  it('stops at an edge of the photo', async () => {
    const result = await editing(desktop, async (page) => {
      await page.getByText('Erase', { exact: true }).click();
      await page.getByRole('slider', { name: 'Size' }).fill('120');
      await line(page, [240, 105], [240, 104]);
      await reported(page, 'Erased');
      await page.getByText('Restore', { exact: true }).click();
      await line(page, [240, 105], [240, 104]);
      await reported(page, 'Restored');
      await finish(page);
    });
    const [was, is] = [result.before, result.after].map(
      ({ data }) =>
        (y: number) =>
          data[(y * widthPx + 240) * 4 + 3],
    );
    // Background that the brush went over, ten pixels from the disc, is as it was.
    expect(Math.abs(is(80) - was(80))).toBeLessThan(8);
    expect(is(104)).toBe(255);
  });

  it('makes the same without OffscreenCanvas, on the thread of the page', async () => {
    const steps = async (page: Page) => {
      await line(page, [60, 40], [300, 120]);
      await reported(page, 'Restored');
      await finish(page);
    };
    const [inWorker, onPage] = [
      await editing(desktop, steps),
      await editing(desktop, steps, (page) =>
        page.addInitScript(() => {
          Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
          Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
        }),
      ),
    ];
    expect(changes(onPage).length).toBeGreaterThan(100);
    expect(onPage.after.data.equals(inWorker.after.data)).toBe(true);
  });

  it('takes one finger for a stroke, and two to move the picture', async () => {
    let count = 0;
    const result = await editing(phone, async (page) => {
      const session = await page.context().newCDPSession(page);
      const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: (readonly [number, number])[]) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: places.map(([x, y]) => ({ x, y })) });
      const [one, two] = [await placeOf(page, 150, 60), await placeOf(page, 330, 60)];
      const zoom = () => page.locator('[data-part="zoom"]').innerText();
      const before = await zoom();
      await touch('touchStart', one);
      await touch('touchStart', one, two);
      await touch('touchMove', [one[0] - 40, one[1]], [two[0] + 40, two[1]]);
      await touch('touchEnd');
      await expect.poll(zoom).not.toBe(before);
      expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
      const [from, to] = [await placeOf(page, 200, 60), await placeOf(page, 260, 60)];
      await touch('touchStart', from);
      await touch('touchMove', to);
      await touch('touchEnd');
      count = await reported(page, 'Restored');
      await finish(page);
    });
    expect(changes(result).length).toBe(count);
  });

  it('has nothing that axe-core finds, before and after a stroke, and changes nothing by Cancel', async () => {
    const result = await editing(desktop, async (page) => {
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.setViewportSize(desktop.viewport);
      await line(page, [60, 40], [100, 40]);
      await reported(page, 'Restored');
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
    expect(result.after.file.equals(result.before.file)).toBe(true);
  });
});
