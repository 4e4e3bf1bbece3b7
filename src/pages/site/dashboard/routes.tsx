/** Routes of the dashboard: overview and credits. */
import type { Context } from 'hono';
import { billingSetup } from '../../../money/billing/setup.ts';
import { newestFailures } from '../../../money/request-log/find.ts';
import { lastUseOf } from '../../../money/usage/last-use.ts';
import { usageReport } from '../../../money/usage/report.ts';
import { allMovements, ownMovements, ownWallets } from '../../accounts/own-credits.ts';
import { ownKeys } from '../../accounts/own-keys.ts';
import { walletsOf } from '../../accounts/wallets.ts';
import { secured } from '../layout/policies.ts';
import type { PartOfRoutes } from '../visit/routes.ts';
import { answer, ownVisit, type Visited } from '../visit/visit.tsx';
import { CreditsPage } from './credits.tsx';
import { movementsCsv } from './movements.ts';
import { OverviewPage } from './overview.tsx';

export const overviewRoutes = {
  pages: { '/dashboard': showOverview, '/dashboard/credits': showCredits },
  files: { '/dashboard/credits.csv': giveMovements },
} satisfies PartOfRoutes<'dashboard'>;

const movementsOnPage = 50;
const failuresShown = 5;

async function showOverview(context: Context<Visited>) {
  const visit = ownVisit(context);
  const { setup, who } = visit;
  const { DIRECTORY } = setup.env;
  const [wallets, own] = await Promise.all([ownWallets(who.accountId, setup), ownKeys(who.accountId, setup)]);
  const handles = wallets.map(({ wallet }) => wallet);
  const ids = [...own.map(({ record }) => record.id), ...wallets.map(({ hiddenKeyId }) => hiddenKeyId)];
  const [lastUse, report, failures] = await Promise.all([
    lastUseOf(DIRECTORY, ids),
    usageReport(DIRECTORY, { wallets: handles }, 7, Date.now()),
    setup.requestLogDays > 0 ? newestFailures(DIRECTORY, handles, failuresShown) : null,
  ]);
  const keys = own.filter(({ state }) => !state.revoked).length;
  const isShop = billingSetup(setup.env) !== null;
  const page = { visit, wallets, keys, isNew: lastUse.size === 0, report, failures, isShop };
  return answer(context, <OverviewPage {...page} />);
}

async function showCredits(context: Context<Visited>) {
  const visit = ownVisit(context);
  const { accountId } = visit.who;
  const wallets = await ownWallets(accountId, visit.setup);
  const shown = ofType(wallets, context.req.query('wallet'));
  const before = /^\d{1,15}$/.exec(context.req.query('before') ?? '')?.[0];
  const beforeSequence = before === undefined ? null : Number(before);
  const page = { length: movementsOnPage, beforeSequence };
  const { movements, more } = await ownMovements(accountId, shown, page, visit.setup);
  const last = movements.at(-1)?.sequence;
  const next = more ? `/dashboard/credits?wallet=${shown.type}&before=${last}` : null;
  const shownPage = { wallets, shown, movements, next, isFirst: beforeSequence === null };
  return answer(context, <CreditsPage visit={visit} {...shownPage} />);
}

async function giveMovements(context: Context<Visited>) {
  const { who, setup } = ownVisit(context);
  const wallet = ofType(await walletsOf(who.accountId, setup), context.req.query('wallet'));
  const file = movementsCsv(allMovements(who.accountId, wallet, setup));
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="credits-${wallet.type}.csv"`,
    'Cache-Control': 'no-store',
  };
  return secured(new Response(file, { headers }), 'other');
}

/** The wallet of that type; of any other word the first. */
function ofType<Wallet extends { readonly type: string }>(
  wallets: readonly Wallet[],
  type: string | undefined,
): Wallet {
  return wallets.find((each) => each.type === type) ?? wallets[0];
}
