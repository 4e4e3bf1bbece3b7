/**
 * The part of the admin API that ends again what had ended before a restore, mounted at `/admin/ended-again`. Its caller reads the list
 * that `money/keys/ended-list.ts` writes; here nothing is listed.
 */
import { Hono } from 'hono';
import * as z from 'zod';
import { refusal } from '../../contract/refusals.ts';
import { answerAsAdmin, answerRefusal } from '../../money/keys/admin-guard.ts';
import { findKey, markEnd } from '../../money/keys/directory.ts';
import type { PagesAdminEnv } from '../../money/keys/environment.ts';
import { readBody } from '../../money/keys/validation.ts';
import type { EndedAgain } from '../../money/recovery/answers.ts';
import { type AccountsEnv, accountsSetup } from '../accounts/environment.ts';
import { deleteForOwner } from './account-acts.ts';
import { accountOf } from './accounts.ts';
import { adminToken } from './audit-log.ts';

/** Most that one call ends. */
const most = 50;
const id = z.string().min(1).max(64);
const ending = z.strictObject({
  keys: z.array(z.strictObject({ id, ends: z.iso.datetime() })).max(most),
  accounts: z.array(id).max(most),
});

export const endedAgainAdmin = new Hono<{ Bindings: PagesAdminEnv & AccountsEnv }>();

answerAsAdmin(endedAgainAdmin);

endedAgainAdmin.post('/', async (context) => {
  const { keys, accounts } = readBody(await context.req.text(), ending);
  const { env } = context;
  const unlisting = { ...env, ENDED_LIST: undefined, ENDED: undefined };
  const answer = { keys: 0, accounts: 0, unknown: 0, failed: [] as string[] };
  for (const { id: keyId, ends } of keys) {
    await count(answer, 'keys', keyId, () => endKey(env, keyId, Date.parse(ends)));
  }
  const setup = accountsSetup(context.req.raw, unlisting);
  for (const accountId of accounts) {
    await count(answer, 'accounts', accountId, async () => {
      if (!(await accountOf(accountId, env))) return false;
      if (!setup) throw new Error('This deployment has no accounts');
      await deleteForOwner({ actor: adminToken, accountId, env }, setup);
      return true;
    });
  }
  return context.json(answer satisfies EndedAgain);
});
endedAgainAdmin.all('/', (context) => answerRefusal(context, refusal('METHOD_NOT_ALLOWED', { allow: 'POST' })));

/** Ends a key at that moment. False where none is listed: it was made after the backup. */
async function endKey(env: PagesAdminEnv, keyId: string, endsAtMs: number): Promise<boolean> {
  const record = await findKey(env.DIRECTORY, keyId);
  if (!record) return false;
  const state = await env.LEDGERS.getByName(record.wallet).endKey(keyId, endsAtMs);
  await markEnd(env.DIRECTORY, keyId, state?.endsAtMs ?? endsAtMs, Date.now());
  return true;
}

/** Counts what became of one; a failure is named, and the others go on. */
async function count(
  answer: { keys: number; accounts: number; unknown: number; failed: string[] },
  kind: 'keys' | 'accounts',
  name: string,
  end: () => Promise<boolean>,
): Promise<void> {
  try {
    answer[(await end()) ? kind : 'unknown']++;
  } catch (cause) {
    console.error(JSON.stringify({ level: 'error', event: 'not-ended-again', id: name, cause: String(cause) }));
    answer.failed.push(name);
  }
}
