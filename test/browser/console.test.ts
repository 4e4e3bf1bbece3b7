/** The page at `/` as a visitor uses it, against the whole service. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../stack.ts';
import { launch, noBrowser, openPage, type WatchedPage } from './chromium.ts';

const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const fixtures = 'test/fixtures/pictures/input';

describe.skipIf(noBrowser)(`the pages${noBrowser ? ` (skipped: ${noBrowser})` : ''}`, () => {
  let stack: Stack;
  let browser: Browser;
  let photo: Buffer;
  let watched: WatchedPage | null = null;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack(), launch()]);
    // A bright disc on black: the test network keeps what is bright.
    const disc = Buffer.from('<svg width="640" height="480"><circle cx="320" cy="240" r="150" fill="#fff"/></svg>');
    const ground = sharp({ create: { width: 640, height: 480, channels: 3, background: '#000' } });
    photo = await ground
      .composite([{ input: disc }])
      .jpeg()
      .toBuffer();
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });
  afterEach(async () => {
    const mishaps = watched?.mishaps ?? [];
    await watched?.page.context().close();
    watched = null;
    expect(mishaps).toEqual([]);
  });

  async function open(path = '/', options: Parameters<typeof openPage>[2] = desktop): Promise<Page> {
    watched = await openPage(browser, stack.base, options);
    // The browser holds its file dialog back only while somebody listens, and learns of a listener a moment later: one
    // that comes with the key press may come too late.
    watched.page.on('filechooser', () => {});
    await watched.page.goto(path);
    return watched.page;
  }

  const newKey = async (credits = 20) => (await stack.createKey({ credits })).key;
  const upload = (buffer: Buffer, name = 'my disc.jpg') => ({ name, mimeType: 'image/jpeg', buffer });
  const keyField = (page: Page) => page.getByLabel('API key', { exact: true });
  const keyNote = (page: Page) => page.locator('#key-note');
  const status = (page: Page) => page.getByRole('status');
  const picture = (page: Page, name: string | RegExp) => page.getByRole('img', { name });
  const cutout = (page: Page) => picture(page, 'The photo without its background');
  const matte = (page: Page) => picture(page, /^The matte/);

  async function useKey(page: Page, key: string): Promise<void> {
    await keyField(page).fill(key);
    await keyField(page).press('Enter');
  }

  describe('by keyboard, on a desktop', () => {
    it('makes, shows and saves cutout and matte', async () => {
      const page = await open();
      const key = await newKey();
      const focused = () =>
        page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim());
      const order: unknown[] = [];
      for (let step = 0; step < 6; step++) {
        await page.keyboard.press('Tab');
        order.push(await focused());
      }
      expect(order).toEqual(['Edgematte', 'API reference', 'OpenAPI', 'key', 'key-show', 'photo']);

      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.type(key);
      await page.keyboard.press('Enter');
      await expect.poll(() => keyNote(page).textContent()).toMatch(/^20 credits left, until \d+ \w+ \d{4}\.$/);

      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
      await chooser.setFiles(upload(photo));
      await cutout(page).waitFor();
      expect(await status(page).textContent()).toMatch(/^Cutout ready after [\d.]+ m?s\.$/);
      await expect.poll(() => keyNote(page).textContent()).toMatch(/^19 credits left/);
      expect(await page.locator('#facts').innerText()).toMatch(/Size\s+640 × 480 pixels/);

      // The background switch is one stop; arrows move inside it.
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('checker');
      const backdrop = () => page.locator('#stages').getAttribute('data-backdrop');
      for (const expected of ['white', 'black', 'red', 'checker']) {
        await page.keyboard.press('ArrowRight');
        expect(await backdrop()).toBe(expected);
      }

      await page.keyboard.press('Tab');
      const [cutoutFile] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
      expect(cutoutFile.suggestedFilename()).toBe('my disc-cutout.png');
      const saved = sharp(await cutoutFile.path());
      expect(await saved.metadata()).toMatchObject({ format: 'png', width: 640, height: 480, channels: 4 });

      await page.keyboard.press('Tab');
      expect(await focused()).toBe('matte-ask');
      await page.keyboard.press('Enter');
      await matte(page).waitFor();
      expect(await status(page).textContent()).toMatch(/^Matte ready/);
      await expect.poll(() => keyNote(page).textContent()).toMatch(/^18 credits left/);
      const [matteFile] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download matte' }).press('Enter'),
      ]);
      expect(matteFile.suggestedFilename()).toBe('my disc-matte.png');
      const alpha = await sharp(await cutoutFile.path())
        .extractChannel(3)
        .raw()
        .toBuffer();
      const grey = await sharp(await matteFile.path())
        .extractChannel(0)
        .raw()
        .toBuffer();
      expect(grey.equals(alpha)).toBe(true);
    });

    it('hides the key until asked, and never stores it', async () => {
      const page = await open();
      await useKey(page, await newKey());
      const hidden = () =>
        keyField(page).evaluate((field) => getComputedStyle(field).getPropertyValue('-webkit-text-security'));
      expect(await hidden()).toBe('disc');
      await page.getByRole('button', { name: 'Show' }).press('Space');
      expect(await hidden()).toBe('none');
      expect(await page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length)).toBe(0);
      await page.reload();
      expect(await keyField(page).inputValue()).toBe('');
    });

    it('copies the terminal line', async () => {
      const page = await open();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      // It is said for two seconds only.
      const copiedSaid = page.getByRole('button', { name: 'Copied' }).waitFor();
      await page.getByRole('button', { name: 'Copy' }).press('Enter');
      await copiedSaid;
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toMatch(new RegExp(`^curl -f ${stack.base}/v1.0/image-without-background `));
      expect(copied).toContain('$EDGEMATTE_KEY');
    });
  });

  describe('by file field, on a phone 360 pixels wide', () => {
    it('makes and shows cutout and matte without scrolling sideways', async () => {
      const page = await open('/', phone);
      await useKey(page, await newKey());
      await page.getByLabel('Choose a photo').setInputFiles(upload(photo, `${'a-long-name-'.repeat(20)}.jpg`));
      await cutout(page).waitFor();
      await page.getByRole('button', { name: 'Make the matte, 1 credit' }).tap();
      await matte(page).waitFor();
      const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(await overhang()).toBe(0);
      await page.getByRole('radio', { name: 'Red' }).check();
      const behind = await page.locator('#cutout').evaluate((stage) => getComputedStyle(stage).backgroundColor);
      expect(behind).toBe('rgb(229, 38, 31)');
      for (const button of await page.locator('button:visible, label.button').all()) {
        const box = await button.boundingBox();
        expect(box?.height, await button.innerText()).toBeGreaterThanOrEqual(44);
      }
    });
  });

  describe('other ways in', () => {
    /** Runs a drop or a paste of the photo, as the browser would fire it. */
    async function give(page: Page, kind: 'drop' | 'paste'): Promise<void> {
      await page.evaluate(
        ([bytes, type]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(bytes)], 'given.jpg', { type: 'image/jpeg' }));
          const settings = { bubbles: true, cancelable: true };
          const event =
            type === 'drop'
              ? new DragEvent('drop', { ...settings, dataTransfer: transfer })
              : new ClipboardEvent('paste', { ...settings, clipboardData: transfer });
          document.body.dispatchEvent(event);
        },
        [[...photo], kind] as const,
      );
    }

    it.each(['drop', 'paste'] as const)('takes a %s', async (kind) => {
      const page = await open();
      await useKey(page, await newKey());
      await give(page, kind);
      await cutout(page).waitFor();
      expect(await page.locator('#curl').textContent()).toContain('-o given-cutout.png');
    });

    it('asks for a key and goes on once it is there', async () => {
      const page = await open();
      await page.getByLabel('Choose a photo').setInputFiles(upload(photo));
      await picture(page, 'The photo as given').waitFor();
      expect(await keyNote(page).textContent()).toBe('Enter an API key to go on with this photo.');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('key');
      await useKey(page, await newKey());
      await cutout(page).waitFor();
    });

    it('starts again with another key after one that was refused, and never because a key changed', async () => {
      const page = await open();
      const [first, second] = [await newKey(), await newKey()];
      await page.getByLabel('Choose a photo').setInputFiles(upload(photo));
      await useKey(page, 'test_nothing');
      await page.getByRole('alert').waitFor();
      await useKey(page, first);
      await cutout(page).waitFor();
      await useKey(page, second);
      await expect.poll(() => keyNote(page).textContent()).toMatch(/^20 credits left/);
      await page.waitForLoadState('networkidle');
      expect([await stack.credit(first), await stack.credit(second)]).toEqual([19, 20]);
    });

    it('shows a turned photo upright', async () => {
      const page = await open();
      await useKey(page, await newKey());
      const turned = await sharp(photo).withMetadata({ orientation: 6 }).jpeg().toBuffer();
      await page.getByLabel('Choose a photo').setInputFiles(upload(turned));
      await cutout(page).waitFor();
      expect(await page.locator('#facts').innerText()).toMatch(/480 × 640 pixels/);
      for (const shown of [picture(page, 'The photo as given'), cutout(page)]) {
        const shape = await shown.evaluate((canvas) => [canvas.getAttribute('width'), canvas.getAttribute('height')]);
        expect(shape).toEqual(['480', '640']);
      }
    });

    it('makes a cutout of a format that the browser cannot show', async () => {
      const page = await open();
      await useKey(page, await newKey());
      const tiff = await sharp(photo).tiff().toBuffer();
      await page
        .getByLabel('Choose a photo')
        .setInputFiles({ name: 'scan.tiff', mimeType: 'image/tiff', buffer: tiff });
      await cutout(page).waitFor();
      const original = () => page.locator('#original').textContent();
      await expect.poll(original).toContain('This browser cannot show the format.');
    });

    it('keeps the last of two photos given in a row, and no picture in memory that is not shown', async () => {
      const page = await open();
      await page.addInitScript(() => {
        const made = new Set<string>();
        const { createObjectURL, revokeObjectURL } = URL;
        URL.createObjectURL = (file: Blob) => {
          const address = createObjectURL(file);
          made.add(address);
          return address;
        };
        URL.revokeObjectURL = (address: string) => {
          made.delete(address);
          revokeObjectURL(address);
        };
        Object.assign(globalThis, { openAddresses: made });
      });
      await page.reload();
      await useKey(page, await newKey());
      const field = page.getByLabel('Choose a photo');
      await field.setInputFiles(upload(photo, 'first.jpg'));
      await field.setInputFiles(upload(await sharp(photo).resize(320, 240).jpeg().toBuffer(), 'second.jpg'));
      await cutout(page).waitFor();
      expect(await page.locator('#facts').innerText()).toMatch(/320 × 240 pixels/);
      expect(await page.locator('#curl').textContent()).toContain('second-cutout.png');
      await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'openAddresses').size)).toBe(0);
    });
  });

  describe('errors', () => {
    const alert = (page: Page) => page.getByRole('alert');

    it('says that a key is not valid', async () => {
      const page = await open();
      await useKey(page, 'test_nothing');
      await expect.poll(() => keyNote(page).textContent()).toBe('Invalid API Key');
      expect(await keyField(page).getAttribute('aria-invalid')).toBe('true');
    });

    it('says what is wrong with a file, and that it cost nothing', async () => {
      const page = await open();
      const key = await newKey();
      await useKey(page, key);
      const text = Buffer.from('not a picture');
      await page.getByLabel('Choose a photo').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: text });
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toMatch(
        /^Unsupported Media Type\. Supported formats are: [\s\S]*This call cost nothing\.[\s\S]*415 · UNSUPPORTED_MEDIA_TYPE · request /,
      );
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      expect(await stack.credit(key)).toBe(20);

      const broken = readFileSync(`${fixtures}/jpeg-baseline.jpg`).subarray(0, 400);
      await page.getByLabel('Choose a photo').setInputFiles(upload(broken));
      await expect.poll(() => alert(page).innerText()).toMatch(/422 · INVALID_IMAGE/);
      expect(await stack.credit(key)).toBe(20);
    });

    it('says that the credits are used up', async () => {
      const page = await open();
      await useKey(page, await newKey(0));
      await page.getByLabel('Choose a photo').setInputFiles(upload(photo));
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toContain('Insufficient credit. Please top up API credits.');
      await expect.poll(() => keyNote(page).textContent()).toMatch(/^0 credits left/);
    });

    it('says the rate limit and goes on when asked to try again', async () => {
      const page = await open();
      await useKey(page, await newKey());
      let refusals = 1;
      await page.route('**/v1.0/image-without-background', async (route) => {
        if (refusals-- <= 0) return route.continue();
        const message = 'Rate limit exceeded. Please try again later';
        const json = { error: 'Too Many Requests', status: 429, message };
        await route.fulfill({ status: 429, headers: { 'Retry-After': '7', 'X-Error-Code': 'RATE_LIMITED' }, json });
      });
      await page.getByLabel('Choose a photo').setInputFiles(upload(photo));
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toMatch(/Rate limit exceeded[\s\S]*Try again in 7 seconds/);
      await page.getByRole('button', { name: 'Try again' }).click();
      await cutout(page).waitFor();
      expect(await alert(page).count()).toBe(0);
    });

    it('says that the service cannot be reached', async () => {
      const page = await open();
      await useKey(page, await newKey());
      await page.route('**/v1.0/**', (route) => route.abort());
      await page.getByLabel('Choose a photo').setInputFiles(upload(photo));
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toContain('The service could not be reached.');
    });

    it('does not send a file over 20 MB', async () => {
      const page = await open();
      await useKey(page, await newKey());
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url()));
      const large = Buffer.concat([photo, Buffer.alloc(20 * 1024 * 1024)]);
      await page.getByLabel('Choose a photo').setInputFiles(upload(large));
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toMatch(/^This file has 20\.1 MB\. At most 20\.0 MB are accepted\./);
      expect(sent.filter((address) => address.includes('/v1.0/'))).toEqual([]);
    });

    it('says that nothing was found', async () => {
      const page = await open();
      await useKey(page, await newKey());
      const black = { create: { width: 64, height: 64, channels: 3, background: '#000' } } as const;
      await page.getByLabel('Choose a photo').setInputFiles(upload(await sharp(black).png().toBuffer()));
      await cutout(page).waitFor();
      expect(await status(page).textContent()).toContain('nothing in the photo could be kept');
    });
  });
});
