/** The one page of a driven browser, as a test uses it: by what is seen, each waited for. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Driver } from './driver.ts';

/** By which WebDriver names an element. */
const reference = 'element-6066-11e4-a52e-4f735466cecf';
const givesUpAfterMs = 60_000;
const looksEveryMs = 50;

export class DrivenPage {
  readonly #driver: Driver;
  readonly #base: string;

  constructor(driver: Driver, base: string) {
    this.#driver = driver;
    this.#base = base;
  }

  /** Opens a page, and waits until it is loaded. @param route from `/` */
  async goto(route: string): Promise<void> {
    await this.#driver.send('goto', { url: this.#base + route });
  }

  /** Runs the body of a function in the page. @returns what it returns */
  run(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.#driver.send('run', { script, args });
  }

  /**
   * Waits for an element that can be seen or is given a file.
   * @param text part of what it says; any when left out
   * @returns its id
   * @throws Error after a minute, with what the page says
   */
  async find(css: string, text = ''): Promise<string> {
    return this.until(`${css} that says “${text}”`, async () => {
      const found = await this.run(
        `return [...document.querySelectorAll(arguments[0])].find((each) =>
          (each.getClientRects().length > 0 || each.type === 'file') && !each.disabled && each.textContent.includes(arguments[1])) ?? null`,
        css,
        text,
      );
      return found === null ? null : String((found as Record<string, unknown>)[reference]);
    });
  }

  /** What is said where `find` finds it. */
  async textOf(css: string, text?: string): Promise<string> {
    const element = { [reference]: await this.find(css, text) };
    return String(await this.run('return arguments[0].textContent', element));
  }

  /** Runs a body that returns numbers. */
  async numbers(script: string): Promise<number[]> {
    const found = await this.run(script);
    return Array.isArray(found) ? found.map(Number) : [];
  }

  /** Clicks what `find` finds. */
  async click(css: string, text?: string): Promise<void> {
    await this.#driver.send('click', { id: await this.find(css, text) });
  }

  /** Types into a field, or gives files to a field of files: their paths with line feeds between. */
  async type(css: string, text: string): Promise<void> {
    await this.#driver.send('type', { id: await this.find(css), text });
  }

  /** Draws with the mouse. @param places in CSS pixels of the window, the first is where the button goes down */
  async draw(...places: readonly (readonly [x: number, y: number])[]): Promise<void> {
    const moves = places.map(([x, y]) => ({ type: 'pointerMove', duration: 50, origin: 'viewport', x, y }));
    const [first, ...rest] = moves.map((move) => ({ ...move, x: Math.round(move.x), y: Math.round(move.y) }));
    const [down, up] = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } };
    await this.#driver.send('act', { actions: [{ ...mouse, actions: [first, down, ...rest, up] }] });
  }

  /** Waits for the next file that is saved, and has `press` ask for it. */
  async saved(press: () => Promise<void>): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    const { downloads } = this.#driver;
    await press();
    return this.until('A download', async () => {
      const names = readdirSync(downloads);
      // Beside a file in the making is one whose name ends so.
      if (names.some((name) => /\.(part|wkdownload)$/.test(name))) return null;
      const [name] = names;
      const bytes = name === undefined ? null : readFileSync(path.join(downloads, name));
      if (name === undefined || bytes === null || bytes.length === 0) return null;
      // The next one may be called the same.
      rmSync(path.join(downloads, name));
      return { name, bytes };
    });
  }

  /** Looks until something is there. @throws Error after a minute, with what the page says */
  async until<Found>(what: string, look: () => Promise<Found | null>): Promise<Found> {
    const end = Date.now() + givesUpAfterMs;
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      if (Date.now() > end) throw new Error(`${what} is not there. The page: ${await this.run(says)}`);
      await wait(looksEveryMs);
    }
  }
}

const says = `return location.pathname + " " + (document.querySelector("dialog") ?? document.querySelector("main") ?? document.body).innerText.slice(0, 500)`;
