/**
 * A result that lost a part is mended by one click: by mouse, finger and keyboard. Calls go to the whole service, but for those with
 * points; what they make is the test's.
 */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { noBrowser } from '../../testing/chromium.ts';
import { drawnRings } from '../effects/scene.ts';
import { describeWith } from '../run/describe-with.ts';
import { accessibilityFindings } from './accessibility.ts';
import { CountedActions } from './counted-actions.ts';
import { credits, declarePlayground, desktop, phone, ready, saved } from './playground-page.ts';

const [widthPx, heightPx] = [1600, 1200];
/** What is kept at first, and what is lost. Shares of the picture. */
const [bright, dim] = [
  [0.25, 0.5],
  [0.75, 0.5],
] as const;

interface Asked {
  readonly keep: string | null;
  readonly drop: string | null;
  readonly mostPx: number | null;
  readonly key: string | null;
}

describeWith(noBrowser, 'a result that is wrong', () => {
  // Where points are offered, the session of the test says so.
  const playground = declarePlayground({ edgeVariables: { POINT_SEGMENTER: 'off' } });
  let photo: Buffer;
  let opened: Page | null = null;

  // The page asks who is there after each call: an answer that is still on its way would miss its page.
  afterEach(async () => {
    await opened?.unrouteAll({ behavior: 'wait' });
    opened = null;
  });
  beforeAll(async () => {
    photo = await sharp(Buffer.from(discs('#000', '#fff', '#222')))
      .jpeg()
      .toBuffer();
  });

  const discs = (behind: string, one: string, other: string) =>
    `<svg width="${widthPx}" height="${heightPx}"><rect width="100%" height="100%" fill="${behind}"/>
    ${[bright, dim].map(([x, y], index) => `<circle cx="${x * widthPx}" cy="${y * heightPx}" r="240" fill="${[one, other][index]}"/>`).join('')}</svg>`;

  /** Opens the page for somebody who is signed in. @returns it, and what was asked with points */
  async function open(options: Parameters<typeof playground.open>[0] = desktop) {
    const asked: Asked[] = [];
    const page = await playground.open(options, playground.owner);
    opened = page;
    await page.route('**/playground/session', async (route) => {
      const session = await (await route.fetch()).json();
      await route.fulfill({ json: { ...session, takes_points: true } });
    });
    await page.route('**/playground/image-without-background', async (route) => {
      const request = route.request();
      const body = request.postDataBuffer()?.toString('latin1') ?? '';
      const part = (name: string) => new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(body)?.[1] ?? null;
      const [keep, drop, most] = ['keep_points', 'drop_points', 'max_size'].map(part);
      const cutout = sharp(Buffer.from(discs('none', drop ? 'none' : '#fff', keep ? '#222' : 'none'))).ensureAlpha();
      if (keep === null && drop === null) {
        // Paid by the service, and without one of the discs.
        const response = await route.fetch();
        const body = await cutout.png().toBuffer();
        return route.fulfill({ body, headers: { ...response.headers(), 'content-length': String(body.length) } });
      }
      asked.push({
        ...{ keep, drop, mostPx: most === null ? null : Number(most) },
        key: request.headers()['idempotency-key'],
      });
      if (most !== null) cutout.resize({ width: Number(most) });
      return route.fulfill({
        contentType: 'image/png',
        headers: {
          'X-Input-Dimensions': `${widthPx},${heightPx}`,
          ...(most !== null && { 'X-Output-Dimensions': `${most},${(Number(most) * heightPx) / widthPx}` }),
        },
        body: await cutout.png().toBuffer(),
      });
    });
    await page.reload();
    await page.locator('#payment-note').filter({ hasText: 'Signed in' }).waitFor();
    return { page, asked };
  }

  const note = (page: Page, text: string) => page.locator('#mend-note').filter({ hasText: text }).waitFor();
  const give = (page: Page, buffer = photo) =>
    page.getByLabel('Choose a photo').setInputFiles({ name: 'discs.jpg', mimeType: 'image/jpeg', buffer });
  const tool = (page: Page, name: 'Keep' | 'Drop') => page.getByRole('button', { name, exact: true });

  async function placeOf(page: Page, [across, down]: readonly [number, number]): Promise<readonly [number, number]> {
    await page.locator('#picture').scrollIntoViewIfNeeded();
    const box = await page.locator('#picture').boundingBox();
    if (!box) throw new Error('There is no picture');
    return [box.x + across * box.width, box.y + down * box.height];
  }

  /** How opaque a file is where the discs are. */
  async function alphaOf(file: Buffer): Promise<number[]> {
    const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([widthPx, heightPx]);
    return [bright, dim].map(([x, y]) => data[(y * heightPx * info.width + x * widthPx) * 4 + 3]);
  }

  it('by mouse: three actions, and the file is in full size', async () => {
    const { page, asked } = await open();
    const atFirst = await credits(page);
    const actions = new CountedActions();
    await actions.next(() => give(page));
    await ready(page);
    await page.getByText('Something wrong? Click what should stay or go.').waitFor();
    // The page asks what is left once the picture is there.
    await expect.poll(() => credits(page)).toBe(atFirst - 1);
    const [x, y] = await placeOf(page, dim);
    await actions.next(() => page.mouse.click(x, y));
    await note(page, 'What you clicked stays.');
    const { bytes } = await actions.next(() => saved(page, 'Download PNG'));
    expect(actions.end('From the page to a mended cutout')).toBe(3);
    expect(await alphaOf(bytes)).toEqual([255, 255]);
    const [shown, whole] = asked;
    expect(shown.keep).toMatch(/^7[45]\.?\d*% (49|50)\.?\d*%$/);
    expect([shown.drop, whole.keep, whole.mostPx, asked.length]).toEqual([null, shown.keep, null, 2]);
    expect(shown.mostPx).toBeLessThan(1200);
    expect([shown.key, typeof shown.key]).toEqual([whole.key, 'string']);
    expect(await credits(page)).toBe(atFirst - 1);
    // On what is there it says the opposite, and both are taken back one by one without a call.
    await page.mouse.click(...(await placeOf(page, bright)));
    await note(page, 'What you clicked goes.');
    expect(asked.at(-1)).toMatchObject({ keep: shown.keep, drop: expect.stringMatching(/^2[45]/) });
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.click();
    await expect.poll(() => page.locator('#marks .point').count()).toBe(1);
    await undo.click();
    await undo.waitFor({ state: 'hidden' });
    expect(await alphaOf((await saved(page, 'Download PNG')).bytes)).toEqual([255, 0]);
    expect(asked).toHaveLength(3);
  });

  it('by keyboard, with a cross that screen readers hear of', async () => {
    const { page, asked } = await open();
    await give(page);
    await ready(page);
    await tool(page, 'Keep').focus();
    await page.keyboard.press('k');
    for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await note(page, '74 % from the left, 50 % from the top.');
    await page.keyboard.press('Enter');
    await note(page, 'What you clicked stays.');
    expect(asked[0].keep).toMatch(/^74\.[12]\d*% (49\.9|50)\d*%$/);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.setViewportSize(desktop.viewport);
    await page.keyboard.press('Escape');
    expect(await tool(page, 'Keep').evaluate((it) => it === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Download PNG' }).focus();
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect(await alphaOf(await sharp(await (await download).path()).toBuffer())).toEqual([255, 255]);
  });

  it('by finger, while a finger that moves still compares before and after', async () => {
    const { page, asked } = await open(phone);
    await give(page);
    await ready(page);
    const [x, y] = await placeOf(page, dim);
    await page.touchscreen.tap(x, y);
    await note(page, 'What you clicked stays.');
    expect(asked).toHaveLength(1);
    const line = () => page.locator('#split').inputValue();
    expect(await line()).toBe('50');
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: number[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: places.map((left) => ({ x: left, y })) });
    await touch('touchStart', x);
    await touch('touchMove', x - 20);
    await touch('touchMove', x - 60);
    await touch('touchEnd');
    await expect.poll(line).not.toBe('50');
    expect(asked).toHaveLength(1);
  });

  it('has its holes open or filled, by a choice that costs nothing and is undone', async () => {
    const page = await playground.open(desktop, playground.owner);
    const atFirst = await credits(page);
    await give(page, await drawnRings('png'));
    await ready(page);
    await expect.poll(() => credits(page)).toBe(atFirst - 1);
    /** How opaque the empty ring and the one with a sign in it are inside, in the file. */
    const insides = async () => {
      const { bytes } = await saved(page, 'Download PNG');
      const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      return [30, 80].map((x) => data[(40 * info.width + x) * 4 + 3]);
    };
    expect(await insides()).toEqual([0, 255]);
    const holes = page.getByRole('group', { name: 'Holes' });
    const choose = (name: string) => holes.getByRole('radio', { name }).check({ force: true });
    await choose('Open');
    await note(page, 'Holes are open.');
    expect(await insides()).toEqual([0, 0]);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.setViewportSize(desktop.viewport);
    await choose('Filled');
    await note(page, 'Holes are filled.');
    expect(await insides()).toEqual([255, 255]);
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.click();
    await expect.poll(() => holes.getByRole('radio', { name: 'Open' }).isChecked()).toBe(true);
    await undo.click();
    await undo.waitFor({ state: 'hidden' });
    expect(await insides()).toEqual([0, 255]);
    expect(await credits(page)).toBe(atFirst - 1);
  });

  it('is not mended where the service takes no points: the tools are not there', async () => {
    const page = await playground.open(desktop, playground.owner);
    await give(page);
    await ready(page);
    await page.getByRole('button', { name: 'Edit by hand' }).waitFor();
    expect(await tool(page, 'Keep').isVisible()).toBe(false);
    expect(await page.locator('#mend-question').isVisible()).toBe(false);
  });
});
