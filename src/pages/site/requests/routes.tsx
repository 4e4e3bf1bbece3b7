/** Routes of the request log. Each asks of the account's own wallets alone. */
import type { Context } from 'hono';
import { allRequests, newestRequests, requestsNamed } from '../../../money/request-log/find.ts';
import { walletsOf } from '../../accounts/wallets.ts';
import { keyNamesOf } from '../dashboard/key-names.ts';
import { secured } from '../layout/policies.ts';
import type { PartOfRoutes } from '../visit/routes.ts';
import { answer, type OwnVisit, ownVisit, type Visited } from '../visit/visit.tsx';
import { askedOf, choiceOf, queryOf } from './choice.ts';
import { requestsCsv } from './file.ts';
import { RequestsPage } from './requests.tsx';

export const requestRoutes = {
  pages: { '/dashboard/requests': showRequests },
  files: { '/dashboard/requests.csv': giveRequests },
} satisfies PartOfRoutes<'dashboard'>;

const requestsOnPage = 50;

async function showRequests(context: Context<Visited>) {
  const visit = ownVisit(context);
  const { directory, own, names, choice } = await askedFor(context, visit);
  const id = context.req.query('id')?.trim().slice(0, 64) || null;
  const { wallets, filter } = askedOf(choice, own);
  const page = { length: requestsOnPage, after: choice.before };
  const { requests, next } =
    id === null
      ? await newestRequests(directory, wallets, filter, page)
      : { requests: await requestsNamed(directory, wallets, id, requestsOnPage), next: null };
  const older = next && `/dashboard/requests${queryOf(choice, next)}`;
  return answer(context, <RequestsPage {...{ visit, id, choice, names, requests, older }} />);
}

async function giveRequests(context: Context<Visited>) {
  const { directory, own, names, choice } = await askedFor(context, ownVisit(context));
  const { wallets, filter } = askedOf(choice, own);
  const file = requestsCsv(allRequests(directory, wallets, filter), (keyId) => names.get(keyId) ?? keyId);
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="requests.csv"',
    'Cache-Control': 'no-store',
  };
  return secured(new Response(file, { headers }), 'other');
}

/** The account's wallets and keys, and what of them is asked for. */
async function askedFor(context: Context<Visited>, { who, setup }: OwnVisit) {
  const directory = setup.env.DIRECTORY;
  const own = await walletsOf(who.accountId, setup);
  const names = await keyNamesOf(who.accountId, own, directory, Date.now());
  return { directory, own, names, choice: choiceOf(context.req.query(), names) };
}
