/** Routes under `/operator`. For others there is nothing. */
import type { Context, Hono } from 'hono';
import { listInvitations } from '../../accounts/invitations.ts';
import { showOnce, takeShown } from '../../accounts/shown-once.ts';
import { listUnread } from '../../billing/unread.ts';
import { Refused, refusal } from '../../contract/refusals.ts';
import { listKeysOf } from '../../keys/directory.ts';
import { accountOf, findAccounts, seeWallets } from '../../operator/accounts.ts';
import { type Asked, invite, setSuspended, topUp } from '../../operator/acts.ts';
import { listActs } from '../../operator/audit-log.ts';
import { outcomesOfLastDay } from '../../usage/outcomes.ts';
import { routesOf } from '../routes.ts';
import { answer, leadTo, ownVisit, type Visited } from '../visit.tsx';
import { AccountPage, AccountsPage } from './accounts.tsx';
import { actorOf } from './actor.ts';
import { AuditLogPage } from './audit-log.tsx';
import { incidentRoutes } from './incident-routes.tsx';
import { InvitationsPage } from './invitations.tsx';
import { type ServiceFact, ServicePage } from './service.tsx';

type OperatorContext = Context<Visited>;

const shownActs = 100;
const mostCredits = 1_000_000_000;

/**
 * The pages of operators.
 * @param factsOf the state of the parts of the service, which the app knows
 */
export function operatorPages(factsOf: (env: Visited['Bindings']) => Promise<readonly ServiceFact[]>): Hono<Visited> {
  return routesOf('operator', {
    pages: {
      '/operator': showAccounts,
      '/operator/accounts/:id': (context) => showAccount(context),
      '/operator/invitations': showInvitations,
      '/operator/service': (context) => showService(context, factsOf(context.env)),
      '/operator/audit-log': showAuditLog,
      ...incidentRoutes.pages,
    },
    forms: {
      '/operator/accounts/:id/top-up': takeTopUp,
      '/operator/accounts/:id/suspend': (context) => takeStop(context, true),
      '/operator/accounts/:id/resume': (context) => takeStop(context, false),
      '/operator/invitations': takeInvitation,
      ...incidentRoutes.forms,
    },
    // The former path of the audit log, for one release.
    files: { '/operator/book': () => leadTo('/operator/audit-log') },
  });
}

async function showAccounts(context: OperatorContext) {
  const sought = context.req.query('q') ?? '';
  const accounts = await findAccounts(sought, context.env);
  return answer(context, <AccountsPage visit={ownVisit(context)} sought={sought} accounts={accounts} />);
}

async function takeTopUp(context: OperatorContext) {
  const { form } = ownVisit(context);
  const [credits, reference, type] = [form.get('credits') ?? '', form.get('reference') ?? '', form.get('type') ?? ''];
  const wrong = faultOfGrant(credits, reference);
  if (wrong) return showAccount(context, wrong);
  const grant = { credits: Number(credits), expiresAtMs: null, reference: `operator:${reference}` };
  const given = await topUp(asked(context), type, grant, (form.get('why') ?? '').trim().slice(0, 200));
  if (!given) return showAccount(context, 'This account has no such wallet yet. It is opened at the first sign-in.');
  return leadTo(`${pathOf(context)}?done=credits`);
}

async function takeStop(context: OperatorContext, suspended: boolean) {
  await setSuspended(asked(context), suspended);
  return leadTo(`${pathOf(context)}?done=${suspended ? 'suspended' : 'resumed'}`);
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

async function showService(context: OperatorContext, asked: Promise<readonly ServiceFact[]>) {
  const { DIRECTORY } = context.env;
  const [facts, outcomes, unread] = await Promise.all([
    asked,
    outcomesOfLastDay(DIRECTORY, Date.now()),
    listUnread(DIRECTORY),
  ]);
  return answer(context, <ServicePage visit={ownVisit(context)} {...{ facts, outcomes, unread }} />);
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
  const requestId = context.req.query('request')?.trim() || null;
  const [wallets, keys, acts] = await Promise.all([
    seeWallets(id, requestId, env),
    listKeysOf(env.DIRECTORY, id, Date.now()),
    listActs(env, id, shownActs),
  ]);
  const shown = { account, wallets, keys, acts, requestId, wrong };
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

function asked(context: OperatorContext): Asked {
  return { actor: actorOf(ownVisit(context)), accountId: context.req.param('id') ?? '', env: context.env };
}

function pathOf(context: OperatorContext): string {
  return `/operator/accounts/${encodeURIComponent(context.req.param('id') ?? '')}`;
}
