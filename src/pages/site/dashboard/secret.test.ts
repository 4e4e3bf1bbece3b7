/** The page that shows a new key: the key, a first call, and calls in three languages. */
import { describe, expect, test, vi } from 'vitest';
import { processingOperations, type ScopeName } from '../../../contract/operations.ts';
import { noticesOf, partOf, partsOf, textOf } from '../testing/html.ts';
import { htmlOf, visitOf } from '../testing/visit.ts';
import { SecretPage } from './secret.tsx';

vi.mock('./notices.tsx', () => ({ WalletNotices: () => null }));

const visit = visitOf();

describe('the page of a new key', () => {
  const page = (more: Partial<Parameters<typeof SecretPage>[0]> = {}) =>
    htmlOf(SecretPage({ visit, secret: 'test_secret', name: 'Shop', operations: null, ...more }));

  test('shows the secret to be copied, and calls that work here in three languages', async () => {
    const html = await page();
    expect(textOf(partOf(html, 'pre', 'id="secret"'))).toBe('test_secret');
    expect(partsOf(html, 'label').map(textOf)).toEqual(['curl', 'TypeScript', 'Python']);
    for (const id of ['call-curl', 'call-TypeScript', 'call-Python']) {
      const sample = textOf(partOf(html, 'pre', `id="${id}"`));
      expect(sample).toContain(`https://cutouts.example.org${processingOperations[0].path}`);
      expect(sample).toContain('EDGEMATTE_KEY');
      expect(sample).not.toContain('test_secret');
    }
    const beginnings = {
      'call-curl': /^curl /,
      'call-TypeScript': /^(import|const) .*fetch\(/,
      'call-Python': /^import .*requests/,
    };
    for (const [id, beginning] of Object.entries(beginnings)) {
      expect(textOf(partOf(html, 'pre', `id="${id}"`))).toMatch(beginning);
    }
    const copied = [...html.matchAll(/data-copy="([^"]*)"[^>]* hidden/g)].map(([, id]) => id);
    expect(copied).toEqual(['secret', 'first', 'call-curl', 'call-TypeScript', 'call-Python']);
    expect(html).toContain('src="/scripts/copy.js"');
    // What scrolls sideways is reached by keyboard.
    expect([...html.matchAll(/<pre id="([\w-]+)"[^>]* tabindex="0">/g)].map(([, id]) => id)).toEqual(copied.slice(1));
  });

  test('has a first call to paste, with the key and a photo that is here', async () => {
    const first = async (operation: ScopeName) =>
      textOf(partOf(await page({ operations: [operation] }), 'pre', 'id="first"'));
    const address = 'https://cutouts.example.org/samples';
    expect(await first('alpha-channel')).toMatch(
      new RegExp(`^export EDGEMATTE_KEY=test_secret curl -fO ${address}/portrait.jpg curl -f .*@portrait.jpg`),
    );
    expect(await first('car-image-without-background')).toMatch(/\/samples\/car\.jpg .*@car\.jpg/);
  });

  test('shows a call that the key may make', async () => {
    const last = processingOperations[processingOperations.length - 1];
    expect(textOf(partOf(await page({ operations: [last.name] }), 'pre', 'id="call-curl"'))).toContain(last.path);
    const removebg = textOf(partOf(await page({ operations: ['removebg'] }), 'pre', 'id="first"'));
    expect(removebg).toMatch(/\/v1\.0\/removebg .*size=auto.*@portrait\.jpg/);
  });

  test('says what became of the key before it', async () => {
    expect(noticesOf(await page({ instead: 'The key …abcd has ended.' }))[0]).toEqual(['', 'The key …abcd has ended.']);
    expect(noticesOf(await page()).map(([kind]) => kind)).toEqual(['done']);
  });
});
