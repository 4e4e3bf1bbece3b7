/** The part of the admin API that makes operators, mounted at `/admin/operators`. */
import { Hono } from 'hono';
import * as z from 'zod';
import { Refused, refusal } from '../../contract/refusals.ts';
import { answerAsAdmin, answerRefusal } from '../../money/keys/admin-guard.ts';
import type { PagesAdminEnv } from '../../money/keys/environment.ts';
import { readBody } from '../../money/keys/validation.ts';
import { setOperator } from './acts.ts';
import type { MarkedAccount } from './answers.ts';
import { adminToken } from './audit-log.ts';

const marking = z.strictObject({
  email: z.string({ error: 'the address of an account' }).min(3, { error: 'the address of an account' }).max(254),
  operator: z.boolean({ error: 'true or false' }),
});

export const operatorAdmin = new Hono<{ Bindings: PagesAdminEnv }>();

answerAsAdmin(operatorAdmin);

operatorAdmin.put('/', async (context) => {
  const { email, operator } = readBody(await context.req.text(), marking);
  const id = await setOperator(email, operator, adminToken, context.env);
  if (id === null) {
    const detail = 'No account has this address. It has to sign up first.';
    throw new Refused({ ...refusal('NOT_FOUND'), body: { detail } });
  }
  return context.json({ id, email: email.trim().toLowerCase(), operator } satisfies MarkedAccount);
});
operatorAdmin.all('/', (context) => answerRefusal(context, refusal('METHOD_NOT_ALLOWED', { allow: 'PUT' })));
