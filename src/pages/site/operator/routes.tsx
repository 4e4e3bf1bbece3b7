/** Routes under `/operator`. For others there is nothing. */
import type { Context, Hono } from 'hono';
import { Refused, refusal } from '../../../contract/refusals.ts';
import type { ServiceFacts } from '../../../contract/service-state.ts';
import { purchasesOf } from '../../../money/billing/purchases.ts';
import { listUnread } from '../../../money/billing/unread.ts';
import { listKeysOf } from '../../../money/keys/directory.ts';
import { withoutSecrets } from '../../../money/keys/format.ts';
import { requestLogDays } from '../../../money/request-log/days.ts';
import { newestRequests, requestsNamed } from '../../../money/request-log/find.ts';
import { useOfAccounts } from '../../../money/usage/by-account.ts';
import { errorsByDay } from '../../../money/usage/errors-by-day.ts';
import { outcomesOfLastDay } from '../../../money/usage/outcomes.ts';
import { lastBatchAt } from '../../../money/usage/store.ts';
import { listInvitations } from '../../accounts/invitations.ts';
import { showOnce, takeShown } from '../../accounts/shown-once.ts';
import { deleteForOwner, endAllSessions, removeSecondFactor } from '../../operator/account-acts.ts';
import { accountOf, balancesOf, findAccounts, seeWallets, walletsOfAccount } from '../../operator/accounts.ts';
import { type Asked, invite, refundCall, setSuspended, topUp } from '../../operator/acts.ts';
import { listActs } from '../../operator/audit-log.ts';
import { routesOf } from '../visit/routes.ts';
import { answer, leadTo, ownVisit, type Visited } from '../visit/visit.tsx';
import { shownMinute } from '../writing/dates.ts';
import { AccountPage, maxRequestId } from './account.tsx';
import { AccountsPage, maxSought, pathOfList } from './account-list.tsx';
import { actorOf } from './actor.ts';
import { AuditLogPage } from './audit-log.tsx';
import { isSure, notSure } from './confirmation.tsx';
import { errorDays } from './error-table.tsx';
import { incidentRoutes } from './incident-routes.tsx';
import { InvitationsPage } from './invitations.tsx';
import { ServicePage } from './service.tsx';

type OperatorContext = Context<Visited>;

const shownActs = 100;
const shownRequests = 20;
const mostCredits = 1_000_000_000;

/**
 * The pages of operators.
 * @param factsOf the state of the service, which the API knows
 */
export function operatorPages(factsOf: (context: OperatorContext) => Promise<ServiceFacts>): Hono<Visited> {
  return routesOf('operator', {
    pages: {
      '/operator': showAccounts,
      '/operator/accounts/:id': (context) => showAccount(context),
      '/operator/invitations': showInvitations,
      '/operator/service': (context) => showService(context, factsOf(context)),
      '/operator/audit-log': showAuditLog,
      ...incidentRoutes.pages,
    },
    forms: {
      '/operator/search': takeSearch,
      '/operator/accounts/:id/top-up': takeTopUp,
      '/operator/accounts/:id/refund': takeRefund,
      '/operator/accounts/:id/suspend': (context) => takeStop(context, true),
      '/operator/accounts/:id/resume': (context) => takeStop(context, false),
      '/operator/accounts/:id/remove-second-factor': (context) =>
        takeAct(context, removeSecondFactor, 'factor-removed'),
      '/operator/accounts/:id/end-sessions': (context) => takeAct(context, endAllSessions, 'sessions-ended'),
      '/operator/accounts/:id/delete': takeDeletion,
      '/operator/invitations': takeInvitation,
      ...incidentRoutes.forms,
    },
    // The former path of the audit log, for one release.
    files: { '/operator/book': () => leadTo('/operator/audit-log') },
  });
}

async function showAccounts(context: OperatorContext) {
  const { env, req } = context;
  const sought = (req.query('q') ?? '').trim().slice(0, maxSought);
  const page = Number(/^[1-9]\d{0,4}$/.exec(req.query('page') ?? '')?.[0] ?? 1);
  const { accounts: found, hasMore } = await findAccounts(sought, env, page);
  const ids = found.map(({ id }) => id);
  const [balances, uses] = await Promise.all([balancesOf(ids, env), useOfAccounts(env.DIRECTORY, ids, Date.now())]);
  const accounts = found.map((account) => {
    return { account, balances: balances.get(account.id), use: uses.get(account.id) };
  });
  return answer(context, <AccountsPage visit={ownVisit(context)} {...{ sought, page, hasMore, accounts }} />);
}

/** Leads to what is looked for: of a whole key the wallet alone. */
function takeSearch(context: OperatorContext) {
  const text = ownVisit(context).form.get('q')?.trim() ?? '';
  return leadTo(pathOfList(withoutSecrets(text).slice(0, maxSought), 1));
}

async function takeTopUp(context: OperatorContext) {
  const { form } = ownVisit(context);
  if (!isSure(form)) return showAccount(context, notSure);
  const [credits, reference, type] = [form.get('credits') ?? '', form.get('reference') ?? '', form.get('type') ?? ''];
  const wrong = faultOfGrant(credits, reference);
  if (wrong) return showAccount(context, wrong);
  const grant = { credits: Number(credits), expiresAtMs: null, reference: `operator:${reference}` };
  const given = await topUp(asked(context), type, grant, whyOf(form));
  if (!given) return showAccount(context, 'This account has no such wallet yet. It is opened at the first sign-in.');
  return leadTo(`${pathOf(context)}?done=credits`);
}

