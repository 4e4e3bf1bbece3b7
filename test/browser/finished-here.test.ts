/** What the page makes of a cutout in the browser, without a second payment, against what the service answers. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, noBrowser, Tabs } from '../../testing/chromium.ts';
import { Person } from '../../testing/person.ts';
import { isAdmission } from '../playground/page.ts';
import { describeWith } from '../run/describe-with.ts';
import { type CreatedKey, type Stack, startStack } from '../stack.ts';

/** What of a person does to the page, and the same as options of the API. */
interface Change {
  readonly does: string;
  readonly options: Readonly<Record<string, string>>;
  set(page: Page): Promise<void>;
}

const choose = (page: Page, name: string) =>
  page.locator('#finish').getByRole('radio', { name, exact: true }).check({ force: true });
const write = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label).fill(text);
  await page.getByLabel(label).blur();
};

const changes: readonly Change[] = [
  { does: 'a white background', options: { background_color: '#ffffff' }, set: (page) => choose(page, 'White') },
  {
    does: 'any colour',
    options: { background_color: '#3366cc' },
    set: (page) => page.getByLabel('Any colour', { exact: true }).fill('#3366cc'),
  },
  {
    does: 'a crop with a margin',
    options: { crop: 'subject', crop_margin: '7%' },
    async set(page) {
      await choose(page, 'Subject');
      await write(page, 'Margin, %', '7');
    },
  },
  { does: 'a shape', options: { aspect: '3:4' }, set: (page) => choose(page, '3:4') },
  { does: 'a share of the canvas', options: { scale: '50' }, set: (page) => write(page, 'Subject takes, %', '50') },
  { does: 'a size', options: { max_size: '150' }, set: (page) => write(page, 'Longest side, px', '150') },
  { does: 'a drop shadow', options: { shadow: 'drop' }, set: (page) => choose(page, 'Drop') },
  { does: 'a contact shadow', options: { shadow: 'contact' }, set: (page) => choose(page, 'Contact') },
  {
    does: 'a preset',
    options: { aspect: '1:1', scale: '85', background_color: '#ffffff', output_format: 'jpeg' },
    set: (page) => page.getByRole('button', { name: 'Marketplace' }).click(),
  },
  { does: 'JPEG', options: { output_format: 'jpeg' }, set: (page) => choose(page, 'JPEG') },
  { does: 'WebP', options: { output_format: 'webp' }, set: (page) => choose(page, 'WebP') },
];

