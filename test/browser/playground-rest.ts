/** What a push leaves out of the page at `/`: other ways to what one path shows, of which units say the rest. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  alert,
  choose,
  chooseSample,
  cornerOf,
  desktop,
  fetchAddress,
  given,
  left,
  naturalSize,
  type Playground,
  ready,
  result,
  run,
  saved,
  seenAt,
  status,
} from './playground-page.ts';

export function describeRest(playground: Playground): void {
  describe('without an account', () => {
    it.each(['A person', 'A product', 'A dog'])('works on the sample photo %s', async (name) => {
      const page = await playground.open();
      await chooseSample(page, name);
      await page.getByRole('button', { name: 'Try it' }).click();
      await ready(page);
      expect(await naturalSize(given(page))).toEqual(await naturalSize(result(page)));
    });

    it('says when the day is used up, and what helps', async () => {
      const page = await playground.open();
      await page.route('**/playground/image-without-background', (route) =>
        route.fulfill({
          status: 429,
          headers: { 'X-Error-Code': 'TRIAL_USED_UP', 'Retry-After': '9000' },
          json: {
            detail:
              'The free photos of today, or the free clicks on this one, are used up. Sign in to go on, or come back tomorrow.',
          },
        }),
      );
      await playground.give(page);
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toContain('The free photos of today, or');
      expect(await alert(page).getByRole('button').count()).toBe(0);
      expect(await alert(page).getByRole('link', { name: 'Sign up for free' }).getAttribute('href')).toBe('/sign-up');
    });

    it('cannot scale what the browser cannot read, and sends nothing', async () => {
      const page = await playground.open();
      const atFirst = await left(page);
      await playground.give(page, await sharp(playground.photo).tiff().toBuffer(), 'scan.tiff');
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toContain('This browser cannot read the format');
      await expect.poll(() => left(page)).toBe(atFirst);
    });

    it('a call in work is cancelled by keyboard, and run again', async () => {
      const page = await playground.open();
      const atFirst = await left(page);
      await page.route('**/playground/image-without-background', async () => {
        await new Promise(() => {});
      });
      await playground.give(page);
      const cancel = page.getByRole('button', { name: 'Cancel' });
      await cancel.waitFor();
      await expect.poll(() => page.locator('#elapsed').textContent()).not.toBe('0.0 s');
      await cancel.focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => status(page).textContent()).toMatch(/^Cancelled\./);
      expect(await cancel.count()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('viewport');
      expect(await run(page).isEnabled()).toBe(true);
      await page.unroute('**/playground/image-without-background');
      await expect.poll(() => left(page)).toBe(atFirst);
      await run(page).click();
      await ready(page);
    });
  });

  it('an address is refused in words that help', async () => {
    const page = await playground.open(desktop, playground.owner);
    await fetchAddress(page, 'http://127.0.0.1/a.jpg');
    await alert(page).waitFor();
    expect(await alert(page).innerText()).toContain('This address is not fetched');
  });

  it('the picture is on black, any colour and any picture, as its file is', async () => {
    const page = await playground.open();
    await playground.give(page);
    await ready(page);
    await page.getByRole('slider', { name: 'From before to after' }).fill('0');
    const isSeen = (colour: number[]) =>
      expect.poll(() => seenAt(page.locator('#picture'), 0.02, 0.02)).toEqual(colour);
    await choose(page, 'Black');
    await isSeen([0, 0, 0]);
    await page.locator('#save-note').filter({ hasText: 'in sRGB' }).waitFor();
    expect(await cornerOf((await saved(page, 'Download PNG')).bytes)).toEqual([0, 0, 0, 255]);
    await page.getByLabel('Any colour', { exact: true }).fill('#e5261f');
    await isSeen([229, 38, 31]);
    expect(await cornerOf((await saved(page, 'Download PNG')).bytes)).toEqual([229, 38, 31, 255]);
    const green = await sharp({ create: { width: 9, height: 5, channels: 3, background: '#0a0' } })
      .png()
      .toBuffer();
    await page.getByLabel('Picture …').setInputFiles({ name: 'g.png', mimeType: 'image/png', buffer: green });
    await isSeen([0, 170, 0]);
    expect(await cornerOf((await saved(page, 'Download PNG')).bytes)).toEqual([0, 170, 0, 255]);
  });

  describe('signed in', () => {
    it('gets no message that a file may be read which the service has refused', async () => {
      const page = await playground.open(desktop, playground.owner);
      let goOn = () => {};
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await page.route('**/playground/image-without-background', async (route) => {
        await held;
        await route.continue();
      });
      await playground.give(page, Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj <</Type/Catalog>> endobj\n'), 'paper.pdf');
      const unseen = page.locator('#unseen');
      await unseen.filter({ hasText: 'The service may still read it.', visible: true }).waitFor();
      expect(await unseen.innerText()).toContain('The service may still read it.');
      goOn();
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toContain('Unsupported Media Type. Supported formats are: JPEG');
      await expect.poll(() => unseen.innerText()).toBe('This browser cannot show the format of the photo.');
    });

    it('does not send a file over 20 MB', async () => {
      const page = await playground.open(desktop, playground.owner);
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
      await playground.give(page, Buffer.concat([playground.photo, Buffer.alloc(20 * 1024 * 1024)]));
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toMatch(/^This file has 20\.1 MB\. At most 20\.0 MB are accepted\./);
      expect(posts).toEqual([]);
    });
  });
}