async function takeRefund(context: OperatorContext) {
  const { form } = ownVisit(context);
  if (!isSure(form)) return showAccount(context, notSure);
  const became = await refundCall(asked(context), (form.get('call') ?? '').trim(), whyOf(form));
  if (became === 'not-charged') {
    return showAccount(context, 'No wallet of this account was charged for such a call.');
  }
  if (became === 'several-charged') {
    return showAccount(context, 'Several calls were charged under this request id. Add the credits that they cost.');
  }
  return leadTo(`${pathOf(context)}?done=${became}`);
}

async function takeStop(context: OperatorContext, suspended: boolean) {
  if (!isSure(ownVisit(context).form)) return showAccount(context, notSure);
  await setSuspended(asked(context), suspended);
  return leadTo(`${pathOf(context)}?done=${suspended ? 'suspended' : 'resumed'}`);
}

async function takeAct(context: OperatorContext, act: (given: Asked) => Promise<void>, done: string) {
  if (!isSure(ownVisit(context).form)) return showAccount(context, notSure);
  await act(await askedOfKnown(context));
  return leadTo(`${pathOf(context)}?done=${done}`);
}

/** Leads to the list, for the account's page is gone. */
async function takeDeletion(context: OperatorContext) {
  const { form, setup, who } = ownVisit(context);
  if (!isSure(form)) return showAccount(context, notSure);
  const given = await askedOfKnown(context);
  // It would end the session in whose name it is noted.
  if (given.accountId === who.accountId) return showAccount(context, 'Delete your own account under Account.');
  await deleteForOwner(given, setup);
  return leadTo('/operator');
}

async function showInvitations(context: OperatorContext) {
  const visit = ownVisit(context);
  const { who, setup } = visit;
  const { shown, cookies } = await takeShown('new_invitation', context.req.raw, who.accountId, setup);
  const invitations = await listInvitations(setup);
  const page = { visit, invitations, link: shown?.link, mode: setup.signupMode };
  return answer(context, <InvitationsPage {...page} />, { cookies });
}

async function takeInvitation(context: OperatorContext) {
  const visit = ownVisit(context);
  const { who, form, setup } = visit;
  const note = (form.get('note') ?? '').trim().slice(0, 100);
  const link = await invite(actorOf(visit), note, setup);
  return leadTo('/operator/invitations', [await showOnce('new_invitation', { link }, who.accountId, setup)]);
}

async function showService(context: OperatorContext, asked: Promise<ServiceFacts>) {
  const { DIRECTORY } = context.env;
  const nowMs = Date.now();
  const [{ queues, ...state }, lastBatchMs, outcomes, errors, unread] = await Promise.all([
    asked,
    lastBatchAt(DIRECTORY),
    outcomesOfLastDay(DIRECTORY, nowMs),
    errorsByDay(DIRECTORY, errorDays, nowMs),
    listUnread(DIRECTORY),
  ]);
  const usage = { name: 'Queue of usage', state: lastBatchWords(lastBatchMs), isWell: true };
  const shown = { state: { ...state, queues: [...queues, usage] }, outcomes, errors, unread };
  return answer(context, <ServicePage visit={ownVisit(context)} {...shown} />);
}

function lastBatchWords(ms: number | null): string {
  return ms === null ? 'nothing has come out of it' : `counted last on ${shownMinute(ms)}`;
}

async function showAuditLog(context: OperatorContext) {
  const acts = await listActs(context.env, null, shownActs);
  return answer(context, <AuditLogPage visit={ownVisit(context)} acts={acts} />);
}

async function showAccount(context: OperatorContext, wrong?: string): Promise<Response> {
  const { env } = context;
  const id = context.req.param('id') ?? '';
  const account = await accountOf(id, env);
  if (!account) throw new Refused(refusal('NOT_FOUND'));
  const requestId = context.req.query('request')?.trim().slice(0, maxRequestId) || null;
  const length = shownRequests;
  const days = requestLogDays(env);
  const handles = (await walletsOfAccount(id, env)).map(({ wallet }) => wallet);
  const [wallets, keys, purchases, acts, requests] = await Promise.all([
    seeWallets(id, requestId, env),
    listKeysOf(env.DIRECTORY, id, Date.now()),
    purchasesOf(env.DIRECTORY, id),
    listActs(env, id, shownActs),
    requestId === null
      ? newestRequests(env.DIRECTORY, handles, {}, { length, after: null }).then((page) => page.requests)
      : requestsNamed(env.DIRECTORY, handles, requestId, length),
  ]);
  const shown = { account, wallets, keys, purchases, acts, requests, days, requestId, wrong };
  const page = (
    <AccountPage
      {...shown}
      visit={ownVisit(context)}
      reference={crypto.randomUUID()}
      done={context.req.query('done')}
    />
  );
  return answer(context, page, { status: wrong ? 422 : 200 });
}

function faultOfGrant(credits: string, reference: string): string | undefined {
  if (!/^\d{1,10}$/.test(credits) || Number(credits) < 1 || Number(credits) > mostCredits) {
    return 'Credits are a whole number from 1 to 1,000,000,000.';
  }
  return /^[0-9a-f-]{36}$/.test(reference) ? undefined : 'Please send the form of this page once more.';
}

function whyOf(form: URLSearchParams): string {
  return (form.get('why') ?? '').trim().slice(0, 200);
}

function asked(context: OperatorContext): Asked {
  return { actor: actorOf(ownVisit(context)), accountId: context.req.param('id') ?? '', env: context.env };
}

/** @throws Refused 404 where there is no such account (any more) */
async function askedOfKnown(context: OperatorContext): Promise<Asked> {
  const given = asked(context);
  if ((await accountOf(given.accountId, context.env)) === null) throw new Refused(refusal('NOT_FOUND'));
  return given;
}

function pathOf(context: OperatorContext): string {
  return `/operator/accounts/${encodeURIComponent(context.req.param('id') ?? '')}`;
}