describeWith(noBrowser, 'a cutout that is changed in the browser', () => {
  let stack: Stack;
  let browser: Browser;
  let tabs: Tabs;
  let photo: Buffer;
  let owner: Person;
  let key: CreatedKey;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack({ edgeVariables: { SIGNUP_CREDITS: '50' } }), launch()]);
    tabs = await Tabs.of(browser, stack.base, { viewport: { width: 1280, height: 900 } });
    // Bright, soft and coloured on black: the test network keeps what is bright.
    const glow =
      '<radialGradient id="g"><stop offset=".7" stop-color="#ffe0c0"/><stop offset="1" stop-color="#000"/></radialGradient>';
    const svg = `<svg width="320" height="240"><defs>${glow}</defs><rect width="320" height="240"/><circle cx="120" cy="130" r="80" fill="url(#g)"/></svg>`;
    photo = await sharp(Buffer.from(svg)).jpeg({ quality: 95 }).toBuffer();
    owner = new Person(stack.base);
    await owner.join('owner@example.org', 'a long password', 'Olga');
    key = await stack.createKey({ credits: 50 });
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  /**
   * A page with the finished cutout of the photo.
   * @param steps gets the page, and how many calls it has sent since
   * @param before what is done to the page before it is opened
   */
  async function withCutout(
    steps: (page: Page, calls: () => number) => Promise<void>,
    before?: (page: Page) => Promise<unknown>,
  ): Promise<void> {
    const { page, mishaps, close } = await tabs.open();
    try {
      await before?.(page);
      for (const [name, value] of owner.cookies) {
        await page.context().addCookies([{ name, value, url: stack.base, httpOnly: true }]);
      }
      await page.goto('/');
      await page.locator('#payment-note').filter({ hasText: 'Signed in' }).waitFor();
      await page.getByLabel('Choose a photo').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer: photo });
      await page.locator('#status').filter({ hasText: /ready/ }).waitFor();
      let count = 0;
      page.on('request', (request) => {
        if (request.method() === 'POST' && !isAdmission(request.url())) count++;
      });
      await steps(page, () => count);
      expect(mishaps).toEqual([]);
    } finally {
      await close();
    }
  }

  async function download(page: Page): Promise<Buffer> {
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
    return readFileSync(await file.path());
  }

  async function answered(options: Readonly<Record<string, string>>, path = '/v1.0/image-without-background') {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(photo)]), 'p.jpg');
    for (const [name, value] of Object.entries(options)) form.append(name, value);
    const answer = await fetch(stack.base + path, { method: 'POST', headers: { 'X-API-Key': key.key }, body: form });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Differences as they are seen on black and on white: the largest, and their mean. */
  async function differences(one: Buffer, other: Buffer) {
    const pixels = (file: Buffer) => sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const [ours, theirs] = await Promise.all([pixels(one), pixels(other)]);
    expect([ours.info.width, ours.info.height]).toEqual([theirs.info.width, theirs.info.height]);
    let [most, sum] = [0, 0];
    for (let at = 0; at < ours.data.length; at++) {
      const alphaAt = at - (at % 4) + 3;
      if (at === alphaAt) continue;
      for (const under of [0, 255]) {
        const seen = ({ data }: typeof ours) => (data[at] * data[alphaAt] + under * (255 - data[alphaAt])) / 255;
        const difference = Math.abs(seen(ours) - seen(theirs));
        most = Math.max(most, difference);
        sum += difference;
      }
    }
    return { most, mean: sum / (ours.data.length * 1.5) };
  }

  it('is the file of the service, untouched, where nothing is changed', () =>
    withCutout(async (page) => {
      expect((await download(page)).equals(await answered({}))).toBe(true);
    }));

  describe('is what the service answers, for', () => {
    it.each(changes)('$does', ({ options, set }) =>
      withCutout(async (page, calls) => {
        await set(page);
        await page.locator('#save-note').filter({ hasText: 'in sRGB' }).waitFor();
        const [ours, theirs] = [await download(page), await answered(options)];
        const { most, mean } = await differences(ours, theirs);
        const isLossy = 'output_format' in options;
        // Two encoders that lose something lose it in different places.
        if (isLossy) expect(mean).toBeLessThanOrEqual(2);
        else expect(most).toBeLessThanOrEqual(2);
        expect((await sharp(ours).metadata()).format).toBe((await sharp(theirs).metadata()).format);
        expect(calls()).toBe(0);
      }),
    );

    it('a picture under it', () =>
      withCutout(async (page, calls) => {
        const beach = await sharp({ create: { width: 90, height: 50, channels: 3, background: '#3a7' } })
          .composite([
            { input: { create: { width: 30, height: 50, channels: 3, background: '#fc8' } }, left: 0, top: 0 },
          ])
          .png()
          .toBuffer();
        await page.getByLabel('Picture …').setInputFiles({ name: 'beach.png', mimeType: 'image/png', buffer: beach });
        await page.locator('#save-note').filter({ hasText: 'in sRGB' }).waitFor();
        const ours = await download(page);
        const form = new FormData();
        form.append('file', new Blob([new Uint8Array(photo)]), 'p.jpg');
        form.append('background_image', new Blob([new Uint8Array(beach)]), 'beach.png');
        const headers = { 'X-API-Key': key.key };
        const answer = await fetch(`${stack.base}/v1.0/image-without-background`, {
          method: 'POST',
          headers,
          body: form,
        });
        expect((await differences(ours, Buffer.from(await answer.arrayBuffer()))).most).toBeLessThanOrEqual(2);
        expect(calls()).toBe(0);
      }));

    it('the shape of a matte', () =>
      withCutout(async (page, calls) => {
        await page.locator('#kinds').getByRole('radio', { name: 'Matte' }).check({ force: true });
        await page.getByRole('button', { name: 'Run · 1 credit' }).click();
        await page
          .locator('#status')
          .filter({ hasText: /^Matte ready/ })
          .waitFor();
        await choose(page, '1:1');
        await page.locator('#save-note').filter({ hasText: 'in sRGB' }).waitFor();
        const theirs = await answered({ aspect: '1:1' }, '/v1.0/alpha-channel');
        expect((await differences(await download(page), theirs)).most).toBeLessThanOrEqual(2);
        expect(calls()).toBe(1);
      }));
  });

  it('is the same file, made in a worker or on the page’s own thread', async () => {
    const files: Buffer[][] = [];
    for (const prepare of [undefined, (page: Page) => page.addInitScript('delete globalThis.OffscreenCanvas')]) {
      await withCutout(async (page) => {
        const workers: string[] = [];
        page.on('worker', (worker) => workers.push(new URL(worker.url()).pathname));
        await page.getByRole('button', { name: 'Marketplace' }).click();
        await page.getByRole('button', { name: 'Download JPEG' }).waitFor();
        const jpeg = await download(page);
        await choose(page, 'PNG');
        await page.getByRole('button', { name: 'Download PNG' }).waitFor();
        files.push([jpeg, await download(page)]);
        expect(workers).toEqual(prepare ? [] : Array(2).fill('/scripts/finish-worker.js'));
      }, prepare);
    }
    const [here, there] = files;
    expect(here.map((file, index) => file.equals(there[index]))).toEqual([true, true]);
  });

  it('asks the service for a ZIP, and says what that costs', () =>
    withCutout(async (page, calls) => {
      await choose(page, 'ZIP');
      await page.getByRole('button', { name: 'Run · 1 credit' }).click();
      await page.getByRole('button', { name: 'Download ZIP' }).waitFor();
      expect((await download(page)).subarray(0, 2).toString()).toBe('PK');
      expect(calls()).toBe(1);
      await choose(page, 'PNG');
      await page.getByRole('button', { name: 'Download PNG' }).waitFor();
      expect(calls()).toBe(1);
    }));

  it('keeps own presets under their name', () =>
    withCutout(async (page) => {
      await choose(page, '4:3');
      await page.getByText('Save these options').click();
      await page.getByLabel('Name of the preset').fill('Shop');
      await page.keyboard.press('Enter');
      await page.reload();
      await page.getByRole('button', { name: 'Shop', exact: true }).click();
      expect(await page.locator('#finish').getByRole('radio', { name: '4:3' }).isChecked()).toBe(true);
      await page.getByRole('button', { name: 'Delete Shop' }).click();
      expect(await page.getByRole('button', { name: 'Shop', exact: true }).count()).toBe(0);
    }));
});
