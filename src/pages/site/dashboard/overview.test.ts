/** What the overview shows of a new account, of one that calls, and of failures. */
import { expect, test, vi } from 'vitest';
import type { LoggedRequest } from '../../../money/request-log/request.ts';
import type { UsageReport } from '../../../money/usage/report.ts';
import { formsOf, linksOf, partsOf, rowsOf, textOf } from '../testing/html.ts';
import { htmlOf, visitOf } from '../testing/visit.ts';
import { OverviewPage, type OverviewProps } from './overview.tsx';

vi.mock('./notices.tsx', () => ({ WalletNotices: () => null }));

const counts = { calls: 4, successes: 3, refusals: 1, credits: 3, reviews: 0, p50Ms: 850, p95Ms: 900 };
const zero = { calls: 0, successes: 0, refusals: 0, credits: 0, reviews: 0, p50Ms: null, p95Ms: null };
const lists = { operations: [], keys: [], outcomes: [] };
const none: UsageReport = { ...zero, ...lists, days: [] };
const some: UsageReport = { ...counts, ...lists, days: [{ startMs: Date.UTC(2026, 10, 26), ...counts }] };
const failure: LoggedRequest = {
  ...{ atMs: Date.UTC(2026, 10, 26, 14, 5), wallet: 'test_ABCDEFGHIJ', requestId: 'r-1&2', keyId: 'key_1' },
  ...{ operation: 'alpha-channel', options: [], status: 402, errorCode: 'INSUFFICIENT_CREDITS', milliseconds: 9 },
  ...{ pixels: null, credits: 0, calls: 1 },
};
const page = (changes: Partial<OverviewProps> = {}) =>
  htmlOf(
    OverviewPage({
      ...{ visit: visitOf(), wallets: [], keys: 0, isNew: false, report: none, failures: [], isShop: false },
      ...changes,
    }),
  );
const headsOf = (html: string) => partsOf(html, 'h2').map(textOf);

test('a new account is led to a first call by one button, which makes a test key', async () => {
  const html = await page({ isNew: true });
  expect(headsOf(html)).toEqual(['Credits', 'Your first call']);
  const [form] = formsOf(html).filter(({ action }) => action === '/dashboard/keys');
  expect([form.method, form.fields.filter(([name]) => name === 'type')]).toEqual(['post', [['type', 'test']]]);
  const withKey = await page({ isNew: true, keys: 2 });
  expect(formsOf(withKey).map(({ action }) => action)).toEqual(['/sign-out']);
  expect(partsOf(withKey, 'h3').map(textOf)[0]).toBe('2 keys');
});

test('an account that calls has its week, and what failed with what it means and whether it cost', async () => {
  const html = await page({ report: some, failures: [failure] });
  expect(headsOf(html)).toEqual(['Credits', 'Calls of the last 7 days', 'Last failures']);
  expect(textOf(html)).toContain('4 calls, 75.0 % successes');
  expect(partsOf(html, 'title').map(textOf)).toContain('26 Nov: Successes 3, Refusals 1');
  expect(rowsOf(html)).toEqual([
    [
      '26 Nov 2026, 14:05 UTC',
      'alpha-channel',
      '402 INSUFFICIENT_CREDITS No credit can be spent now. It cost nothing.',
    ],
  ]);
  expect(linksOf(html)).toContainEqual(['/dashboard/requests?id=r-1%262', '26 Nov 2026, 14:05 UTC']);
});

test('what is not there is left out: a shop, a log of requests', async () => {
  const buys = (html: string) => linksOf(html).filter(([, words]) => words === 'Buy credits');
  expect(buys(await page())).toEqual([]);
  expect(buys(await page({ isShop: true }))).toEqual([['/dashboard/billing', 'Buy credits']]);
  expect(headsOf(await page({ report: some, failures: null }))).not.toContain('Last failures');
  expect(textOf(await page({ report: some }))).toContain('None. A call that fails is listed here');
  expect(textOf(await page())).toContain('Calls of the last 7 days All usage None.');
});
