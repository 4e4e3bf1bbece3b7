/** Notices of wallets: what each says, and that a page does without them where nobody can be asked. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WalletBalance } from '../../../contract/account.ts';
import { walletsOf } from '../../accounts/wallets.ts';
import { linksOf, noticesOf } from '../testing/html.ts';
import { htmlOf, visitOf } from '../testing/visit.ts';
import { WalletNotices } from './notices.tsx';

vi.mock('../../accounts/wallets.ts', () => ({ walletsOf: vi.fn() }));

const dayMs = 86_400_000;
const nowMs = Date.UTC(2026, 10, 26);
const balance = {
  balance: 100,
  expiresAtMs: nowMs + 100 * dayMs,
  lastGrant: { balanceAfter: 100 },
} as Partial<WalletBalance> as WalletBalance;

/** Texts of the notices of wallets that stand so. */
async function shown(balances: Record<string, Partial<WalletBalance> | null>) {
  const LEDGERS = {
    getByName: (wallet: string) => ({
      walletBalance: async () => balances[wallet] && { ...balance, ...balances[wallet] },
    }),
  };
  const visit = visitOf();
  const env = { ...visit.setup.env, LEDGERS } as Partial<typeof visit.setup.env> as typeof visit.setup.env;
  return htmlOf(WalletNotices({ visit: { ...visit, setup: { ...visit.setup, env } } }));
}
const textsOf = (html: string) => noticesOf(html).map(([, text]) => text.replace(/ Get credits$/, ''));

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs, toFake: ['Date'] });
  vi.mocked(walletsOf).mockResolvedValue([
    { type: 'test', wallet: 'test_A', hiddenKeyId: 'key_1' },
    { type: 'live', wallet: 'live_A', hiddenKeyId: 'key_2' },
  ]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('nothing is said of wallets that are well, or not open', async () => {
  expect(await shown({ test_A: {}, live_A: null })).not.toContain('<');
});

test.each([
  [{ balance: 20 }, '80 % of your test credits are used; 20 credits left.'],
  [{ balance: 1 }, '80 % of your test credits are used; 1 credit left.'],
  [{ balance: 0 }, 'Your test credits are used up. Calls are answered 402 until new ones come.'],
  [{ expiresAtMs: nowMs + 14 * dayMs }, 'Your test credits expire on 10 Dec 2026.'],
])('of %o is said: %s', async (changes, text) => {
  const html = await shown({ test_A: changes, live_A: {} });
  expect(textsOf(html)).toEqual([text]);
  expect(linksOf(html).map(([href]) => href)).toEqual(['/dashboard/billing']);
});

test('each wallet has its own, the test wallet first', async () => {
  const html = await shown({ test_A: { balance: 20, expiresAtMs: nowMs + dayMs }, live_A: { balance: 0 } });
  expect(textsOf(html).map((text) => text.includes('live'))).toEqual([false, false, true]);
});

test('where the wallets cannot be asked nothing is said, but to the log', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.mocked(walletsOf).mockRejectedValue(new Error('The directory is away'));
  expect(await shown({})).not.toContain('<');
  expect(String(log.mock.calls)).toContain('The directory is away');
  expect(log).toHaveBeenCalledOnce();
});
