/** Routes of the Account section. */
import type { Context } from 'hono';
import { exportedPurchase, purchasesOf } from '../../../money/billing/purchases.ts';
import { deleteAccount, exportOf } from '../../accounts/leaving.ts';
import * as profile from '../../accounts/profile.ts';
import { showOnce, takeShown } from '../../accounts/shown-once.ts';
import { faultOfEmail, faultOfName, faultOfPassword } from '../account/rules.ts';
import { secured } from '../layout/policies.ts';
import type { PartOfRoutes } from '../visit/routes.ts';
import { answer, leadTo, ownVisit, type Visited } from '../visit/visit.tsx';
import { AccountPage, type Wrong } from './account.tsx';
import { SecondFactorPage, shownFactor } from './second-factor.tsx';

const secondFactorPath = '/dashboard/account/second-factor';

export const ownAccountRoutes = {
  pages: {
    '/dashboard/account': showAccount,
    [secondFactorPath]: showSecondFactor,
  },
  forms: {
    '/dashboard/account/name': takeName,
    '/dashboard/account/email': takeEmail,
    '/dashboard/account/password': takePassword,
    [secondFactorPath]: takeSecondFactor,
    '/dashboard/account/second-factor/confirm': takeFirstCode,
    '/dashboard/account/second-factor/end': takeEndOfFactor,
    '/dashboard/account/sessions': takeEndOfSessions,
    '/dashboard/account/delete': takeDeletion,
  },
  files: { '/dashboard/account/export.json': giveExport },
} satisfies PartOfRoutes<'dashboard'>;

const done: Readonly<Record<string, string>> = {
  name: 'Your name is changed.',
  email: 'A mail is on its way to your current address. Open its link to go on.',
  password: 'Your password is changed, and all other sessions have ended.',
  'factor-on': 'From now on each sign-in asks for a code.',
  'factor-off': 'Sign-in no longer asks for a code.',
  sessions: 'Ended.',
  'factor-shown': 'A secret is shown once. To set up a second factor, begin again.',
  'needs-factor': 'Operators sign in with a code. Set up a second factor first.',
};

function showAccount(context: Context<Visited>) {
  const word = context.req.query('done') ?? '';
  return show(context, { done: Object.hasOwn(done, word) ? done[word] : undefined });
}

async function takeName(context: Context<Visited>) {
  const own = ownRequest(context);
  const name = field(context, 'name').trim();
  const wrong = faultOfName(name);
  if (wrong) return show(context, { wrong: { action: 'name', field: 'name', text: wrong } });
  await profile.changeName(name, own);
  return led('name');
}

async function takeEmail(context: Context<Visited>) {
  const email = field(context, 'email');
  const wrong = faultOfEmail(email);
  if (wrong) return show(context, { wrong: { action: 'email', field: 'email', text: wrong } });
  const changed = await profile.changeEmail(email, field(context, 'password'), ownRequest(context));
  if (changed.outcome === 'done') return led('email', changed.cookies);
  if (changed.outcome === 'wrong-password') return showWrongPassword(context, 'email');
  return show(context, { wrong: { action: 'email', field: 'email', text: 'This is your address already.' } });
}

async function takePassword(context: Context<Visited>) {
  const next = field(context, 'new-password');
  const wrong = await faultOfPassword(next, ownVisit(context).who.email);
  if (wrong) return show(context, { wrong: { action: 'password', field: 'new-password', text: wrong } });
  const changed = await profile.changePassword(field(context, 'password'), next, ownRequest(context));
  return changed.outcome === 'done' ? led('password', changed.cookies) : showWrongPassword(context, 'password');
}

async function takeSecondFactor(context: Context<Visited>) {
  const visit = ownVisit(context);
  // Of a page that is older than the factor.
  if (visit.who.hasSecondFactor) return leadTo('/dashboard/account');
  const factor = await profile.beginSecondFactor(field(context, 'password'), ownRequest(context));
  if (!factor) return showWrongPassword(context, 'second-factor');
  const shown = { uri: factor.uri, 'backup-codes': factor.backupCodes.join('\n') };
  return leadTo(secondFactorPath, [await showOnce('new_factor', shown, visit.who.accountId, visit.setup)]);
}

async function showSecondFactor(context: Context<Visited>) {
  const visit = ownVisit(context);
  const { shown, cookies } = await takeShown('new_factor', context.req.raw, visit.who.accountId, visit.setup);
  const factor = shown && shownFactor(new URLSearchParams(shown));
  if (!factor || visit.who.hasSecondFactor) return led('factor-shown', cookies);
  return answer(context, <SecondFactorPage visit={visit} factor={factor} />, { cookies });
}

async function takeFirstCode(context: Context<Visited>) {
  const visit = ownVisit(context);
  const changed = await profile.confirmSecondFactor(field(context, 'code'), ownRequest(context));
  if (changed.outcome === 'done') return led('factor-on', changed.cookies);
  const factor = shownFactor(visit.form);
  if (!factor) return leadTo('/dashboard/account');
  return answer(context, <SecondFactorPage visit={visit} factor={factor} isCodeWrong />, { status: 422 });
}

async function takeEndOfFactor(context: Context<Visited>) {
  if (!ownVisit(context).who.hasSecondFactor) return leadTo('/dashboard/account');
  const changed = await profile.endSecondFactor(field(context, 'password'), ownRequest(context));
  return changed.outcome === 'done'
    ? led('factor-off', changed.cookies)
    : showWrongPassword(context, 'second-factor/end');
}

async function takeEndOfSessions(context: Context<Visited>) {
  await profile.endSessions(field(context, 'session') || null, ownRequest(context));
  return led('sessions');
}

async function giveExport(context: Context<Visited>) {
  const own = ownVisit(context);
  const bought = (await purchasesOf(own.setup.env.DIRECTORY, own.who.accountId)).map(exportedPurchase);
  const file = JSON.stringify({ ...(await exportOf(own)), purchases: bought }, null, 2);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Disposition': 'attachment; filename="edgematte-account.json"',
    'Cache-Control': 'no-store',
  };
  return secured(new Response(file, { headers }), 'other');
}

async function takeDeletion(context: Context<Visited>) {
  const own = ownRequest(context);
  if (!(await profile.isOwnPassword(field(context, 'password'), own))) return showWrongPassword(context, 'delete');
  await deleteAccount(own);
  return leadTo('/sign-in?done=deleted');
}

function ownRequest(context: Context<Visited>): profile.OwnRequest {
  const { who, setup } = ownVisit(context);
  return { who, setup, request: context.req.raw };
}

function field(context: Context<Visited>, name: string): string {
  return context.get('visit').form.get(name) ?? '';
}

function led(word: string, cookies: readonly string[] = []): Response {
  return leadTo(`/dashboard/account?done=${word}`, cookies);
}

async function show(
  context: Context<Visited>,
  said: { readonly done?: string; readonly wrong?: Wrong },
): Promise<Response> {
  const visit = ownVisit(context);
  const sessions = await profile.ownSessions(visit);
  const status = said.wrong ? 422 : 200;
  return answer(context, <AccountPage visit={visit} sessions={sessions} {...said} />, { status });
}

function showWrongPassword(context: Context<Visited>, action: Wrong['action']): Promise<Response> {
  return show(context, { wrong: { action, field: 'password', text: 'The current password is wrong.' } });
}
