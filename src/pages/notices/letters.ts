/** What mails about a wallet say. */
import type { WalletBalance } from '../../contract/account.ts';
import type { Mail } from '../accounts/mail.ts';
import type { WalletOwner } from '../accounts/owners.ts';
import type { NoticeKind } from './due.ts';

/**
 * The mail of a notice.
 * @param origin of the dashboard; null where none is known, and no link is given
 */
export function noticeMail(
  kind: NoticeKind,
  { email, type }: WalletOwner,
  { balance, expiresAtMs }: WalletBalance,
  origin: string | null,
): Mail {
  const left = `${balance.toLocaleString('en-US')} ${balance === 1 ? 'credit' : 'credits'}`;
  const day = new Date(expiresAtMs).toISOString().slice(0, 10);
  const [subject, text] = {
    'mostly-used': [
      `Your ${type} credits are running low`,
      `80 % of your ${type} credits are used; ${left} are left. When none is left, calls are answered 402.`,
    ],
    'used-up': [
      `Your ${type} credits are used up`,
      `No ${type} credit is left. Calls are answered 402 until new ones come.`,
    ],
    expiry: [
      `Your ${type} credits expire on ${day}`,
      `You have ${left} in your ${type} wallet, which expire on ${day} (UTC). New ones renew those that are left.`,
    ],
  }[kind];
  const more = origin === null ? '' : `\n\nMore credits:\n\n${origin}/dashboard/billing`;
  return {
    to: email,
    subject,
    text: `${text}${more}\n\nYou get this notice once for each time that credits are added.\n`,
  };
}
