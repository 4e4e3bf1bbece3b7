/** The page at `/` as a visitor uses it, against the whole service: at a push one path through each of its panels. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { processingOperations } from '../../src/contract/operations.ts';
import { fieldsOf, kinds } from '../../src/pages/site/playground/kinds.ts';
import { noBrowser } from '../../testing/chromium.ts';
import { deep } from '../../testing/depth.ts';
import { describeWith } from '../run/describe-with.ts';
import { accessibilityFindings } from './accessibility.ts';
import { CountedActions } from './counted-actions.ts';
import {
  alert,
  choose,
  chooseKind,
  chooseSample,
  code,
  cornerOf,
  declarePlayground,
  desktop,
  disc,
  facts,
  fetchAddress,
  given,
  left,
  matte,
  naturalSize,
  payment,
  phone,
  ready,
  result,
  run,
  saved,
  seenAt,
  status,
  upload,
} from './playground-page.ts';
import { describeRest } from './playground-rest.ts';

const fixtures = 'test/fixtures/pictures/input';

describeWith(noBrowser, 'the playground', () => {
  const playground = declarePlayground();

  if (deep) describeRest(playground);

  describe('the first screen', () => {
    it('has every way in without scrolling, and a box that no panel and no sample makes taller', async () => {
      const page = await playground.open();
      for (const [width, height] of [
        [1440, 900],
        [1280, 720],
        [390, 844],
      ]) {
        await page.setViewportSize({ width, height });
        for (const id of ['demo', 'demo-split', 'samples', 'try-sample', 'drop']) {
          const box = await page.locator(`#${id}`).boundingBox();
          expect((box?.y ?? height) + (box?.height ?? 0), `${id} at ${width}`).toBeLessThanOrEqual(height);
        }
        expect(await page.locator('label[for="photo"]').isVisible()).toBe(true);
      }
      // A visitor has no address fetched.
      expect(await page.getByLabel('Or by its address').isVisible()).toBe(false);
      await page.setViewportSize(desktop.viewport);
      const heightOf = async () => (await page.locator('#drop').boundingBox())?.height;
      const height = await heightOf();
      for (const kind of kinds) {
        await chooseKind(page, kind.label);
        expect(await heightOf()).toBe(height);
      }
      await chooseSample(page, 'A car');
      await page.getByRole('img', { name: 'A car, without its background' }).waitFor();
      expect(await heightOf()).toBe(height);
    });

    it('compares before and after by keyboard, and leads to the cutout of a car in two actions', async () => {
      const page = await playground.open();
      await page.getByRole('slider', { name: /^Sample/ }).focus();
      await page.keyboard.press('Home');
      expect(await page.locator('#demo').evaluate((it) => it.style.getPropertyValue('--at'))).toBe('0%');
      const actions = new CountedActions();
      await actions.next(() => chooseSample(page, 'A car'));
      await actions.next(() => page.getByRole('button', { name: 'Try it' }).click());
      await ready(page);
      expect(actions.end('From the page to the cutout of a sample')).toBe(2);
      expect(await page.getByRole('radio', { name: 'Car cutout' }).isChecked()).toBe(true);
      expect(await facts(page)).toMatch(/Shadow\s+ai/);
      expect(await naturalSize(result(page))).toEqual(await naturalSize(given(page)));
    });
  });

  it('makes a cutout of a large photo in one action: upright, scaled down, which it says, and nothing is kept', async () => {
    const actions = new CountedActions();
    const page = await playground.open();
    const atFirst = await left(page);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    const turned = sharp(await disc(2000, 1500)).withMetadata({ orientation: 6 });
    await actions.next(async () => playground.give(page, await turned.jpeg().toBuffer()));
    await ready(page);
    expect(actions.end('From the page to an own cutout')).toBe(1);
    expect(await status(page).textContent()).toMatch(/^Cutout ready after [\d.]+ m?s\.$/);
    expect(await facts(page)).toMatch(/433 × 577 pixels/);
    expect(await page.locator('#stages').innerText()).toMatch(/Scaling[\s\S]*Sending[\s\S]*Working[\s\S]*Receiving/);
    expect(await payment(page).textContent()).toContain('scaled to 0.25 megapixels');
    await expect.poll(() => left(page)).toBe(atFirst - 1);
    expect(sent).toEqual(['/playground/admission/image-without-background', '/playground/image-without-background']);
    for (const image of [given(page), result(page)]) expect(await naturalSize(image)).toEqual([433, 577]);
    const { name, bytes } = await saved(page, 'Download PNG');
    expect(name).toBe('my disc-cutout.png');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 433, height: 577, channels: 4 });
    const kept = await page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length);
    expect(kept).toBe(0);
  });

  it('an address is sent in place of the photo, and the result is shown without one beside it', async () => {
    const address = 'https://images.example.com/a/my%20disc.jpg';
    const page = await playground.open(desktop, playground.owner);
    const cutout = await sharp(playground.photo).ensureAlpha(0.5).png().toBuffer();
    const bodies: string[] = [];
    await page.route('**/playground/image-without-background', (route) => {
      bodies.push(route.request().postData() ?? '');
      return route.fulfill({ status: 200, contentType: 'image/png', body: cutout });
    });
    await fetchAddress(page, address);
    await ready(page);
    expect(bodies).toEqual([expect.stringContaining(`name="image_url"\r\n\r\n${address}\r\n`)]);
    expect(bodies[0]).not.toContain('filename');
    expect(await naturalSize(result(page))).toEqual([640, 480]);
    expect(await given(page).isVisible()).toBe(false);
    expect(await code(page)).toContain(`--form-string 'image_url=${address}'`);
    expect((await saved(page, 'Download PNG')).name).toMatch(/^my disc/);
  });

  // Of each encoding and of each way to show a result one; layers are shown below.
  const shown = ['alpha-channel-base64', 'car-image-without-background'];
  const made = processingOperations.map(({ name }) => name).filter((name) => deep || shown.includes(name));
  it.each(made)('%s is made, shown and kept', async (name) => {
    const operation = processingOperations.find((each) => each.name === name);
    const kind = kinds.find((each) => operation && each.operations.includes(operation));
    if (!operation || !kind) throw new Error(`${name} is in no kind`);
    const page = await playground.open();
    await chooseKind(page, kind.label);
    const chosen = page.locator(`[data-kind="${kind.name}"]`);
    await page.getByText('API options').click();
    await chosen.locator(`input[value="${operation.encoding}"]`).check({ force: true });
    expect(await code(page)).toContain(`${playground.base}${operation.path}`);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    await playground.give(page);
    await ready(page);
    expect(sent).toEqual([`/playground/admission/${name}`, `/playground/${name}`]);
    await (operation.result === 'matte' ? matte : result)(page).waitFor();
    // Showing it again costs nothing.
    await chooseKind(page, kind.name === 'matte' ? 'Cutout' : 'Matte');
    await chooseKind(page, kind.label);
    await (operation.result === 'matte' ? matte : result)(page).waitFor();
    expect(await run(page).isDisabled()).toBe(true);
    expect(sent).toHaveLength(2);
  });

  describe('options without a control of their own', () => {
    it('are sent as they are chosen, and only where they are others than by themselves', async () => {
      const page = await playground.open();
      const bodies: unknown[] = [];
      await page.exposeFunction('noteBody', (body: unknown) => bodies.push(body));
      await page.evaluate(() => {
        const { send } = XMLHttpRequest.prototype;
        XMLHttpRequest.prototype.send = async function (body) {
          const members = body instanceof FormData ? Object.fromEntries(body) : JSON.parse(await (body as Blob).text());
          const { file, image_base64, ...options } = members;
          await Reflect.get(globalThis, 'noteBody')(options);
          send.call(this, body);
        };
      });
      await playground.give(page);
      await ready(page);
      expect(bodies).toEqual([{}]);
      await page.getByText('API options').click();
      // What this browser makes itself, or is nothing without another one.
      const elsewhere = ['crop_cut_sides', 'position', 'shadow_opacity'];
      const tried = new Set<string>();
      for (const kind of kinds) {
        const fields = fieldsOf(kind).filter(({ name, hasOwnControl }) => !hasOwnControl && !elsewhere.includes(name));
        for (const { name, values, example, standard } of fields) {
          // At a push one of each control.
          const control = values.length === 0 ? 'text' : typeof standard;
          if (!deep && tried.has(control)) continue;
          tried.add(control);
          await chooseKind(page, kind.label);
          const field = page.locator(`[data-kind="${kind.name}"] [data-option="${name}"]`);
          for (const value of values.filter((each) => each !== standard)) {
            if (typeof standard === 'boolean') await field.setChecked(value === true);
            else await field.locator(`input[value="${value}"]`).check({ force: true });
            expect(await code(page), `${kind.name} ${name} ${value}`).toContain(name);
            const count = bodies.length;
            await run(page).click();
            await expect.poll(() => bodies.length).toBe(count + 1);
            await ready(page);
            const isText = kind.operations[0].encoding === 'multipart';
            expect(bodies[count], kind.name).toEqual({ [name]: isText ? String(value) : value });
          }
          if (values.length === 0) {
            await field.fill(example ?? '');
            await field.blur();
            expect(await code(page)).toContain(name);
            await field.fill('');
            await field.blur();
          } else if (typeof standard === 'boolean') await field.setChecked(standard);
          else await field.locator(`input[value="${standard ?? ''}"]`).check({ force: true });
          expect(await code(page)).not.toContain(name);
        }
      }
      expect(tried.size).toBeGreaterThanOrEqual(3);
    });

    it('change the samples of code in each language', async () => {
      const page = await playground.open();
      await chooseKind(page, 'Car cutout');
      await page.getByText('API options').click();
      await page.getByRole('checkbox', { name: 'Reconstruct windows' }).uncheck();
      await choose(page, 'Code');
      for (const [language, words] of [
        ['curl', '-F reconstruct_windows=false'],
        ['TypeScript', "form.append('reconstruct_windows', 'false');"],
        ['Python', 'data={"reconstruct_windows": "false"}'],
      ]) {
        await choose(page, language);
        expect(await code(page)).toContain(words);
      }
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const said = page.getByRole('button', { name: 'Copied' }).waitFor();
      await page.getByRole('button', { name: 'Copy' }).press('Enter');
      await said;
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('EDGEMATTE_KEY');
    });
  });

  describe('the picture', () => {
    it('shows the photo on one side of the line and the result on the other, and keeps its spot as it grows', async () => {
      const page = await playground.open();
      await playground.give(page, await disc(480, 480));
      await ready(page);
      const picture = page.locator('#picture');
      const slider = page.getByRole('slider', { name: 'From before to after' });
      await choose(page, 'White');
      await slider.fill('50');
      await expect.poll(() => seenAt(picture, 0.98, 0.5)).toEqual([255, 255, 255]);
      expect(await seenAt(picture, 0.02, 0.5)).toEqual([0, 0, 0]);
      await slider.fill('100');
      expect((await seenAt(picture, 0.9, 0.5))[0]).toBe(0);
      await slider.fill('0');
      expect(await seenAt(picture, 0.1, 0.5)).toEqual([255, 255, 255]);
      const seen = await picture.boundingBox();
      if (!seen) throw new Error('The picture is not seen');
      await page.mouse.move(seen.x + 3, seen.y + seen.height / 2);
      await page.mouse.down();
      await page.mouse.move(seen.x + seen.width * 0.75, seen.y + seen.height / 2);
      await page.mouse.up();
      expect(Number(await slider.inputValue())).toBeCloseTo(75, -1);
      await choose(page, 'Transparent');
      await expectSpotKept(page);
    });

    /** At 100 % and 400 %, the same of both pictures; then with the pointer it is moved like a map. */
    async function expectSpotKept(page: Page): Promise<void> {
      const viewport = page.locator('#viewport');
      const spot = () =>
        viewport.evaluate((it) => {
          const picture = it.firstElementChild as HTMLElement;
          return [
            (it.scrollLeft + it.clientWidth / 2 - picture.offsetLeft) / picture.offsetWidth,
            (it.scrollTop + it.clientHeight / 2 - picture.offsetTop) / picture.offsetHeight,
          ];
        });
      const scaleOf = async (image: Locator) => {
        const [natural] = await naturalSize(image);
        return ((await image.boundingBox())?.width ?? 0) / natural;
      };
      await choose(page, '100 %');
      expect(await scaleOf(result(page))).toBe(1);
      await choose(page, '400 %');
      for (const image of [given(page), result(page)]) expect(await scaleOf(image)).toBe(4);
      for (const share of await spot()) expect(share).toBeCloseTo(0.5, 1);
      await viewport.evaluate((it) => it.scrollTo(it.scrollWidth * 0.6, it.scrollHeight * 0.2));
      const chosen = await spot();
      const boxes = [await given(page).boundingBox(), await result(page).boundingBox()];
      expect(boxes[0]).toEqual(boxes[1]);
      await choose(page, 'Fit');
      await choose(page, '400 %');
      for (const share of await spot()) expect(share).toBeCloseTo(0.5, 1);
      expect(chosen[0]).toBeGreaterThan(0.6);
      const box = await viewport.boundingBox();
      if (!box) throw new Error('The picture is not seen');
      const at = await viewport.evaluate((it) => it.scrollLeft);
      await page.mouse.move(box.x + 200, box.y + 100);
      await page.mouse.down();
      await page.mouse.move(box.x + 120, box.y + 100, { steps: 4 });
      await page.mouse.up();
      expect(await viewport.evaluate((it) => it.scrollLeft)).toBe(at + 80);
    }

    it('is on white as its file is, and its matte is its own alpha, without a second call', async () => {
      const page = await playground.open();
      await playground.give(page);
      await ready(page);
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
      await page.getByRole('slider', { name: 'From before to after' }).fill('0');
      const madeHere = page.locator('#save-note').filter({ hasText: 'in sRGB' });
      const original = (await saved(page, 'Download PNG')).bytes;
      expect(await cornerOf(original)).toEqual([0, 0, 0, 0]);
      await choose(page, 'White');
      await expect.poll(() => seenAt(page.locator('#picture'), 0.02, 0.02)).toEqual([255, 255, 255]);
      await madeHere.waitFor();
      expect(await cornerOf((await saved(page, 'Download PNG')).bytes)).toEqual([255, 255, 255, 255]);
      await choose(page, 'Transparent');
      await madeHere.waitFor({ state: 'detached' });
      expect((await saved(page, 'Download PNG')).bytes.equals(original)).toBe(true);
      await page.locator('#shown').getByRole('radio', { name: 'Matte' }).check({ force: true });
      await matte(page).waitFor();
      const file = await saved(page, 'Download PNG');
      expect(file.name).toBe('my disc-matte.png');
      const [alpha, grey] = await Promise.all([
        sharp(original).extractChannel(3).raw().toBuffer(),
        sharp(file.bytes).extractChannel(0).raw().toBuffer(),
      ]);
      expect(grey.equals(alpha)).toBe(true);
      expect(posts).toEqual([]);
    });

    it('of a car comes in layers, with a shadow as strong as one likes and the view as a compass', async () => {
      const page = await playground.open();
      await chooseKind(page, 'Car layers');
      await playground.give(page);
      await ready(page);
      expect(await page.getByRole('img', { name: /^Seen from/ }).count()).toBe(1);
      const shadow = page.getByRole('img', { name: 'The shadow' });
      await shadow.waitFor();
      const strength = page.getByRole('slider', { name: 'Strength' });
      const alphaOf = async () => {
        const file = await saved(page, 'Download PNG');
        return sharp(file.bytes).extractChannel(3).raw().toBuffer();
      };
      const sum = (alpha: Buffer) => alpha.reduce((total, value) => total + value, 0);
      const whole = sum(await alphaOf());
      await strength.fill('30');
      expect(await shadow.evaluate((image) => getComputedStyle(image).opacity)).toBe('0.3');
      const weaker = sum(await alphaOf());
      await page.getByRole('checkbox', { name: 'Shadow' }).uncheck();
      const carAlone = sum(await alphaOf());
      expect(await shadow.count()).toBe(0);
      await page.getByRole('checkbox', { name: 'Car', exact: true }).uncheck();
      expect(sum(await alphaOf())).toBe(0);
      await page.getByRole('checkbox', { name: 'Shadow' }).check();
      const shadowAlone = sum(await alphaOf());
      expect(whole).toBeGreaterThan(weaker);
      expect(weaker).toBeGreaterThan(carAlone);
      expect(shadowAlone).toBeGreaterThan(0);
    });
  });

  it('by keyboard alone a photo is chosen, compared, set on another background and saved', async () => {
    const page = await playground.open();
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: it } = document;
        return it?.id || it?.getAttribute('name') || it?.getAttribute('aria-label') || it?.textContent?.trim();
      });
    const tabTo = async (wanted: string) => {
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press('Tab');
        if ((await focused()) === wanted) return;
      }
      throw new Error(`${wanted} is not reached by Tab`);
    };
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    await tabTo('photo');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
    await chooser.setFiles(upload(playground.photo));
    await ready(page);
    await page.locator('#seen input:checked').focus();
    await tabTo('shown');
    await tabTo('zoom');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await tabTo('viewport');
    await page.keyboard.press('ArrowRight');
    await tabTo('split');
    await page.keyboard.press('End');
    expect(await page.locator('#split').inputValue()).toBe('100');
    await tabTo('background');
    await page.keyboard.press('ArrowRight');
    await page.locator('#save-note').filter({ hasText: 'in sRGB' }).waitFor();
    await page.locator('#viewport').focus();
    await tabTo('save');
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toBe('my disc-cutout.png');
    await page.locator('#kinds input:checked').focus();
    await page.keyboard.press('ArrowRight');
    await tabTo('run');
    await page.keyboard.press('Enter');
    await matte(page).waitFor();
  });

  it('on a phone the result scrolls into view, nothing overhangs, and everything can be touched', async () => {
    const page = await playground.open(phone);
    await playground.give(page, playground.photo, `${'a-long-name-'.repeat(20)}.jpg`);
    await ready(page);
    const isSeen = () =>
      page.locator('#stage').evaluate((stage) => {
        const { top, bottom } = stage.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight ? 'seen' : [top, bottom, innerHeight, scrollY].join();
      });
    await expect.poll(isSeen).toBe('seen');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    for (const button of await page.locator('button:visible, label.button:visible').all()) {
      const box = await button.boundingBox();
      expect(box?.height, await button.innerText()).toBeGreaterThanOrEqual(44);
    }
  });

  it('takes a drop and a paste, the last of two photos given in a row, and keeps no picture that is not shown', async () => {
    const page = await playground.open();
    /** As the browser would fire it. */
    const hand = (kind: 'drop' | 'paste', name: string) =>
      page.evaluate(
        ([bytes, type, called]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(bytes)], called, { type: 'image/jpeg' }));
          const settings = { bubbles: true, cancelable: true };
          const event =
            type === 'drop'
              ? new DragEvent('drop', { ...settings, dataTransfer: transfer })
              : new ClipboardEvent('paste', { ...settings, clipboardData: transfer });
          document.body.dispatchEvent(event);
        },
        [[...playground.photo], kind, name] as const,
      );
    await page.evaluate(() => {
      const open = new Set<string>();
      Reflect.set(globalThis, 'openAddresses', open);
      const { createObjectURL, revokeObjectURL } = URL;
      URL.createObjectURL = (blob) => {
        const address = createObjectURL(blob);
        open.add(address);
        return address;
      };
      URL.revokeObjectURL = (address) => {
        open.delete(address);
        revokeObjectURL(address);
      };
    });
    for (const kind of ['drop', 'paste'] as const) {
      await hand(kind, `${kind}.jpg`);
      await expect.poll(() => code(page)).toContain(`file=@${kind}.jpg`);
      await ready(page);
    }
    await playground.give(page, await disc(200, 100), 'first.jpg');
    await playground.give(page, await disc(320, 240), 'second.jpg');
    await expect.poll(() => facts(page)).toMatch(/320 × 240 pixels/);
    await ready(page);
    expect(await code(page)).toContain('second.jpg');
    await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'openAddresses').size)).toBe(0);
  });

  it('says what stands in the way and goes on when asked to try again; what was found, and how surely', async () => {
    const page = await playground.open();
    let calls = 0;
    await page.route('**/playground/image-without-background', async (route) => {
      calls++;
      if (calls === 1) return route.abort();
      if (calls > 2) return route.continue();
      const message = 'Rate limit exceeded. Please try again later';
      const json = { error: 'Too Many Requests', status: 429, message };
      await route.fulfill({ status: 429, headers: { 'Retry-After': '7', 'X-Error-Code': 'RATE_LIMITED' }, json });
    });
    const says = (words: string | RegExp) => alert(page).filter({ hasText: words }).waitFor();
    const again = page.getByRole('button', { name: 'Try again' });
    await playground.give(page);
    await says('The service could not be reached.');
    await again.click();
    await says(/Rate limit exceeded[\s\S]*Try again in 7 seconds/);
    await again.click();
    await ready(page);
    expect(await alert(page).count()).toBe(0);

    const black = { create: { width: 64, height: 64, channels: 3, background: '#000' } } as const;
    await playground.give(page, await sharp(black).png().toBuffer());
    await status(page).filter({ hasText: 'nothing in the photo could be kept' }).waitFor();

    const cloud = '<circle cx="160" cy="120" r="80" fill="#777"/><circle cx="160" cy="120" r="40" fill="#fff"/>';
    // Before two colours, so that it is not cut by colour.
    const behind = '<rect width="320" height="240"/><rect width="160" height="240" fill="#141414"/>';
    const svg = Buffer.from(`<svg width="320" height="240">${behind}${cloud}</svg>`);
    await playground.give(page, await sharp(svg).png().toBuffer());
    const review = /^Cutout ready after [\d.]+ m?s\. Please check it: a part of the photo was hard to separate\.$/;
    await status(page).filter({ hasText: review }).waitFor();
  });

  it('of who is signed in sends the photo as it is, whatever this browser can show, and spends from the wallet that is shown', async () => {
    const page = await playground.open(desktop, playground.owner);
    const creditOf = (type: string) => page.locator(`[data-credit="${type}"]`).textContent();
    await expect.poll(() => creditOf('test')).toMatch(/^\d+ credits$/);
    const atFirst = Number.parseInt((await creditOf('test')) ?? '', 10);
    expect(await page.getByRole('radio', { name: /Test wallet/ }).isChecked()).toBe(true);
    await playground.give(page, await disc(1200, 900));
    await ready(page);
    expect(await facts(page)).toMatch(/1200 × 900 pixels/);
    await expect.poll(() => creditOf('test')).toBe(`${atFirst - 1} credits`);
    await page.getByRole('radio', { name: /Live wallet/ }).check();
    await run(page).click();
    await expect.poll(() => creditOf('live')).toBe('1 credit');
    expect(await creditOf('test')).toBe(`${atFirst - 1} credits`);

    await playground.give(page, await sharp(playground.photo).tiff().toBuffer(), 'scan.tiff');
    await page.getByText('This browser cannot show the format of the photo.').waitFor({ state: 'attached' });
    await expect.poll(() => creditOf('live')).toBe('0 credits');
    await ready(page);
    expect(await naturalSize(result(page))).toEqual([640, 480]);

    await page.getByRole('radio', { name: /Test wallet/ }).check();
    await playground.give(page, readFileSync(`${fixtures}/jpeg-baseline.jpg`).subarray(0, 400));
    await alert(page).waitFor();
    expect(await alert(page).innerText()).toMatch(/This call cost nothing\.[\s\S]*422 · INVALID_IMAGE · request /);
  });

  it('can be read by everybody, empty and with a result, and does not move for who asks for that', async () => {
    const page = await playground.open();
    expect(await accessibilityFindings(page)).toEqual([]);
    await chooseKind(page, 'Car layers');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await playground.give(page);
    await ready(page);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});
