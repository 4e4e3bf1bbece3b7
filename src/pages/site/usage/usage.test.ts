/** What the page of usage shows: figures, pace of wallets, tables; and what it says where nothing was called. */
import { describe, expect, test, vi } from 'vitest';
import type { UsageReport } from '../../../money/usage/report.ts';
import { attributeOf, formsOf, linksOf, noticesOf, partOf, partsOf, rowsOf, textOf } from '../testing/html.ts';
import { htmlOf, visitOf } from '../testing/visit.ts';
import { UsagePage, type UsageProps, type WalletPace } from './usage.tsx';

vi.mock('../dashboard/notices.tsx', () => ({ WalletNotices: () => null }));

const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 10, 25);
const counts = { calls: 1600, successes: 1200, refusals: 400, credits: 1199, reviews: 30 };
const times = { p50Ms: 850, p95Ms: 2345 };
const report: UsageReport = {
  ...counts,
  ...times,
  days: [
    { startMs, calls: 0, successes: 0, refusals: 0, credits: 0, reviews: 0, p50Ms: null, p95Ms: null },
    { startMs: startMs + dayMs, ...counts, ...times },
  ],
  operations: [{ operation: 'alpha-channel', ...counts, ...times }],
  keys: [{ keyId: 'key_1', ...counts }],
  outcomes: [
    { status: 200, errorCode: null, calls: 1200 },
    { status: 402, errorCode: 'NO_CREDITS', calls: 400 },
  ],
};
const nothing: UsageReport = {
  ...{ calls: 0, successes: 0, refusals: 0, credits: 0, reviews: 0, p50Ms: null, p95Ms: null },
  ...{ days: [], operations: [], keys: [], outcomes: [] },
};

const page = (changes: Partial<UsageProps> = {}) =>
  htmlOf(
    UsagePage({
      visit: visitOf(),
      days: 30,
      key: 'all',
      names: new Map([['key_1', 'Shop <1>']]),
      report,
      paces: [],
      ...changes,
    }),
  );
/** Name, value and note of each figure. */
const figuresOf = (html: string) =>
  (html.match(/<div class="card">.*?<\/div>/gs) ?? []).map((card) =>
    [partOf(card, 'h3'), partOf(card, 'p', 'class="figure"'), partOf(card, 'p', 'class="note"')].map(textOf),
  );

describe('the figures', () => {
  test('sum up what was called', async () => {
    expect(figuresOf(await page())).toEqual([
      ['Calls', '1,600', 'in the last 30 days'],
      ['Successes', '75.0 %', '1,200 calls, 400 refused'],
      ['Median time', '850 ms', '95 % within 2.3 s, upload included'],
      ['To review', '2.5 %', '30 answers with a high uncertainty'],
      ['Credits spent', '1,199', 'in the last 30 days'],
    ]);
  });

  test('have dashes where nothing was called, and a way to a first call in place of tables', async () => {
    const html = await page({ report: nothing, days: 7 });
    expect(figuresOf(html).map(([, value, note]) => [value, note])).toEqual([
      ['0', 'in the last 7 days'],
      ['–', '0 calls, 0 refused'],
      ['–', '95 % within –, upload included'],
      ['–', '0 answers with a high uncertainty'],
      ['0', 'in the last 7 days'],
    ]);
    expect(html).not.toContain('<table');
    expect(html).not.toContain('class="chart"');
    const [[, said]] = noticesOf(html);
    expect(said.length).toBeGreaterThan(20);
    expect(linksOf(partOf(html, 'div', 'class="notice"')).map(([href]) => href)).toEqual([
      '/dashboard/keys',
      '/docs/guide',
      '/',
    ]);
    expect(noticesOf(await page())).toEqual([]);
  });
});

