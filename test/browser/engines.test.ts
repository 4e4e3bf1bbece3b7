/** What a visitor does first, in the other two engines: a cutout, a stroke of the brush, an account with a key, a ZIP. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesOf } from '../../src/pages/site/browser/playground/zip.ts';
import type { Driver } from '../../testing/engines/driver.ts';
import { startFirefox } from '../../testing/engines/firefox.ts';
import { DrivenPage } from '../../testing/engines/page.ts';
import { startWebKit } from '../../testing/engines/webkit.ts';
import { missing } from '../../testing/needs.ts';
import { startWordOfTests } from '../../testing/person.ts';
import { describeWith } from '../run/describe-with.ts';
import { type Stack, startStack } from '../stack.ts';
import { startWatchingRelay, type WatchingRelay } from '../watching-relay.ts';

const [widthPx, heightPx] = [480, 360];
const engines = [
  { engine: 'Firefox', reason: missing('firefox'), start: startFirefox },
  { engine: 'WebKit', reason: missing('webkit'), start: startWebKit },
];

let stack: Stack;
let folder: string;
const photoFile = (index: number) => path.join(folder, `disc ${index}.png`);

beforeAll(async () => {
  stack = await startStack({ edgeVariables: { TRIAL_PER_DAY_TOTAL: '1000' } });
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-engines-'));
  for (const index of [1, 2, 3]) {
    // A bright disc, which the test network keeps, on a dark gradient, whose every pixel has another colour than black.
    const svg = `<svg width="${widthPx}" height="${heightPx}"><defs><linearGradient id="g"><stop stop-color="#102030"/>
      <stop offset="1" stop-color="#302010"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>
      <circle cx="240" cy="180" r="${85 + 5 * index}" fill="#fff"/></svg>`;
    writeFileSync(photoFile(index), await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer());
  }
});
afterAll(async () => {
  await stack?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

for (const { engine, reason, start } of engines) {
  describeWith(reason, `in ${engine}`, () => {
    let driver: Driver;
    let relay: WatchingRelay;
    let page: DrivenPage;

    beforeAll(async () => {
      relay = await startWatchingRelay(stack.workers.port);
      driver = await start();
      page = new DrivenPage(driver, relay.base);
      await driver.send('resize', { width: 1280, height: 900 });
    });
    afterAll(async () => {
      await driver?.stop();
      await relay?.stop();
    });

    async function openFirstPage(): Promise<void> {
      await page.goto('/');
      await page.find('#payment-note', 'Trial');
    }
    const ready = () => page.find('#status', 'ready');

    async function saved(): Promise<{ readonly name: string; readonly data: Buffer }> {
      const { name, bytes } = await page.saved(() => page.click('#save'));
      const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([widthPx, heightPx]);
      return { name, data };
    }
    const pixelAt = (data: Buffer, x: number, y: number) => [...data.subarray((y * widthPx + x) * 4).subarray(0, 4)];

    it('a sample, then an own photo becomes a cutout, which is saved on white too', async () => {
      await openFirstPage();
      await page.click('#samples [title="A product"]');
      await page.click('#try-sample');
      await ready();
      await openFirstPage();
      await page.type('#photo', photoFile(1));
      await ready();
      const cutout = await saved();
      expect(cutout.name).toBe('disc 1-cutout.png');
      expect(pixelAt(cutout.data, 5, 5)[3]).toBeLessThan(64);
      await page.click('#background .white');
      await page.find('#save-note', 'in sRGB');
      const [red, green, blue, alpha] = pixelAt((await saved()).data, 5, 5);
      expect(Math.min(red, green, blue)).toBeGreaterThan(191);
      expect(alpha).toBe(255);
    });

    it('a stroke of the brush changes exactly its pixels', async () => {
      await openFirstPage();
      await page.type('#photo', photoFile(1));
      await ready();
      const before = (await saved()).data;
      await page.click('#edit-by-hand');
      await page.find('[data-part="done"]');
      await page.click('dialog label', 'Stop at edges');
      const [left, top, scale] = await page.numbers(
        `const { x, y, width } = document.querySelector('[data-part="ground"]').getBoundingClientRect();
         return [x, y, width / ${widthPx}]`,
      );
      await page.draw([left + 60 * scale, top + 40 * scale], [left + 200 * scale, top + 40 * scale]);
      const told = await page.textOf('dialog [role="status"]', 'Restored');
      await page.click('[data-part="done"]');
      await page.until('The page without the dialog', async () =>
        (await page.run(`return document.querySelector('dialog') === null`)) === true ? true : null,
      );
      const after = (await saved()).data;
      const rows: number[] = [];
      for (let at = 0; at < after.length; at += 4) {
        if (before.readUInt32LE(at) !== after.readUInt32LE(at)) rows.push(Math.floor(at / 4 / widthPx));
      }
      expect(rows.length).toBe(Number(told.replace(/\D/g, '')));
      // The brush is 40 pixels wide.
      expect(Math.max(...rows.map((y) => Math.abs(y + 0.5 - 40)))).toBeLessThan(21);
      expect(pixelAt(after, 120, 40)[3]).toBe(255);
    });

    it('a sign-up leads to a first key, and three photos to one ZIP', async () => {
      await page.goto(`/local/${startWordOfTests}`);
      await page.goto('/sign-up');
      await page.type('[name="email"]', `${engine.toLowerCase()}@example.org`);
      await page.type('[name="password"]', 'a long password');
      await page.click('[name="terms"]');
      await page.click('button', 'Create account');
      await page.click('a', '/dev/mail');
      await page.click('a', 'verify-email');
      await page.click('button', 'Confirm');
      await page.find('h1', 'Hello');
      await page.click('button', 'Make a test key');
      await page.find('h1', 'Your new key');
      expect(await page.run('return document.body.textContent')).toMatch(/test_[0-9A-Za-z]{38}/);

      await page.goto('/many-photos');
      await page.find('#many');
      await page.type('#files', [1, 2, 3].map(photoFile).join('\n'));
      await page.find('#start', 'Start · 3 credits');
      await page.click('#start');
      // Of such simple pictures networks are not sure.
      await page.find('#take-held', 'Take all 3');
      const { name, bytes } = await page.saved(() => page.click('#take-held'));
      expect(name).toBe('cutouts.zip');
      const files = await filesOf(new Blob([Uint8Array.from(bytes)]));
      expect([...files.keys()].sort()).toEqual(['disc 1.png', 'disc 2.png', 'disc 3.png']);
    });

    it('nothing went wrong in a page, which would have been heard', async () => {
      expect(relay.mishaps).toEqual([]);
      await page.run(`document.body.append(Object.assign(new Image(), { src: 'https://images.example.com/a.png' }))`);
      await page.until('A report', async () => relay.mishaps.find((each) => each.includes('img-src forbids')) ?? null);
    });
  });
}
