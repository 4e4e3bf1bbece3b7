/** Routes of the dashboard. */
import { Hono } from 'hono';
import { walletsOf } from '../../accounts/wallets.ts';
import { answer, onRefusal, ownVisit, type Visited, visitingSignedIn } from '../visit.tsx';
import { OverviewPage } from './overview.tsx';

export const dashboardPages = new Hono<Visited>();

dashboardPages.onError(onRefusal);
dashboardPages.use('/dashboard/*', visitingSignedIn());

dashboardPages.get('/dashboard', async (context) => {
  const visit = ownVisit(context);
  await walletsOf(visit.who.accountId, visit.setup);
  return answer(context, <OverviewPage visit={visit} />);
});
