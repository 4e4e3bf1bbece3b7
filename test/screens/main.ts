/** `npm run screens`: every page and state as pictures, at three widths, light and dark. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext } from 'playwright-core';
import { build } from '../../src/local/build.ts';
import { launch, openPage } from '../../testing/chromium.ts';
import { startWordOfTests } from '../../testing/person.ts';
import { type Stack, startStack } from '../stack.ts';
import { type Signed, signUpAll } from './people.ts';
import { sheetOf } from './sheet.ts';
import { furtherStates, pageStates, type State } from './states.ts';

const help = `Usage: npm run screens -- --out DIR [--only TEXT]

Builds and starts the service with the shipped networks, and writes one sheet a page and state: 1440, 768 and 390 pixels
wide, light above dark, as DIR/NAME.png. Says which pages scroll sideways, call elsewhere or report an error.

  --out DIR    where the sheets go; made when missing
  --only TEXT  only those whose name contains it`;

const widthsPx = [1440, 768, 390];
const heightPx = 900;

const { values } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, out: { type: 'string' }, only: { type: 'string', default: '' } },
});

if (values.help) console.log(help);
else if (values.out === undefined) fail('Expected --out');
else await main(values.out, values.only);

async function main(out: string, only: string): Promise<void> {
  mkdirSync(out, { recursive: true });
  await build();
  const [stack, browser] = await Promise.all([startStack({ models: 'real' }), launch()]);
  try {
    const signed = await signUpAll(stack);
    const states = [...pageStates(signed), ...furtherStates].filter(({ name }) => name.includes(only));
    if (states.length === 0) throw new Error(`No state is called ${only}`);
    let faults = 0;
    for (const [index, state] of states.entries()) {
      const said = await takeSheet(stack, browser, state, signed[state.who], out);
      faults += said.length;
      console.log([`${index + 1} of ${states.length}: ${state.name}`, ...said].join('\n  '));
    }
    console.log(`${states.length} sheets in ${out}, ${faults} faults`);
    if (faults > 0) process.exitCode = 1;
  } catch (cause) {
    fail(cause instanceof Error ? cause.message : String(cause));
  } finally {
    await browser.close();
    await stack.stop();
  }
}

/** @returns a line for each thing that should not be */
async function takeSheet(stack: Stack, browser: Browser, state: State, { cookies }: Signed, out: string) {
  const { page, mishaps } = await openPage(browser, stack.base, { viewport: { width: widthsPx[0], height: heightPx } });
  const context: BrowserContext = page.context();
  // Networks may be slow on a machine that does other work too.
  page.setDefaultTimeout(120_000);
  // A ZIP is downloaded: no dialog of the browser's own can be answered here.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  try {
    await context.addCookies([
      ...[...cookies].map(([name, value]) => ({ name, value, url: stack.base })),
      { name: 'edgematte.start', value: startWordOfTests, url: stack.base },
    ]);
    await page.goto(state.path, { waitUntil: 'networkidle' });
    await state.act?.(page);
    const rows: Buffer[][] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const row: Buffer[] = [];
      for (const width of widthsPx) {
        await page.setViewportSize({ width, height: heightPx });
        const beyondPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (beyondPx > 0) mishaps.push(`${width} px, ${colorScheme}: scrolls sideways by ${beyondPx} px`);
        // A dialog covers the window, not the page.
        const isWhole = (await page.locator('dialog[open]').count()) === 0;
        row.push(await page.screenshot({ fullPage: isWhole }));
      }
      rows.push(row);
    }
    writeFileSync(path.join(out, `${state.name}.png`), await sheetOf(rows));
  } catch (cause) {
    mishaps.push(`no sheet: ${cause instanceof Error ? cause.message.split('\n')[0] : cause}`);
  } finally {
    await context.close();
  }
  return mishaps;
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
