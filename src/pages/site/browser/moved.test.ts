// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

async function open(hash: string): Promise<string[]> {
  const led: string[] = [];
  vi.stubGlobal('location', { hash, replace: (address: string) => led.push(address) });
  document.body.innerHTML = `<h2 id="cutouts"><a href="https://example.org/docs/reference/cutouts">Cutouts</a></h2>
    <ul><li id="alpha-channel"><a href="https://example.org/docs/reference/mattes#alpha-channel">Matte</a></li></ul>`;
  vi.resetModules();
  await import('./moved.ts');
  return led;
}
afterEach(() => vi.unstubAllGlobals());

test('the former place of an operation leads to where it is now', async () => {
  expect(await open('#alpha-channel')).toEqual(['https://example.org/docs/reference/mattes#alpha-channel']);
});

test.each(['', '#', '#cutouts', '#nothing'])('"%s" stays on the page', async (hash) => {
  expect(await open(hash)).toEqual([]);
});
