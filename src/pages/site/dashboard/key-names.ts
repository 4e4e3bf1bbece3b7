/** How an account calls its keys. */
import { listKeysOf } from '../../../money/keys/directory.ts';
import type { AccountWallet } from '../../accounts/wallets.ts';

/** Names by id, those of the pages' own keys first. */
export async function keyNamesOf(
  accountId: string,
  wallets: readonly AccountWallet[],
  directory: D1Database,
  nowMs: number,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(wallets.map(({ hiddenKeyId, type }) => [hiddenKeyId, `Playground, ${type}`]));
  for (const { id, label, hint } of await listKeysOf(directory, accountId, nowMs)) {
    names.set(id, label === null ? `Key …${hint}` : `${label} (…${hint})`);
  }
  return names;
}
