/** The route of usage. */
import type { Context } from 'hono';
import { walletsOf } from '../../accounts/wallets.ts';
import { spendingPace, spentDays } from '../../usage/projection.ts';
import { reportDays, usageReport } from '../../usage/report.ts';
import { keyNamesOf } from '../key-names.ts';
import type { PartOfRoutes } from '../routes.ts';
import { answer, ownVisit, type Visited } from '../visit.tsx';
import { UsagePage, type WalletPace, walletChoices } from './usage.tsx';

export const usageRoutes = { pages: { '/dashboard/usage': showUsage } } satisfies PartOfRoutes<'dashboard'>;

async function showUsage(context: Context<Visited>) {
  const visit = ownVisit(context);
  const { DIRECTORY, LEDGERS } = visit.setup.env;
  const { days, wallet } = choiceOf(context);
  const nowMs = Date.now();
  const all = await walletsOf(visit.who.accountId, visit.setup);
  const chosen = all.filter(({ type }) => wallet === 'all' || wallet === type);
  const names = chosen.map((each) => each.wallet);
  const [report, spent, ...states] = await Promise.all([
    usageReport(DIRECTORY, names, days, nowMs),
    spentDays(DIRECTORY, names, nowMs),
    ...chosen.map((each) => LEDGERS.getByName(each.wallet).keyState(each.hiddenKeyId)),
  ]);
  const paces = chosen.flatMap(({ type, wallet: name }, index): WalletPace[] => {
    const state = states[index];
    if (!state) return [];
    const { credit, expiresAtMs } = state;
    return [{ type, credit, expiresAtMs, ...spendingPace(spent.get(name) ?? [], credit, nowMs) }];
  });
  const keyNames = await keyNamesOf(visit.who.accountId, all, DIRECTORY, nowMs);
  const nameOf = (keyId: string) => keyNames.get(keyId) ?? keyId;
  return answer(context, <UsagePage {...{ visit, days, wallet, report, paces, nameOf }} />);
}

/** What the form asks for; what it cannot ask for is the first that it offers. */
function choiceOf(context: Context) {
  const { days, wallet } = context.req.query();
  return {
    days: reportDays.find((each) => String(each) === days) ?? 30,
    wallet: walletChoices.find((each) => each === wallet) ?? 'all',
  } as const;
}
