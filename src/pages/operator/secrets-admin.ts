/** The part of the admin API that counts what needs which secret, mounted at `/admin/secrets`. */
import { Hono } from 'hono';
import { refusal } from '../../contract/refusals.ts';
import { answerAsAdmin, answerRefusal } from '../../money/keys/admin-guard.ts';
import type { PagesAdminEnv } from '../../money/keys/environment.ts';
import { type AccountsEnv, accountsSetup } from '../accounts/environment.ts';
import { secretCounts } from './secrets.ts';

export const secretsAdmin = new Hono<{ Bindings: PagesAdminEnv & AccountsEnv }>();

answerAsAdmin(secretsAdmin);

secretsAdmin.get('/', async (context) => {
  const { env, req } = context;
  return context.json(await secretCounts(env, accountsSetup(req.raw, env)));
});
secretsAdmin.all('/', (context) => answerRefusal(context, refusal('METHOD_NOT_ALLOWED', { allow: 'GET, HEAD' })));
