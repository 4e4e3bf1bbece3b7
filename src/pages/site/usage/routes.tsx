/** The route of usage. */
import type { Context } from 'hono';
import { spendingPace, spentDays } from '../../../money/usage/projection.ts';
import { reportDays, usageReport } from '../../../money/usage/report.ts';
import { walletsOf } from '../../accounts/wallets.ts';
import { keyChoiceOf, keysOf } from '../dashboard/key-choice.tsx';
import { keyNamesOf } from '../dashboard/key-names.ts';
import type { PartOfRoutes } from '../visit/routes.ts';
import { answer, ownVisit, type Visited } from '../visit/visit.tsx';
import { UsagePage, type WalletPace } from './usage.tsx';

export const usageRoutes = { pages: { '/dashboard/usage': showUsage } } satisfies PartOfRoutes<'dashboard'>;

async function showUsage(context: Context<Visited>) {
  const visit = ownVisit(context);
  const { DIRECTORY, LEDGERS } = visit.setup.env;
  const nowMs = Date.now();
  const all = await walletsOf(visit.who.accountId, visit.setup);
  const names = await keyNamesOf(visit.who.accountId, all, DIRECTORY, nowMs);
  const query = context.req.query();
  const days = reportDays.find((each) => String(each) === query.days) ?? 30;
  const key = keyChoiceOf(query.key, names);
  const { wallets, keyId } = keysOf(key, all);
  const handles = wallets.map(({ wallet }) => wallet);
  // How long a wallet lasts is no matter of one key.
  const paced = keyId === undefined ? wallets : [];
  const [report, spent, ...states] = await Promise.all([
    usageReport(DIRECTORY, { wallets: handles, keyId }, days, nowMs),
    spentDays(
      DIRECTORY,
      paced.map(({ wallet }) => wallet),
      nowMs,
    ),
    ...paced.map(({ wallet, hiddenKeyId }) => LEDGERS.getByName(wallet).keyState(hiddenKeyId)),
  ]);
  const paces = paced.flatMap(({ type, wallet }, index): WalletPace[] => {
    const state = states[index];
    if (!state) return [];
    const { credit, expiresAtMs } = state;
    return [{ type, credit, expiresAtMs, ...spendingPace(spent.get(wallet) ?? [], credit, nowMs) }];
  });
  return answer(context, <UsagePage {...{ visit, days, key, names, report, paces }} />);
}
