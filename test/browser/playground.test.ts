/** The page at `/` as a visitor uses it, against the whole service. */
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { processingOperations } from '../../src/contract/operations.ts';
import { fieldsOf, kinds } from '../../src/site/playground/kinds.ts';
import { launch, noBrowser, openPage, Tabs, type WatchedPage } from '../../testing/chromium.ts';
import { Person } from '../accounts/person.ts';
import { describeWith } from '../run/describe-with.ts';
import { type Stack, startStack } from '../stack.ts';
import { accessibilityFindings } from './accessibility.ts';
import { CountedActions } from './counted-actions.ts';

const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const fixtures = 'test/fixtures/pictures/input';

describeWith(noBrowser, 'the playground', () => {
  let stack: Stack;
  let browser: Browser;
  /** Of the desktop. */
  let tabs: Tabs;
  let photo: Buffer;
  let owner: Person;
  let watched: WatchedPage | null = null;

  beforeAll(async () => {
    const edgeVariables = { TRIAL_PER_DAY_TOTAL: '1000', SIGNUP_CREDITS: '20', SIGNUP_CREDITS_LIVE: '2' };
    [stack, browser] = await Promise.all([startStack({ edgeVariables }), launch()]);
    tabs = await Tabs.of(browser, stack.base, desktop);
    photo = await disc(640, 480);
    owner = new Person(stack.base);
    await owner.join('owner@example.org', 'a long password', 'Olga');
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });
  afterEach(async () => {
    const mishaps = watched?.mishaps ?? [];
    await watched?.close();
    watched = null;
    expect(mishaps).toEqual([]);
  });

  /** A bright disc on black: the test network keeps what is bright. */
  function disc(width: number, height: number): Promise<Buffer> {
    const circle = `<circle cx="${width / 2}" cy="${height / 2}" r="${height * 0.3}" fill="#fff"/>`;
    const svg = Buffer.from(`<svg width="${width}" height="${height}">${circle}</svg>`);
    const behind = sharp({ create: { width, height, channels: 3, background: '#000' } });
    return behind
      .composite([{ input: svg }])
      .jpeg()
      .toBuffer();
  }

  async function open(options: Parameters<typeof openPage>[2] = desktop, person: Person | null = null): Promise<Page> {
    watched = await (options === desktop ? tabs.open() : openPage(browser, stack.base, options));
    const { page } = watched;
    // The browser holds its file dialog back only while somebody listens, and learns of a listener a moment later.
    page.on('filechooser', () => {});
    for (const [name, value] of person?.cookies ?? []) {
      await page.context().addCookies([{ name, value, url: stack.base, httpOnly: true }]);
    }
    await page.goto('/');
    await payment(page)
      .filter({ hasText: /Trial|Signed in/ })
      .waitFor();
    return page;
  }

  const upload = (buffer: Buffer, name = 'my disc.jpg') => ({ name, mimeType: 'image/jpeg', buffer });
  const give = (page: Page, buffer = photo, name?: string) =>
    page.getByLabel('Choose a photo').setInputFiles(upload(buffer, name));
  const status = (page: Page) => page.locator('#status');
  const payment = (page: Page) => page.locator('#payment-note');
  const alert = (page: Page) => page.getByRole('alert');
  const given = (page: Page) => page.getByRole('img', { name: 'As given' });
  const result = (page: Page) => page.getByRole('img', { name: 'Without its background' });
  const matte = (page: Page) => page.getByRole('img', { name: /^The matte/ });
  const run = (page: Page) => page.getByRole('button', { name: 'Run' });
  const facts = (page: Page) => page.locator('#facts').innerText();
  const code = (page: Page) => page.locator('#code').innerText();
  const ready = (page: Page) => status(page).filter({ hasText: /ready/ }).waitFor();
  const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check({ force: true });
  const chooseKind = (page: Page, name: string) =>
    page.locator('#kinds').getByRole('radio', { name, exact: true }).check({ force: true });
  const trySample = async (page: Page, name: string) => {
    await page.locator('#samples').getByRole('radio', { name }).check({ force: true });
    await page.getByRole('button', { name: 'Try it' }).click();
  };
  const left = async (page: Page) => Number(/Trial: (\d+) of/.exec((await payment(page).textContent()) ?? '')?.[1]);
  const naturalSize = (image: Locator) =>
    image.evaluate((img) => [(img as HTMLImageElement).naturalWidth, (img as HTMLImageElement).naturalHeight]);

  async function saved(page: Page, button: string) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button, exact: true }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  }

  /** Colour of a pixel of what is seen of an element, at a share of its width and height. */
  async function seenAt(target: Locator, x: number, y: number): Promise<readonly number[]> {
    const seen = sharp(await target.screenshot());
    const { width = 1, height = 1 } = await seen.metadata();
    const place = { left: Math.floor(x * (width - 1)), top: Math.floor(y * (height - 1)), width: 1, height: 1 };
    return [...(await seen.extract(place).removeAlpha().raw().toBuffer())];
  }

  describe('the first screen', () => {
    it.each([
      [1440, 900],
      [1280, 720],
      [390, 844],
    ])('has every way in without scrolling at %i × %i', async (width, height) => {
      const page = await open({ viewport: { width, height } });
      for (const id of ['demo', 'demo-split', 'samples', 'try-sample', 'drop']) {
        const box = await page.locator(`#${id}`).boundingBox();
        expect((box?.y ?? height) + (box?.height ?? 0), id).toBeLessThanOrEqual(height);
      }
      expect(await page.locator('label[for="photo"]').isVisible()).toBe(true);
    });

    it('has a box that no panel makes taller, and that stays as it is for another sample', async () => {
      const page = await open();
      const heightOf = async () => (await page.locator('#drop').boundingBox())?.height;
      const height = await heightOf();
      for (const kind of kinds) {
        await chooseKind(page, kind.label);
        expect(await heightOf()).toBe(height);
      }
      await page.locator('#samples').getByRole('radio', { name: 'A car' }).check({ force: true });
      await page.getByRole('img', { name: 'A car, without its background' }).waitFor();
      expect(await heightOf()).toBe(height);
    });

    it('compares before and after by keyboard', async () => {
      const page = await open();
      await page.getByRole('slider', { name: /^Sample/ }).focus();
      await page.keyboard.press('Home');
      expect(await page.locator('#demo').evaluate((it) => it.style.getPropertyValue('--at'))).toBe('0%');
    });

    it('leads a new visitor to a cutout of an own photo in one action', async () => {
      const actions = new CountedActions();
      const page = await open();
      await actions.next(() => give(page));
      await ready(page);
      expect(actions.end('From the page to an own cutout')).toBe(1);
    });

    it('leads to a cutout of a sample in two actions', async () => {
      const page = await open();
      await trySample(page, 'A product');
      await ready(page);
    });
  });

  describe('without an account', () => {
    it('makes a cutout of a large photo, scaled down, and says so', async () => {
      const page = await open();
      const atFirst = await left(page);
      const sent: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
      await give(page, await disc(2000, 1500));
      await ready(page);
      expect(await status(page).textContent()).toMatch(/^Cutout ready after [\d.]+ m?s\.$/);
      expect(await facts(page)).toMatch(/577 × 433 pixels/);
      expect(await page.locator('#stages').innerText()).toMatch(/Scaling[\s\S]*Sending[\s\S]*Working[\s\S]*Receiving/);
      expect(await payment(page).textContent()).toContain('scaled to 0.25 megapixels');
      await expect.poll(() => left(page)).toBe(atFirst - 1);
      expect(sent).toEqual(['/playground/image-without-background']);
      const { name, bytes } = await saved(page, 'Download PNG');
      expect(name).toBe('my disc-cutout.png');
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 577, height: 433, channels: 4 });
    });

    it('cuts a sample car out, with its shadow', async () => {
      const page = await open();
      await trySample(page, 'A car');
      await ready(page);
      expect(await page.getByRole('radio', { name: 'Car cutout' }).isChecked()).toBe(true);
      expect(await facts(page)).toMatch(/Shadow\s+ai/);
      expect(await naturalSize(result(page))).toEqual(await naturalSize(given(page)));
    });

    it.each(['A person', 'A product', 'A dog'])('works on the sample photo %s', async (name) => {
      const page = await open();
      await trySample(page, name);
      await ready(page);
      expect(await naturalSize(given(page))).toEqual(await naturalSize(result(page)));
    });

    it('says when the day is used up, and what helps', async () => {
      const page = await open();
      await page.route('**/playground/image-without-background', (route) =>
        route.fulfill({
          status: 429,
          headers: { 'X-Error-Code': 'TRIAL_USED_UP', 'Retry-After': '9000' },
          json: { detail: 'The free photos of today are used up. Sign in to go on, or come back tomorrow.' },
        }),
      );
      await give(page);
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toContain('The free photos of today are used up.');
      expect(await alert(page).getByRole('button').count()).toBe(0);
      expect(await alert(page).getByRole('link', { name: 'Sign up for free' }).getAttribute('href')).toBe('/sign-up');
    });

    it('cannot scale what the browser cannot read, and sends nothing', async () => {
      const page = await open();
      const atFirst = await left(page);
      await give(page, await sharp(photo).tiff().toBuffer(), 'scan.tiff');
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toContain('This browser cannot read the format');
      await expect.poll(() => left(page)).toBe(atFirst);
    });
  });

  describe('an address', () => {
    const address = 'https://images.example.com/a/my%20disc.jpg';
    const fetchIt = async (page: Page) => {
      await page.getByLabel('Or by its address').fill(address);
      await page.getByRole('button', { name: 'Fetch', exact: true }).click();
    };

    it('is sent in place of the photo, and the result is shown without one beside it', async () => {
      const page = await open(desktop, owner);
      const cutout = await sharp(photo).ensureAlpha(0.5).png().toBuffer();
      const bodies: string[] = [];
      await page.route('**/playground/image-without-background', (route) => {
        bodies.push(route.request().postData() ?? '');
        return route.fulfill({ status: 200, contentType: 'image/png', body: cutout });
      });
      await fetchIt(page);
      await ready(page);
      expect(bodies).toEqual([expect.stringContaining(`name="image_url"\r\n\r\n${address}\r\n`)]);
      expect(bodies[0]).not.toContain('filename');
      expect(await naturalSize(result(page))).toEqual([640, 480]);
      expect(await given(page).isVisible()).toBe(false);
      expect(await code(page)).toContain(`--form-string 'image_url=${address}'`);
      expect((await saved(page, 'Download PNG')).name).toMatch(/^my disc/);
    });

    it('is refused in words that help', async () => {
      const page = await open(desktop, owner);
      await page.getByLabel('Or by its address').fill('http://127.0.0.1/a.jpg');
      await page.getByRole('button', { name: 'Fetch', exact: true }).click();
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toContain('This address is not fetched');
    });

    it('is not asked of a visitor, for whom none is fetched', async () => {
      const page = await open();
      expect(await page.getByLabel('Or by its address').isVisible()).toBe(false);
    });
  });

  describe('every operation', () => {
    it.each(processingOperations.map(({ name }) => name))('%s is made, shown and kept', async (name) => {
      const operation = processingOperations.find((each) => each.name === name);
      const kind = kinds.find((each) => operation && each.operations.includes(operation));
      if (!operation || !kind) throw new Error(`${name} is in no kind`);
      const page = await open();
      await chooseKind(page, kind.label);
      const chosen = page.locator(`[data-kind="${kind.name}"]`);
      await page.getByText('API options').click();
      await chosen.locator(`input[value="${operation.encoding}"]`).check({ force: true });
      expect(await code(page)).toContain(`${stack.base}${operation.path}`);
      const sent: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
      await give(page);
      await ready(page);
      expect(sent).toEqual([`/playground/${name}`]);
      await (operation.result === 'matte' ? matte : result)(page).waitFor();
      // Showing it again costs nothing.
      await chooseKind(page, kind.name === 'matte' ? 'Cutout' : 'Matte');
      await chooseKind(page, kind.label);
      await (operation.result === 'matte' ? matte : result)(page).waitFor();
      expect(await run(page).isDisabled()).toBe(true);
      expect(sent).toHaveLength(1);
    });
  });

  describe('every option without a control of its own', () => {
    it('is sent as it is chosen, and only where it is another than by itself', async () => {
      const page = await open();
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
      await give(page);
      await ready(page);
      expect(bodies).toEqual([{}]);
      await page.getByText('API options').click();
      // What this browser makes itself, or is nothing without another one.
      const elsewhere = ['crop_cut_sides', 'position', 'shadow_opacity'];
      for (const kind of kinds) {
        const fields = fieldsOf(kind).filter(({ name, hasOwnControl }) => !hasOwnControl && !elsewhere.includes(name));
        for (const { name, values, example, standard } of fields) {
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
    });

    it('changes the samples of code in each language', async () => {
      const page = await open();
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
    it('shows the photo on one side of the line and the result on the other', async () => {
      const page = await open();
      await give(page);
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
      const box = await picture.boundingBox();
      if (!box) throw new Error('The picture is not seen');
      await page.mouse.move(box.x + 3, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.75, box.y + box.height / 2);
      await page.mouse.up();
      expect(Number(await slider.inputValue())).toBeCloseTo(75, -1);
    });

    it('keeps its spot at 100 % and 400 %, the same of both', async () => {
      const page = await open();
      await give(page, await disc(480, 480));
      await ready(page);
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
      // With the pointer it is moved like a map.
      const box = await viewport.boundingBox();
      if (!box) throw new Error('The picture is not seen');
      const at = await viewport.evaluate((it) => it.scrollLeft);
      await page.mouse.move(box.x + 200, box.y + 100);
      await page.mouse.down();
      await page.mouse.move(box.x + 120, box.y + 100, { steps: 4 });
      await page.mouse.up();
      expect(await viewport.evaluate((it) => it.scrollLeft)).toBe(at + 80);
    });

    it('is on white, black, any colour and any picture, as its file is', async () => {
      const page = await open();
      await give(page);
      await ready(page);
      await page.getByRole('slider', { name: 'From before to after' }).fill('0');
      const corner = async (file: Buffer) => [
        ...(await sharp(file).ensureAlpha().extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()),
      ];
      const madeHere = page.locator('#save-note').filter({ hasText: 'in sRGB' });
      const isSeen = (colour: number[]) =>
        expect.poll(() => seenAt(page.locator('#picture'), 0.02, 0.02)).toEqual(colour);
      const original = (await saved(page, 'Download PNG')).bytes;
      expect(await corner(original)).toEqual([0, 0, 0, 0]);
      await choose(page, 'White');
      await isSeen([255, 255, 255]);
      await madeHere.waitFor();
      expect(await corner((await saved(page, 'Download PNG')).bytes)).toEqual([255, 255, 255, 255]);
      await choose(page, 'Black');
      await isSeen([0, 0, 0]);
      expect(await corner((await saved(page, 'Download PNG')).bytes)).toEqual([0, 0, 0, 255]);
      await page.getByLabel('Any colour', { exact: true }).fill('#e5261f');
      await isSeen([229, 38, 31]);
      expect(await corner((await saved(page, 'Download PNG')).bytes)).toEqual([229, 38, 31, 255]);
      const green = await sharp({ create: { width: 9, height: 5, channels: 3, background: '#0a0' } })
        .png()
        .toBuffer();
      await page.getByLabel('Picture …').setInputFiles({ name: 'g.png', mimeType: 'image/png', buffer: green });
      await isSeen([0, 170, 0]);
      expect(await corner((await saved(page, 'Download PNG')).bytes)).toEqual([0, 170, 0, 255]);
      await choose(page, 'Transparent');
      await madeHere.waitFor({ state: 'detached' });
      expect((await saved(page, 'Download PNG')).bytes.equals(original)).toBe(true);
    });

    it('has its matte from its own alpha, without a second call', async () => {
      const page = await open();
      await give(page);
      await ready(page);
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
      const alpha = await sharp((await saved(page, 'Download PNG')).bytes)
        .extractChannel(3)
        .raw()
        .toBuffer();
      await page.locator('#shown').getByRole('radio', { name: 'Matte' }).check({ force: true });
      await matte(page).waitFor();
      const file = await saved(page, 'Download PNG');
      expect(file.name).toBe('my disc-matte.png');
      const grey = await sharp(file.bytes).extractChannel(0).raw().toBuffer();
      expect(grey.equals(alpha)).toBe(true);
      expect(posts).toEqual([]);
    });

    it('of a car comes in layers, with a shadow as strong as one likes and the view as a compass', async () => {
      const page = await open();
      await chooseKind(page, 'Car layers');
      await give(page);
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

  describe('by keyboard alone', () => {
    it('a photo is chosen, compared, set on another background and saved', async () => {
      const page = await open();
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
      await chooser.setFiles(upload(photo));
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

    it('a call in work is cancelled, and run again', async () => {
      const page = await open();
      const atFirst = await left(page);
      await page.route('**/playground/image-without-background', async () => {
        await new Promise(() => {});
      });
      await give(page);
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

  describe('on a phone', () => {
    it('the result scrolls into view, nothing overhangs, and everything can be touched', async () => {
      const page = await open(phone);
      await give(page, photo, `${'a-long-name-'.repeat(20)}.jpg`);
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
  });

  describe('other ways in', () => {
    /** Runs a drop or a paste of the photo, as the browser would fire it. */
    async function hand(page: Page, kind: 'drop' | 'paste'): Promise<void> {
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
      await hand(page, kind);
      await ready(page);
      expect(await code(page)).toContain('file=@given.jpg');
    });

    it('keeps the last of two photos given in a row, and no picture in memory that is not shown', async () => {
      const page = await open();
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
      await give(page, await disc(200, 100), 'first.jpg');
      await give(page, await disc(320, 240), 'second.jpg');
      await ready(page);
      expect(await facts(page)).toMatch(/320 × 240 pixels/);
      expect(await code(page)).toContain('second.jpg');
      await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'openAddresses').size)).toBe(0);
    });

    it('shows a turned photo upright', async () => {
      const page = await open();
      await give(
        page,
        await sharp(await disc(400, 300))
          .withMetadata({ orientation: 6 })
          .jpeg()
          .toBuffer(),
      );
      await ready(page);
      expect(await facts(page)).toMatch(/300 × 400 pixels/);
      for (const image of [given(page), result(page)]) expect(await naturalSize(image)).toEqual([300, 400]);
    });
  });

  describe('errors', () => {
    it('says what is wrong with a photo, and that it cost nothing', async () => {
      const page = await open(desktop, owner);
      await give(page, readFileSync(`${fixtures}/jpeg-baseline.jpg`).subarray(0, 400));
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toMatch(/This call cost nothing\.[\s\S]*422 · INVALID_IMAGE · request /);
    });

    it('says the rate limit and goes on when asked to try again', async () => {
      const page = await open();
      let refusals = 1;
      await page.route('**/playground/image-without-background', async (route) => {
        if (refusals-- <= 0) return route.continue();
        const message = 'Rate limit exceeded. Please try again later';
        const json = { error: 'Too Many Requests', status: 429, message };
        await route.fulfill({ status: 429, headers: { 'Retry-After': '7', 'X-Error-Code': 'RATE_LIMITED' }, json });
      });
      await give(page);
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toMatch(/Rate limit exceeded[\s\S]*Try again in 7 seconds/);
      await page.getByRole('button', { name: 'Try again' }).click();
      await ready(page);
      expect(await alert(page).count()).toBe(0);
    });

    it('says that the service cannot be reached', async () => {
      const page = await open();
      await page.route('**/playground/image-without-background', (route) => route.abort());
      await give(page);
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toContain('The service could not be reached.');
    });

    it('says that nothing was found', async () => {
      const page = await open();
      const black = { create: { width: 64, height: 64, channels: 3, background: '#000' } } as const;
      await give(page, await sharp(black).png().toBuffer());
      await ready(page);
      expect(await status(page).textContent()).toContain('nothing in the photo could be kept');
    });

    it('asks for a review where the uncertainty is high', async () => {
      const page = await open();
      const cloud = '<circle cx="160" cy="120" r="80" fill="#777"/><circle cx="160" cy="120" r="40" fill="#fff"/>';
      // Before two colours, so that it is not cut by colour.
      const behind = '<rect width="320" height="240"/><rect width="160" height="240" fill="#141414"/>';
      const svg = Buffer.from(`<svg width="320" height="240">${behind}${cloud}</svg>`);
      await give(page, await sharp(svg).png().toBuffer());
      await ready(page);
      expect(await status(page).textContent()).toMatch(
        /^Cutout ready after [\d.]+ m?s\. Please check it: a part of the photo was hard to separate\.$/,
      );
    });
  });

  describe('signed in', () => {
    it('sends the photo as it is, and spends from the wallet that is shown', async () => {
      const page = await open(desktop, owner);
      const creditOf = (type: string) => page.locator(`[data-credit="${type}"]`).textContent();
      await expect.poll(() => creditOf('test')).toMatch(/^\d+ credits$/);
      const atFirst = Number.parseInt((await creditOf('test')) ?? '', 10);
      expect(await page.getByRole('radio', { name: /Test wallet/ }).isChecked()).toBe(true);
      await give(page, await disc(1200, 900));
      await ready(page);
      expect(await facts(page)).toMatch(/1200 × 900 pixels/);
      await expect.poll(() => creditOf('test')).toBe(`${atFirst - 1} credits`);
      await page.getByRole('radio', { name: /Live wallet/ }).check();
      await run(page).click();
      await expect.poll(() => creditOf('live')).toBe('1 credit');
      expect(await creditOf('test')).toBe(`${atFirst - 1} credits`);
    });

    it('makes a picture of a format that the browser cannot show', async () => {
      const page = await open(desktop, owner);
      await give(page, await sharp(photo).tiff().toBuffer(), 'scan.tiff');
      await ready(page);
      await page.getByText('This browser cannot show the format of the photo.').waitFor({ state: 'attached' });
      expect(await naturalSize(result(page))).toEqual([640, 480]);
    });

    it('gets no message that a file may be read which the service has refused', async () => {
      const page = await open(desktop, owner);
      let goOn = () => {};
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await page.route('**/playground/image-without-background', async (route) => {
        await held;
        await route.continue();
      });
      await give(page, Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj <</Type/Catalog>> endobj\n'), 'paper.pdf');
      const unseen = page.locator('#unseen');
      await unseen.filter({ hasText: 'The service may still read it.', visible: true }).waitFor();
      expect(await unseen.innerText()).toContain('The service may still read it.');
      goOn();
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toContain('Unsupported Media Type. Supported formats are: JPEG');
      await expect.poll(() => unseen.innerText()).toBe('This browser cannot show the format of the photo.');
    });

    it('does not send a file over 20 MB', async () => {
      const page = await open(desktop, owner);
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
      await give(page, Buffer.concat([photo, Buffer.alloc(20 * 1024 * 1024)]));
      await alert(page).waitFor();
      expect(await alert(page).innerText()).toMatch(/^This file has 20\.1 MB\. At most 20\.0 MB are accepted\./);
      expect(posts).toEqual([]);
    });
  });

  describe('everybody', () => {
    it('can read the page, empty and with a result', async () => {
      const page = await open();
      expect(await accessibilityFindings(page)).toEqual([]);
      await chooseKind(page, 'Car layers');
      await give(page);
      await ready(page);
      expect(await accessibilityFindings(page)).toEqual([]);
    });

    it('sees no motion that was asked not to be', async () => {
      const page = await open({ ...desktop, reducedMotion: 'reduce' });
      await give(page);
      await ready(page);
      const moving = await page.evaluate(() => document.getAnimations().length);
      expect(moving).toBe(0);
    });

    it('finds nothing kept by the page', async () => {
      const page = await open();
      await give(page);
      await ready(page);
      const kept = await page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length);
      expect(kept).toBe(0);
    });
  });
});
