/** The part of the admin API that compares the directory with the ledgers, mounted at `/admin/directory`. */
import { Hono } from 'hono';
import * as z from 'zod';
import { Refused, refusal } from '../../contract/refusals.ts';
import { answerAsAdmin, answerRefusal } from '../../money/keys/admin-guard.ts';
import type { DirectoryMending, DirectoryPage } from '../../money/keys/answers.ts';
import type { PagesAdminEnv } from '../../money/keys/environment.ts';
import { isWallet } from '../../money/keys/format.ts';
import { readQuery } from '../../money/keys/validation.ts';
import { type AccountsEnv, accountsSetup } from '../accounts/environment.ts';
import { compareWallets, mendWallet, type WalletDifference } from './directory-audit.ts';

const pageQuery = z.strictObject({
  cursor: z.string({ error: 'the next_cursor of the page before' }).max(64).default(''),
});

export const directoryAdmin = new Hono<{ Bindings: PagesAdminEnv & AccountsEnv }>();

answerAsAdmin(directoryAdmin);

directoryAdmin.get('/', async (context) => {
  const { cursor } = readQuery(context.req.query(), pageQuery);
  const { wallets, keys, differences, next } = await compareWallets(context.env, cursor);
  return context.json({ wallets, keys, differences: differences.map(view), next_cursor: next } satisfies DirectoryPage);
});
directoryAdmin.post('/:wallet/mend', async (context) => {
  const wallet = context.req.param('wallet');
  if (!isWallet(wallet))
    throw new Refused({ ...refusal('NOT_FOUND'), body: { detail: 'This is no name of a wallet.' } });
  const mended = await mendWallet(context.env, accountsSetup(context.req.raw, context.env), wallet);
  const differences = mended.map((difference) => ({ ...view(difference), mended: difference.mended }));
  return context.json({ differences } satisfies DirectoryMending);
});
for (const [path, allow] of [
  ['/', 'GET, HEAD'],
  ['/:wallet/mend', 'POST'],
]) {
  directoryAdmin.all(path, (context) => answerRefusal(context, refusal('METHOD_NOT_ALLOWED', { allow })));
}

function view({ wallet, keyId, kind }: WalletDifference) {
  return { wallet, key_id: keyId, kind };
}
