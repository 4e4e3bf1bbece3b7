// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const button = (at = 0) => document.querySelectorAll('button')[at];

beforeEach(async () => {
  vi.useFakeTimers();
  getSelection()?.removeAllRanges();
  document.body.innerHTML = `<button data-copy="secret" hidden>Copy key</button><button hidden>Other</button>
    <button data-copy="nothing" hidden>Copy</button><pre id="secret">test_&lt;secret&gt;</pre>`;
  vi.resetModules();
  await import('./copy.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const clipboard = (writeText?: (text: string) => Promise<void>) =>
  vi.stubGlobal('navigator', { clipboard: writeText && { writeText } });

async function click(at = 0): Promise<string | null> {
  button(at).click();
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  return button(at).textContent;
}

test('buttons that copy are shown where scripts run, and no others', () => {
  expect([button(0).hidden, button(1).hidden]).toEqual([false, true]);
});

test('a click copies the text, says so, and is called as before after two seconds', async () => {
  const copied: string[] = [];
  clipboard(async (text) => void copied.push(text));
  expect([await click(), copied]).toEqual(['Copied', ['test_<secret>']]);
  expect(getSelection()?.toString()).toBe('');
  vi.advanceTimersByTime(1999);
  expect(button().textContent).toBe('Copied');
  vi.advanceTimersByTime(1);
  expect(button().textContent).toBe('Copy key');
});

test.each([
  ['there is no clipboard', undefined],
  ['the browser refuses', () => Promise.reject(new Error('Not allowed'))],
])('where %s the text is selected', async (_, writeText) => {
  clipboard(writeText);
  expect(await click()).toBe('Selected');
  expect(getSelection()?.toString()).toBe('test_<secret>');
});

test('a button without its text does nothing', async () => {
  clipboard(async () => {});
  expect(await click(2)).toBe('Copy');
});
