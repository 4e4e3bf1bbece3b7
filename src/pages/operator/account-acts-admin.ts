/** The part of the admin API that acts on accounts by their address, mounted at `/admin/account-acts`. */
import { Hono } from 'hono';
import * as z from 'zod';
import { Refused, refusal } from '../../contract/refusals.ts';
import { answerAsAdmin, answerRefusal } from '../../money/keys/admin-guard.ts';
import type { PagesAdminEnv } from '../../money/keys/environment.ts';
import { readBody } from '../../money/keys/validation.ts';
import { type AccountsEnv, type AccountsSetup, accountsSetup } from '../accounts/environment.ts';
import { deleteForOwner, endAllSessions, removeSecondFactor, sealSecondFactors } from './account-acts.ts';
import type { Asked } from './acts.ts';
import { accountIdOf } from './acts.ts';
import type { ActedOn, SealedFactors } from './answers.ts';
import { adminToken } from './audit-log.ts';

const acts: Readonly<Record<string, (asked: Asked, setup: AccountsSetup) => Promise<void>>> = {
  'remove-second-factor': removeSecondFactor,
  'end-sessions': endAllSessions,
  delete: deleteForOwner,
};
const names = Object.keys(acts);
const acting = z.strictObject({
  email: z.string({ error: 'the address of an account' }).min(3, { error: 'the address of an account' }).max(254),
  act: z.enum(names, { error: names.join(' or ') }),
});

export const accountActsAdmin = new Hono<{ Bindings: PagesAdminEnv & AccountsEnv }>();

answerAsAdmin(accountActsAdmin);

accountActsAdmin.post('/', async (context) => {
  const { env } = context;
  const { email, act } = readBody(await context.req.text(), acting);
  const setup = setupOf(context.req.raw, env);
  const accountId = await accountIdOf(email, env);
  if (accountId === null)
    throw new Refused({ ...refusal('NOT_FOUND'), body: { detail: 'No account has this address.' } });
  await acts[act]({ actor: adminToken, accountId, env }, setup);
  return context.json({ id: accountId, act } satisfies ActedOn);
});
accountActsAdmin.post('/seal-second-factors', async (context) => {
  const sealed = await sealSecondFactors(adminToken, setupOf(context.req.raw, context.env));
  return context.json({ sealed } satisfies SealedFactors);
});
for (const path of ['/', '/seal-second-factors']) {
  accountActsAdmin.all(path, (context) => answerRefusal(context, refusal('METHOD_NOT_ALLOWED', { allow: 'POST' })));
}

/** @throws Refused 503 where the deployment has no accounts */
function setupOf(request: Request, env: AccountsEnv): AccountsSetup {
  const setup = accountsSetup(request, env);
  if (!setup) throw new Refused(refusal('SERVICE_UNAVAILABLE'));
  return setup;
}
