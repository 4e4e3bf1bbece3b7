/** The part of the admin API that makes accounts for people whose address is known, mounted at `/admin/accounts`. */
import { Hono } from 'hono';
import * as z from 'zod';
import { invalid, Refused, refusal } from '../../contract/refusals.ts';
import { answerAsAdmin, answerRefusal } from '../../money/keys/admin-guard.ts';
import type { PagesAdminEnv } from '../../money/keys/environment.ts';
import { readBody } from '../../money/keys/validation.ts';
import { isAddressTaken } from './addresses.ts';
import { authOf } from './auth.ts';
import { type AccountsEnv, accountsSetup } from './environment.ts';
import { faultOfNewPassword } from './new-password.ts';
import { passwordLength } from './password.ts';
import { welcome } from './wallets.ts';

const { min, max } = passwordLength;
const error = `${min} to ${max} characters`;
const faultTexts = {
  'too-short': error,
  'too-long': error,
  common: 'This password is one of those that are tried first',
  'own-address': 'The password may not be the address',
};
const making = z.strictObject({
  email: z.email({ error: 'an e-mail address' }).max(254, { error: 'an e-mail address' }),
  password: z.string({ error }).min(min, { error }).max(max, { error }),
});

export const accountsAdmin = new Hono<{ Bindings: PagesAdminEnv & AccountsEnv }>();

answerAsAdmin(accountsAdmin);

accountsAdmin.post('/', async (context) => {
  const { email, password } = readBody(await context.req.text(), making);
  const setup = accountsSetup(context.req.raw, context.env);
  if (!setup) throw new Refused(refusal('SERVICE_UNAVAILABLE'));
  const fault = await faultOfNewPassword(password, email);
  if (fault) throw new Refused(invalid(['body', 'password'], faultTexts[fault], 'value_error'));
  const library = await (await authOf(setup)).$context;
  const exists = new Refused(invalid(['body', 'email'], 'This address has an account', 'exists'));
  if (await library.internalAdapter.findUserByEmail(email.toLowerCase())) throw exists;
  const hash = await library.password.hash(password);
  const row = { email, name: '', emailVerified: true, termsAcceptedAt: new Date() };
  const created = library.internalAdapter.createUser(row, { method: 'email-password' });
  const { id } = await created.catch((failure: unknown) => {
    throw isAddressTaken(failure) ? exists : failure;
  });
  await library.internalAdapter.linkAccount({ userId: id, providerId: 'credential', accountId: id, password: hash });
  await welcome({ id, email }, setup);
  return context.json({ id, email: email.toLowerCase() }, 201);
});
accountsAdmin.all('/', (context) => answerRefusal(context, refusal('METHOD_NOT_ALLOWED', { allow: 'POST' })));
