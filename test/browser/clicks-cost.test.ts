/** What clicks on a result cost: one credit for twenty-five of them, and no second one without a yes. The whole service answers. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { noBrowser } from '../../testing/chromium.ts';
import { allMovementsOf, settled } from '../accounts.ts';
import { failedPhoto } from '../effects/scene.ts';
import { describeWith } from '../run/describe-with.ts';
import { credits, declarePlayground, desktop, ready, result, saved } from './playground-page.ts';

/** Larger than it is shown, so that the page asks for a small copy first. */
const [widthPx, heightPx] = [1200, 800];
const [freeClicks, clicks] = [20, 25];
/** Of the arm that the tiny networks lose, as shares of the picture. */
const arm = { left: 0.47, top: 0.27, width: 0.26, height: 0.16 };

describeWith(noBrowser, 'clicks on a result', () => {
  // Without a classifier the picture counts as a photo.
  const playground = declarePlayground({
    models: ['luma', 'colour-parts'],
    edgeVariables: { DEFAULT_RATE_PER_MINUTE: '1000' },
  });

  const note = (page: Page, text: string) => page.locator('#mend-note').filter({ hasText: text }).waitFor();
  const question = (page: Page) => page.getByRole('alert').filter({ hasText: 'costs 1 credit' });

  /** The n-th of the places on the arm, no two of which count as one. */
  async function clickOn(page: Page, n: number): Promise<void> {
    const box = await page.locator('#picture').boundingBox();
    if (!box) throw new Error('There is no picture');
    const [across, down] = [arm.left + ((n % 9) / 8) * arm.width, arm.top + (Math.floor(n / 9) / 3) * arm.height];
    await page.mouse.click(box.x + across * box.width, box.y + down * box.height);
  }

  async function armOf(file: Buffer): Promise<number> {
    const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([widthPx, heightPx]);
    const [x, y] = [arm.left + arm.width / 2, arm.top + arm.height / 2];
    return data[(Math.floor(y * heightPx) * widthPx + Math.floor(x * widthPx)) * 4 + 3];
  }

  it('twenty-five cost one credit; a second one is spent after a yes alone, and pays for further ones', async () => {
    const key = await playground.owner.makeKey();
    const charges = async () => {
      await settled(playground.stack, key);
      return (await allMovementsOf(playground.stack, key)).filter(([kind]) => kind === 'charge').length;
    };
    const before = await charges();
    const page = await playground.open(desktop, playground.owner);
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/playground/image-without-background')) answers.push(response.status());
    });
    const atFirst = await credits(page);
    const photo = await sharp(await failedPhoto('png'))
      .resize(widthPx, heightPx, { kernel: 'nearest' })
      .png()
      .toBuffer();
    await playground.give(page, photo, 'arm.png');
    await ready(page);
    expect(await armOf((await saved(page, 'Download PNG')).bytes)).toBeLessThan(56);
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    for (let n = 0; n < freeClicks; n++) {
      await clickOn(page, n);
      await note(page, 'What you clicked stays.');
    }
    expect([answers, await charges()]).toEqual([Array(1 + freeClicks).fill(200), before + 1]);
    for (let n = freeClicks; n < clicks; n++) {
      await clickOn(page, n);
      await question(page).waitFor();
      await page.getByRole('button', { name: 'Leave it' }).click();
      await note(page, 'Taken back.');
      await expect.poll(() => page.locator('#marks .point').count()).toBe(freeClicks);
    }
    expect(answers.slice(1 + freeClicks)).toEqual(Array(clicks - freeClicks).fill(409));
    // What is shown still comes in full size.
    const seen = await result(page).evaluate((image) => (image as HTMLImageElement).naturalWidth);
    expect(seen).toBeLessThan(widthPx);
    expect(await armOf((await saved(page, 'Download PNG')).bytes)).toBeGreaterThanOrEqual(200);
    expect([await charges(), await credits(page)]).toEqual([before + 1, atFirst - 1]);

    await clickOn(page, clicks);
    await question(page).waitFor();
    await page.getByRole('button', { name: 'Spend 1 credit' }).click();
    await note(page, 'What you clicked stays.');
    await clickOn(page, clicks + 1);
    await note(page, 'What you clicked stays.');
    expect(await charges()).toBe(before + 2);
    await expect.poll(() => credits(page)).toBe(atFirst - 2);
  });
});
