/** What the owner of wallets should know, on every page of the dashboard. */
import type { WalletBalance } from '../../../contract/account.ts';
import { walletsOf } from '../../accounts/wallets.ts';
import { dueNotices, type NoticeKind } from '../../notices/due.ts';
import type { OwnVisit } from '../visit/visit.tsx';
import { shownCredits, shownDay } from '../writing/dates.ts';

/** Notices of both wallets; nothing where there is nothing to report, or the wallets cannot be asked. */
export async function WalletNotices({ visit }: { readonly visit: OwnVisit }) {
  const { setup, who } = visit;
  const nowMs = Date.now();
  try {
    const wallets = await walletsOf(who.accountId, setup);
    const due = await Promise.all(
      wallets.map(async ({ type, wallet }) => {
        const balance = await setup.env.LEDGERS.getByName(wallet).walletBalance();
        return balance ? dueNotices(balance, nowMs).map((kind) => wordsOf(kind, type, balance)) : [];
      }),
    );
    const texts = due.flat();
    if (texts.length === 0) return null;
    return (
      <section aria-label="Notices">
        {texts.map((text) => (
          <div class="notice">
            <p>
              {text} <a href="/dashboard/billing">Get credits</a>
            </p>
          </div>
        ))}
      </section>
    );
  } catch (cause) {
    console.error(JSON.stringify({ level: 'warning', event: 'notices-failed', cause: String(cause) }));
    return null;
  }
}

function wordsOf(kind: NoticeKind, type: string, { balance, expiresAtMs }: WalletBalance): string {
  switch (kind) {
    case 'mostly-used':
      return `80 % of your ${type} credits are used; ${shownCredits(balance)} left.`;
    case 'used-up':
      return `Your ${type} credits are used up. Calls are answered 402 until new ones come.`;
    case 'expiry':
      return `Your ${type} credits expire on ${shownDay(expiresAtMs)}.`;
  }
}
