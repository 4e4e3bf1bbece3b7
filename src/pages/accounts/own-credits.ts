/** Credits of an account: what its wallets have, and what moved. Asked of the ledgers each time. */
import type { Entry, EntryKind, KeyState } from '../../contract/account.ts';
import { listKeysOf } from '../../money/keys/directory.ts';
import type { AccountsSetup } from './environment.ts';
import { type AccountWallet, walletsOf } from './wallets.ts';

/** A wallet with its state: `credit` is what can be spent now. */
export interface OwnWallet extends AccountWallet {
  readonly state: KeyState;
}

/** A movement, with the name of the key that made it. */
export interface OwnMovement extends Entry {
  /** Null where no key moved it. */
  readonly keyName: string | null;
}

/** Movements of a file, at most: 400 days of a busy wallet are more than a person reads. */
const maxListed = 100_000;
const pageLength = 1000;

/** Kinds of entries that calls make. */
const ofCalls: ReadonlySet<EntryKind> = new Set(['charge', 'preview', 'repeat', 'edit', 'lapse']);

/** The wallets of an account, test first. @throws Error where a ledger cannot be reached, or has lost its wallet */
export async function ownWallets(accountId: string, setup: AccountsSetup): Promise<OwnWallet[]> {
  const wallets = await walletsOf(accountId, setup);
  return Promise.all(
    wallets.map(async (each) => {
      const state = await setup.env.LEDGERS.getByName(each.wallet).keyState(each.hiddenKeyId);
      if (!state) throw new Error(`The ledger of ${each.wallet} is empty`);
      return { ...each, state };
    }),
  );
}

/**
 * One page of a wallet's movements, newest first.
 * @param beforeSequence of the last movement of the page before; null for the first page
 */
export async function ownMovements(
  accountId: string,
  wallet: AccountWallet,
  page: { readonly length: number; readonly beforeSequence: number | null },
  setup: AccountsSetup,
): Promise<{ readonly movements: readonly OwnMovement[]; readonly more: boolean }> {
  const [names, entries] = await Promise.all([
    namesOf(accountId, wallet, setup),
    setup.env.LEDGERS.getByName(wallet.wallet).entries(page.length + 1, page.beforeSequence),
  ]);
  const movements = entries.slice(0, page.length).map((entry) => named(entry, names));
  return { movements, more: entries.length > page.length };
}

/** All movements of a wallet that are kept, newest first, read as they are asked for. */
export async function* allMovements(
  accountId: string,
  wallet: AccountWallet,
  setup: AccountsSetup,
): AsyncGenerator<OwnMovement> {
  const ledger = setup.env.LEDGERS.getByName(wallet.wallet);
  const names = await namesOf(accountId, wallet, setup);
  let before: number | null = null;
  for (let listed = 0; listed < maxListed; ) {
    const entries: readonly Entry[] = await ledger.entries(pageLength, before);
    for (const entry of entries) yield named(entry, names);
    if (entries.length < pageLength) return;
    listed += entries.length;
    before = entries[entries.length - 1].sequence;
  }
}

async function namesOf(accountId: string, { hiddenKeyId }: AccountWallet, { env }: AccountsSetup) {
  const keys = await listKeysOf(env.DIRECTORY, accountId, Date.now());
  const names = new Map(keys.map(({ id, label, hint }) => [id, label ?? `Key …${hint}`]));
  return names.set(hiddenKeyId, 'Playground');
}

function named(entry: Entry, names: ReadonlyMap<string, string>): OwnMovement {
  const { kind, keyId } = entry;
  // Entries that no key made have the hidden key.
  return { ...entry, keyName: keyId === null || !ofCalls.has(kind) ? null : (names.get(keyId) ?? keyId) };
}
