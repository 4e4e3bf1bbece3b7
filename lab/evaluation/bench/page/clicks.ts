/** Clicks on a photo of 12 megapixels at the page, by somebody who is signed in, in a browser on the machine of the service. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { modelSettings } from '../../../../src/inference/models/settings.ts';
import { launch, openPage } from '../../../../testing/chromium.ts';
import { Person, startWordOfTests } from '../../../../testing/person.ts';
import { startOwnService } from '../../own-service.ts';
import { benchPhoto } from '../photos.ts';

const megapixels = 12;
const window = { viewport: { width: 1280, height: 900 } };
/** Where the picture of the page does not follow a click at all. */
const patienceMs = 30_000;
const edgeVariables = {
  ...{ LOCAL_MAIL: 'on', START_WORD: startWordOfTests },
  ...{ SIGNUP_CREDITS: '100', DEFAULT_RATE_PER_MINUTE: '1000' },
};

/** What is clicked on the photo `coffee`, one after the other, in percent of its sides: each asks for another part. */
const places: readonly (readonly [kind: 'Keep' | 'Drop', x: number, y: number])[] = [
  ['Drop', 22, 60],
  ['Drop', 61, 71],
  ['Drop', 74, 52],
  ['Keep', 48, 38],
  ['Drop', 45, 92],
  ['Keep', 36, 72],
];

/** One click. */
export interface Click {
  /** On its photo, the first is 1. */
  readonly number: number;
  /** From the button's release until what is shown has changed and the browser has painted. */
  readonly ms: number;
  /** Of these: from the request to its last byte, on the wire. */
  readonly callMs: number;
}

/** @param wanted how many clicks behind the first one of a photo. Each photo has another shade, so that nothing is kept of it. */
export async function timedClicks(wanted: number): Promise<readonly Click[]> {
  const service = await startOwnService(modelSettings(process.env), edgeVariables);
  const browser = await launch();
  try {
    const person = new Person(service.base);
    await person.join('bench@example.org', 'a long password');
    const { page, close } = await openPage(browser, service.base, window);
    const cookies = [...person.cookies].map(([name, value]) => ({ name, value, url: service.base, httpOnly: true }));
    await page.context().addCookies(cookies);
    const clicks: Click[] = [];
    for (let shade = 0; laterOf(clicks).length < wanted; shade++) {
      await givePhoto(page, shade);
      const left = wanted - laterOf(clicks).length;
      for (const [at, place] of places.slice(0, left + 1).entries()) {
        clicks.push({ number: at + 1, ...(await click(page, ...place)) });
        process.stderr.write(`photo ${shade + 1}, click ${at + 1}: ${clicks.at(-1)?.ms.toFixed(0)} ms\n`);
      }
    }
    await close();
    return clicks;
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** From the second click on a photo on. */
export function laterOf(clicks: readonly Click[]): readonly Click[] {
  return clicks.filter(({ number }) => number > 1);
}

/** Opens the page anew, and has it cut out the photo in that shade. */
async function givePhoto(page: Page, shade: number): Promise<void> {
  const photo = await sharp(await benchPhoto('coffee', megapixels))
    .linear(1, -shade)
    .jpeg({ quality: 90 })
    .toBuffer();
  await page.goto('/');
  await page.locator('#payment-note').filter({ hasText: 'Signed in' }).waitFor();
  await page.getByLabel('Choose a photo').setInputFiles({ name: 'coffee.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.locator('#status').filter({ hasText: /ready/ }).waitFor();
  await page.locator('#tool-keep').waitFor();
}

async function click(page: Page, tool: 'Keep' | 'Drop', x: number, y: number): Promise<Omit<Click, 'number'>> {
  const button = page.getByRole('button', { name: tool, exact: true });
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  const box = await page.locator('#picture').boundingBox();
  if (!box) throw new Error('There is no picture');
  await page.evaluate(watch, patienceMs);
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.url().includes('/playground/image')),
    page.mouse.click(box.x + (x / 100) * box.width, box.y + (y / 100) * box.height),
  ]);
  const ms = await page.evaluate(() => (globalThis as Watching).untilSeen);
  const { requestStart, responseEnd } = response.request().timing();
  return { ms: ms ?? Number.NaN, callMs: responseEnd - requestStart };
}

/** The page while a click is timed. */
interface Watching {
  /** Milliseconds from the click until it was seen, by the page's clock; rejected where the page says another thing. */
  untilSeen?: Promise<number>;
}

/** Runs in the page: waits for the next click, and until the page has done what it says. */
function watch(mostMs: number): void {
  (globalThis as Watching).untilSeen = new Promise((resolve, reject) => {
    const note = document.getElementById('mend-note') as HTMLElement;
    let begunMs = Number.NaN;
    document.addEventListener('pointerup', () => (begunMs = performance.now()), { capture: true, once: true });
    const look = new MutationObserver(() => {
      const said = note.textContent ?? '';
      if (said === '' || said.endsWith('…')) return;
      look.disconnect();
      if (!said.startsWith('What you clicked')) return reject(new Error(said));
      // Painted once the frame after the next one begins.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - begunMs)));
    });
    look.observe(note, { childList: true });
    setTimeout(() => reject(new Error(`The page says: ${document.getElementById('result')?.innerText}`)), mostMs);
  });
}
