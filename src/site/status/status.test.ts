import { describe, expect, test } from 'vitest';
import { noticesOf, rowsOf, textOf } from '../testing/html.ts';
import { type ServiceHealth, statusPage } from './status.tsx';

const well: ServiceHealth = {
  status: 'ready',
  ledger: 'ready',
  directory: 'ready',
  inference: 'ready',
  image_lane: 'ready',
};
const at = new Date('2026-11-26T15:04:05.678Z');
const page = async (changes: Partial<ServiceHealth> = {}) =>
  String(await statusPage({ ...well, ...changes }, at, null));

describe('the verdict', () => {
  test.each([
    ['ready', 'done'],
    ['degraded', ''],
    ['unavailable', 'failed'],
  ] as const)('%s is said in words of its own', async (status, kind) => {
    const [[shown, words], ...others] = noticesOf(await page({ status }));
    expect([shown, others]).toEqual([kind, []]);
    expect(words.length).toBeGreaterThan(10);
  });

  test('differs with each state', async () => {
    const said = await Promise.all(
      (['ready', 'degraded', 'unavailable'] as const).map(async (status) => noticesOf(await page({ status }))[0][1]),
    );
    expect(new Set(said).size).toBe(3);
  });
});

describe('the parts', () => {
  test('each have a name, what they do, and how they are', async () => {
    const rows = rowsOf(await page());
    expect(rows).toHaveLength(4);
    for (const [name, what, now] of rows) {
      expect([name.length > 2, what.length > 10, now]).toEqual([true, true, 'works']);
    }
  });

  test.each([
    ['ledger', 0],
    ['directory', 1],
    ['inference', 2],
    ['image_lane', 3],
  ] as const)('%s alone is marked where it does not answer', async (part, index) => {
    const html = await page({ [part]: 'unavailable' });
    const now = rowsOf(html).map(([, , state]) => state);
    expect(now).toEqual(now.map((_, at) => (at === index ? 'does not answer' : 'works')));
    expect(html.match(/<td class="wrong">/g)).toHaveLength(1);
  });
});

test('the page says when it was asked, to the second', async () => {
  const html = await page();
  expect(html).toContain('<time datetime="2026-11-26T15:04:05.678Z">');
  expect(textOf(html)).toContain('2026-11-26 15:04:05 UTC');
  expect(html).not.toContain('noindex');
});
