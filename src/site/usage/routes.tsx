/** The route of usage. */
import type { Context } from 'hono';
import { type AccountWallet, walletsOf } from '../../accounts/wallets.ts';
import { listKeysOf } from '../../keys/directory.ts';
import { spendingPace, spentDays } from '../../usage/projection.ts';
import { reportDays, usageReport } from '../../usage/report.ts';
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
  const nameOf = await namesOf(visit.who.accountId, all, DIRECTORY, nowMs);
  return answer(context, <UsagePage {...{ visit, days, wallet, report, paces, nameOf }} />);
}

/** How the account calls its keys. */
async function namesOf(
  accountId: string,
  wallets: readonly AccountWallet[],
  directory: D1Database,
  nowMs: number,
): Promise<(keyId: string) => string> {
  const names = new Map(wallets.map(({ hiddenKeyId, type }) => [hiddenKeyId, `Playground, ${type}`]));
  for (const { id, label, hint } of await listKeysOf(directory, accountId, nowMs)) {
    names.set(id, label === null ? `Key …${hint}` : `${label} (…${hint})`);
  }
  return (keyId) => names.get(keyId) ?? keyId;
}

/** What the form asks for; what it cannot ask for is the first that it offers. */
function choiceOf(context: Context) {
  const { days, wallet } = context.req.query();
  return {
    days: reportDays.find((each) => String(each) === days) ?? 30,
    wallet: walletChoices.find((each) => each === wallet) ?? 'all',
  } as const;
}
