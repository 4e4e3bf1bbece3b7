// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const entries = [
  { kind: 'field', title: 'crop', of: 'cutout', path: '/docs/reference/cutouts#cutout.crop', text: '' },
  { kind: 'field', title: 'crop_margin', of: 'cutout', path: '/docs/reference/cutouts#cutout.crop_margin', text: '' },
];
let asked: string[];
let answer: () => Promise<Response>;

beforeEach(async () => {
  asked = [];
  answer = async () => Response.json(entries);
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return answer();
  });
  document.body.innerHTML = `<form class="search"><input type="search" name="q"><button>Search</button></form><a href="/">Else</a>`;
  vi.resetModules();
  await import('./search.ts');
});
afterEach(() => vi.unstubAllGlobals());

const field = () => document.querySelector<HTMLInputElement>('input') as HTMLInputElement;
const panel = () => document.querySelector<HTMLElement>('.results') as HTMLElement;
const links = () => [...panel().querySelectorAll('a')];

async function fill(text: string): Promise<void> {
  field().value = text;
  field().dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitFor(() => expect(asked).not.toEqual([]));
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
const press = (key: string) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );

test('the index is loaded once, when the field is used', async () => {
  expect(asked).toEqual([]);
  field().focus();
  await fill('c');
  await fill('crop');
  expect(asked).toEqual(['/docs/search.json']);
});

test('what is found is shown as links, with its number for screen readers', async () => {
  await fill('crop');
  expect(links().map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/docs/reference/cutouts#cutout.crop', 'crop cutout'],
    ['/docs/reference/cutouts#cutout.crop_margin', 'crop_margin cutout'],
  ]);
  expect([panel().hidden, document.querySelector('[role="status"]')?.textContent]).toEqual([false, '2 found']);
  await fill('nothing');
  expect([panel().hidden, document.querySelector('[role="status"]')?.textContent]).toEqual([true, '0 found']);
});

test('arrows go through the links and back to the field, and Escape closes', async () => {
  field().focus();
  await fill('crop');
  for (const expected of [links()[0], links()[1], links()[1]]) {
    press('ArrowDown');
    expect(document.activeElement).toBe(expected);
  }
  press('ArrowUp');
  press('ArrowUp');
  expect(document.activeElement).toBe(field());
  press('ArrowDown');
  press('Escape');
  expect([panel().hidden, document.activeElement === field()]).toEqual([true, true]);
});

test('it closes where the focus leaves it, or a link is followed', async () => {
  await fill('crop');
  field().dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: links()[0] }));
  expect(panel().hidden).toBe(false);
  field().dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: null }));
  expect(panel().hidden).toBe(true);
  await fill('crop');
  links()[0].click();
  expect(panel().hidden).toBe(true);
});

test.each([
  ['nothing', () => Promise.reject(new Error('away'))],
  ['an error', async () => new Response('{}', { status: 503 })],
])('where %s is answered nothing is shown, and a later use asks again', async (_what, without) => {
  answer = without;
  await fill('crop');
  expect(panel().hidden).toBe(true);
  answer = async () => Response.json(entries);
  await fill('crop_');
  expect(links()).toHaveLength(1);
});
