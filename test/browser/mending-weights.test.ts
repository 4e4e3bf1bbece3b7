/**
 * A photo that the shipped networks get wrong is mended by one click: by mouse, keyboard and finger. Nothing between the page and
 * the networks is the test's. What `mending.test.ts` says of calls and steps is not said again.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { noBrowser } from '../../testing/chromium.ts';
import { describeWith } from '../run/describe-with.ts';
import { CountedActions } from './counted-actions.ts';
import { credits, declarePlayground, desktop, phone, ready, result, saved, upload } from './playground-page.ts';

/** A cup whose saucer the networks keep. Larger than it is shown, so that the page asks for a small copy first. */
const [widthPx, heightPx] = [2400, 1600];
/** Shares of the picture. */
const saucer = { across: 0.2, down: 0.75 };
/** By how much a value may differ between a small copy and the file scaled down, of 255, and in how many of the samples. */
const [nearby, farShare] = [24, 0.01];

describeWith(noBrowser, 'a photo that the networks get wrong', () => {
  const playground = declarePlayground({ models: 'real', edgeVariables: { POINT_SEGMENTER: 'on' } });
  let photo: Buffer;

  beforeAll(async () => {
    photo = await sharp(inProject('test/fixtures/photos/coffee.png')).resize(widthPx, heightPx).jpeg().toBuffer();
  });

  const note = (page: Page, text: string | RegExp) => page.locator('#mend-note').filter({ hasText: text }).waitFor();
  const download = (page: Page) => page.getByRole('button', { name: 'Download PNG' });

  /** Where a place of the picture is in the window. */
  async function placeOf(page: Page, { across, down }: typeof saucer): Promise<readonly [x: number, y: number]> {
    await page.locator('#picture').scrollIntoViewIfNeeded();
    const box = await page.locator('#picture').boundingBox();
    if (!box) throw new Error('There is no picture');
    return [box.x + across * box.width, box.y + down * box.height];
  }

  /** The pixels of an image as the browser draws it, as PNG. */
  async function drawn(image: Locator): Promise<Buffer> {
    const address = await image.evaluate(async (it) => {
      const { naturalWidth, naturalHeight } = it as HTMLImageElement;
      const canvas = new OffscreenCanvas(naturalWidth, naturalHeight);
      canvas.getContext('2d')?.drawImage(it as HTMLImageElement, 0, 0);
      const reader = new FileReader();
      reader.readAsDataURL(await canvas.convertToBlob({ type: 'image/png' }));
      await new Promise((resolve) => reader.addEventListener('load', resolve));
      return String(reader.result);
    });
    return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
  }

  /** Samples on grey, for colours of what is clear are nobody's; then alpha. */
  async function samplesOf(picture: Buffer, width: number): Promise<readonly [colours: Buffer, alpha: Buffer]> {
    const sized = await sharp(picture).resize({ width }).png().toBuffer();
    return Promise.all([
      sharp(sized).flatten({ background: '#808080' }).raw().toBuffer(),
      sharp(sized).extractChannel('alpha').raw().toBuffer(),
    ]);
  }

  /** The share of samples that differ by more than `least`: of colours, or of alpha where it is larger. */
  async function compared(shown: Buffer, file: Buffer, least: number): Promise<number> {
    const { width = 0 } = await sharp(shown).metadata();
    const [ofShown, ofFile] = await Promise.all([samplesOf(shown, width), samplesOf(file, width)]);
    const counts = ofShown.map((samples, kind) => {
      expect(samples.length).toBe(ofFile[kind].length);
      return samples.reduce((count, sample, at) => count + Number(Math.abs(sample - ofFile[kind][at]) > least), 0);
    });
    return Math.max(...counts.map((count, kind) => count / ofShown[kind].length));
  }

  async function alphaAt(picture: Buffer, { across, down }: typeof saucer): Promise<number> {
    const { width = 0, height = 0 } = await sharp(picture).metadata();
    const place = { left: Math.floor(across * width), top: Math.floor(down * height), width: 1, height: 1 };
    return (await sharp(picture).ensureAlpha().extract(place).raw().toBuffer())[3];
  }

  /** What is shown after a click has it, as a small copy; so has the file, in full size, which is what is shown then. */
  async function expectMended(page: Page, take: () => Promise<Buffer>): Promise<void> {
    const small = await drawn(result(page));
    expect((await sharp(small).metadata()).width).toBeLessThan(widthPx);
    expect(await alphaAt(small, saucer)).toBeLessThan(56);
    const file = await take();
    expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: widthPx, height: heightPx });
    expect(await alphaAt(file, saucer)).toBeLessThan(56);
    expect(await compared(small, file, nearby)).toBeLessThan(farShare);
    // A browser keeps colours with alpha multiplied in.
    expect(await compared(await drawn(result(page)), file, 2)).toBe(0);
  }

  async function expectWrong(page: Page): Promise<void> {
    expect(await alphaAt(await drawn(result(page)), saucer)).toBeGreaterThanOrEqual(200);
  }

  it('by mouse: dropped, clicked, downloaded', async () => {
    const page = await playground.open(desktop, playground.owner);
    const atFirst = await credits(page);
    const actions = new CountedActions();
    await actions.next(() => drop(page, photo));
    await ready(page);
    await expectWrong(page);
    const place = await placeOf(page, saucer);
    await actions.next(() => page.mouse.click(...place));
    await note(page, 'What you clicked goes.');
    await expectMended(page, async () => (await actions.next(() => saved(page, 'Download PNG'))).bytes);
    expect(actions.end('From a photo that fails to its mended cutout, by mouse')).toBe(3);
    await expect.poll(() => credits(page)).toBe(atFirst - 1);
  });

  it('by keyboard: chosen, marked by the cross, downloaded', async () => {
    const page = await playground.open(desktop, playground.owner);
    const actions = new CountedActions();
    await actions.next(async () => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByLabel('Choose a photo').press('Enter'),
      ]);
      await chooser.setFiles(upload(photo, 'cup.jpg'));
    });
    await ready(page);
    await expectWrong(page);
    await actions.next(async () => {
      await page.locator('#viewport').press('d');
      // The cross starts in the middle; a press moves it by 2 %.
      for (let percent = 50; percent > saucer.across * 100; percent -= 2) await page.keyboard.press('ArrowLeft');
      for (let percent = 50; percent < saucer.down * 100; percent += 2) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    });
    await note(page, 'What you clicked goes.');
    await expectMended(page, () =>
      actions.next(async () => {
        await page.keyboard.press('Escape');
        const [file] = await Promise.all([page.waitForEvent('download'), download(page).press('Enter')]);
        return readFileSync(await file.path());
      }),
    );
    expect(actions.end('The same by keyboard')).toBe(3);
  });

  it('by finger: chosen, tapped, downloaded', async () => {
    const page = await playground.open({ ...phone, deviceScaleFactor: 2 }, playground.owner);
    const actions = new CountedActions();
    await actions.next(async () => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByText('Choose a photo').tap()]);
      await chooser.setFiles(upload(photo, 'cup.jpg'));
    });
    await ready(page);
    await expectWrong(page);
    const place = await placeOf(page, saucer);
    await actions.next(() => page.touchscreen.tap(...place));
    await note(page, 'What you clicked goes.');
    await expectMended(page, () =>
      actions.next(async () => {
        const [file] = await Promise.all([page.waitForEvent('download'), download(page).tap()]);
        return readFileSync(await file.path());
      }),
    );
    expect(actions.end('The same by finger')).toBe(3);
  });
});

/** Drops a photo on the page, as a browser would fire it. */
async function drop(page: Page, photo: Buffer): Promise<void> {
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'cup.jpg', { type: 'image/jpeg' }));
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }, photo.toString('base64'));
}