describe('the pace of a wallet', () => {
  const expiresAtMs = Date.UTC(2027, 2, 1);
  const pace: WalletPace = { type: 'test', credit: 1000, creditsPerDay: 0, emptyAtMs: null, expiresAtMs };
  const shown = async (changes: Partial<WalletPace>) =>
    figuresOf(await page({ paces: [{ ...pace, ...changes }] })).at(-1);

  test.each([
    [{ credit: 0 }, ['Test credits left', '0', 'Nothing is left to spend.']],
    [{}, ['Test credits left', '1,000', 'Nothing was spent in the last week. Credits expire on 1 Mar 2027.']],
    [
      { type: 'live' as const, creditsPerDay: 12.4, emptyAtMs: expiresAtMs - dayMs },
      ['Live credits left', '1,000', 'At 12 a day they last until about 28 Feb 2027.'],
    ],
    [
      { creditsPerDay: 9.99, emptyAtMs: expiresAtMs },
      ['Test credits left', '1,000', 'At 10.0 a day some will be left when they expire on 1 Mar 2027.'],
    ],
    [
      { creditsPerDay: 10, emptyAtMs: expiresAtMs + dayMs },
      ['Test credits left', '1,000', 'At 10 a day some will be left when they expire on 1 Mar 2027.'],
    ],
  ])('%o', async (changes, figure) => {
    expect(await shown(changes)).toEqual(figure);
  });
});

describe('the choice', () => {
  test('offers days and keys, and has what is shown chosen', async () => {
    for (const [days, key] of [
      [7, 'live'],
      [90, 'key_1'],
      [30, 'all'],
    ] as const) {
      const [{ method, html }] = formsOf(await page({ days, key }));
      expect(method).toBe('get');
      const options = partsOf(html, 'option').map((option) => [attributeOf(option, 'value'), textOf(option)]);
      expect(options.map(([value]) => value)).toEqual(['7', '30', '90', 'all', 'live', 'test', 'key_1']);
      expect(new Set(options.map(([, words]) => words)).size).toBe(7);
      const selected = (html.match(/<option[^>]*selected[^>]*>/g) ?? []).map((option) => attributeOf(option, 'value'));
      expect(selected).toEqual([String(days), key]);
    }
  });
});

describe('the tables', () => {
  test('have a row for each day, also without calls', async () => {
    const [days] = partsOf(await page(), 'table');
    expect(rowsOf(days)).toEqual([
      ['25 Nov', '0', '0', '0', '0', '0', '–', '–'],
      ['26 Nov', '1,600', '1,200', '400', '1,199', '30', '850 ms', '2.3 s'],
    ]);
  });

  test('tell operations, keys by their names, and answers with what they mean', async () => {
    const [, operations, keys, outcomes] = partsOf(await page(), 'table').map(rowsOf);
    expect(operations).toEqual([['alpha-channel', '1,600', '1,200', '400', '1,199', '30', '850 ms', '2.3 s']]);
    expect(keys).toEqual([['Shop <1>', '1,600', '1,200', '400', '1,199', '30']]);
    expect(outcomes).toEqual([
      ['200 success', '1,200', '75.0 %'],
      ['402 NO_CREDITS', '400', '25.0 %'],
    ]);
    const links = linksOf(await page()).filter(([, words]) => words === 'NO_CREDITS');
    expect(links).toEqual([['/docs/reference/errors#no_credits', 'NO_CREDITS']]);
  });

  test('each have a name, a head for each column, and are reached by the keyboard', async () => {
    const html = await page();
    const tables = partsOf(html, 'table');
    expect(new Set(tables.map((table) => textOf(partOf(table, 'caption')))).size).toBe(4);
    for (const table of tables) {
      const heads = partsOf(partOf(table, 'thead'), 'th').map(textOf);
      expect(heads).toHaveLength(rowsOf(table)[0].length);
      expect(new Set(heads).size).toBe(heads.length);
      expect(heads).not.toContain('');
    }
    const boxes = html.match(/<section class="scroll"[^>]*>/g) ?? [];
    expect(boxes).toHaveLength(4);
    for (const box of boxes) expect([attributeOf(box, 'tabindex'), attributeOf(box, 'aria-label')]).not.toContain(null);
  });

  test('stand below three charts, whose numbers they have', async () => {
    const html = await page();
    const charts = partsOf(html, 'svg', 'role="img"');
    expect(charts.map((chart) => textOf(partsOf(chart, 'title').at(-1) ?? ''))).toEqual([
      '26 Nov: Successes 1,200, Refusals 400',
      '26 Nov: Credits 1,199',
      '26 Nov: Median 850 ms, 95 % within 2.3 s',
    ]);
    for (const chart of charts) expect(attributeOf(chart, 'aria-label')).toMatch(/table below/);
    expect(html).not.toContain('<script');
  });
});
